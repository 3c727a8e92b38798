import PushText

/// The diagnostics of scripts as a list for tools (`--check --mode json`).
public enum DiagnosticReport {
    /// The lines of the list in a mode of rows; nil for modes that are for people.
    public static func lines(_ diagnostics: [Diagnostic], mode: String?) -> [String]? {
        switch mode {
        case "json":
            [
                VisibleText.escapeInJSONKeepingLines(
                    JSON.array(diagnostics.map(json)).pretty(indent: 2))
            ]
        case "jsonl": diagnostics.map { VisibleText.escapeInJSON(json($0).text) }
        default: nil
        }
    }

    private static func json(_ diagnostic: Diagnostic) -> JSON {
        var json: JSON = [:]
        if let place = diagnostic.place {
            json["file"] = .string(place.file)
            json["line"] = place.line.map(JSON.int)
            json["column"] = place.column.map(JSON.int)
            json["endColumn"] = place.endColumn.map(JSON.int)
        }
        json["severity"] = .string(diagnostic.severity.rawValue)
        json["code"] = diagnostic.code.map(JSON.string)
        json["message"] = .string(Secrets.shown(diagnostic.message))
        json["hint"] = diagnostic.hint.map { .string(Secrets.shown($0)) }
        return json
    }
}
