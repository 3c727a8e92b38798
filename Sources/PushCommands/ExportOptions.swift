import PushText

/// The forms of an export.
public enum ExportFormat: String, CaseIterable, Sendable {
    case parquet, csv, jsonl

    /// The form given by a file name's ending; nil if the ending is unknown.
    ///
    /// `.gz` behind the ending is skipped: `rows.csv.gz` is CSV.
    public init?(endOf path: String) {
        let name = path.hasSuffix(".gz") ? String(path.dropLast(3)) : path
        guard let found = Self.allCases.first(where: { name.hasSuffix("." + $0.rawValue) }) else {
            return nil
        }
        self = found
    }
}

/// The type of the values in a column of an export.
public enum ExportType: String, CaseIterable, Sendable {
    /// The type of a column with NULL alone so far; a person cannot choose it.
    case null
    /// Whole numbers of 64 bits.
    case long
    case double
    case string
    case boolean
    /// Moments of UTC, from whole Unix seconds.
    case timestamp
}

/// A type that a person chose for a column.
public struct ExportChoice: Equatable, Sendable {
    /// The column.
    public var column: String
    /// Its type.
    public var type: ExportType

    /// Makes a choice.
    public init(column: String, type: ExportType) {
        self.column = column
        self.type = type
    }

    /// The choices in a text such as `time:timestamp,paid:boolean`; nil if the text is malformed.
    ///
    /// Names may have colons in them, as the last colon ends the name. A column that is named twice
    /// makes the whole text malformed.
    static func list(_ text: String) -> [ExportChoice]? {
        var found: [ExportChoice] = []
        var names: Set<ExactText> = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let colon = part.lastIndex(of: ":"), colon > part.startIndex,
                let type = ExportType(rawValue: String(part[part.index(after: colon)...])),
                type != .null
            else { return nil }
            let name = String(part[..<colon])
            guard names.insert(ExactText(name)).inserted else { return nil }
            found.append(ExportChoice(column: name, type: type))
        }
        return found.isEmpty ? nil : found
    }
}

/// The options of `export`.
public struct ExportOptions: Equatable, Sendable {
    /// The data to export: a database, a table as `DATABASE.TABLE`, or SQL.
    public var source: String
    /// The place of the source in the script.
    public var place: SourceText
    /// The file or directory.
    public var path: String
    /// The form.
    public var format: ExportFormat
    /// Whether each day has a directory of its own.
    public var isByDay = false
    /// Whether CSV begins with a byte order mark.
    public var hasMark = false
    /// Whether it is packed with gzip.
    public var isPacked = false
    /// Whether an earlier export may be replaced.
    public var replaces = false
    /// The types that a person chose.
    public var choices: [ExportChoice] = []
    /// The dialect of a SELECT; nil is that of the script.
    public var dialect: QueryDialectName?
    /// The place where the values of `uuid()` begin; the session draws it if the SELECT has any.
    public var seed: UInt64?

    /// Makes the options of an export.
    public init(source: String, place: SourceText, path: String, format: ExportFormat) {
        self.source = source
        self.place = place
        self.path = path
        self.format = format
    }
}
