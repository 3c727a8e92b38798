import PushText

extension ControlRequest {
    /// The words of the command that a reading operation stands for; empty for the others.
    public var words: [String] {
        let prefix = text("device").map { ["@" + $0] } ?? []
        switch name {
        case .run, .command, .follow: return []
        case .status: return prefix + ["status"]
        case .devices: return ["device", "list"]
        case .notifications: return prefix + ["notifications"]
        case .queue: return prefix + ["queue"]
        case .tokens: return prefix + ["token"]
        case .snapshots: return ["snapshot", "list"]
        case .events: return ["query", "--dialect", "sqlite", events]
        case .facts: return ["query", "--dialect", "sqlite", facts]
        case .reset: return []
        }
    }

    /// The number of rows to return, at most all that one answer holds.
    private var limit: Int { number("limit") ?? ControlOperation.rowLimit }

    /// The query for tracked events, those that were sent included.
    ///
    /// A device's name was checked with the request, so it cannot end the quoted text early.
    private var events: String {
        let columns = ControlColumn.selected(ControlColumn.events)
        var sql = "SELECT \(columns) FROM events WHERE sequence > \(number("after") ?? 0)"
        if let device = text("device") { sql += " AND device = '\(device)'" }
        return sql + " ORDER BY sequence LIMIT \(limit)"
    }

    /// The query for facts, which first chooses as many lines of the journal as it may need.
    ///
    /// Each of them has a fact, except that those of the first may all be known. Without the choice
    /// SQLite would sort the facts of all later lines for every page.
    ///
    /// A place without a position is behind all facts of its statement.
    private var facts: String {
        let place = values["after"].flatMap { FactPlace($0) } ?? FactPlace(statement: 0)
        let first = place.position == nil ? place.statement + 1 : place.statement
        var condition = """
            statement IN (SELECT sequence FROM journal \
            WHERE sequence >= \(first) AND facts IS NOT NULL ORDER BY sequence LIMIT \(limit + 1))
            """
        if let position = place.position {
            condition += " AND (statement, position) > (\(place.statement), \(position))"
        }
        return """
            SELECT \(ControlColumn.selected(ControlColumn.facts)) FROM facts WHERE \(condition) \
            ORDER BY statement, position LIMIT \(limit)
            """
    }

    /// The statement of `command` and `reset`, as a script would write it.
    ///
    /// Every value is quoted, so it cannot be mistaken for an option, a file or a second statement.
    ///
    /// Throws `unknown_command`, and faults for commands that drive a shell, for names that the
    /// command does not have, and for a positional argument whose predecessors are missing.
    ///
    /// The device of the request becomes `@NAME` in front, as at the prompt.
    public func statement() throws(ControlFault) -> String {
        if name == .reset {
            return "snapshot go " + (text("snapshot") ?? "").asQuotedWord
        }
        let name = text("command") ?? ""
        guard let command = CommandTable.named(name) else {
            throw ControlFault(
                "unknown command `\(VisibleText.escape(String(name.prefix(80))))`",
                code: ControlFault.unknownCommand,
                hint: Suggestion.hint(name, among: CommandTable.all.map(\.name)))
        }
        guard command.isOffered else {
            throw ControlFault("`\(name)` drives a shell, and there is none here")
        }
        var words = text("device").map { ["@" + $0] } ?? []
        words.append(command.name)
        let arguments = values["arguments"] ?? [:]
        try Self.checkNames(arguments, command)
        for parameter in command.options {
            guard let value = arguments[parameter.name] else { continue }
            words += try Self.words(of: parameter, value)
        }
        var isCut = false
        for parameter in command.positionals {
            guard let value = arguments[parameter.name] else {
                isCut = true
                continue
            }
            guard !isCut else {
                throw ControlFault(
                    "`\(parameter.name)` needs the arguments in front of it: `\(command.synopsis)`")
            }
            words += try Self.words(of: parameter, value)
        }
        return words.joined(separator: " ")
    }

    /// Refuses names that no parameter of the command has.
    private static func checkNames(_ values: JSON, _ command: Command) throws(ControlFault) {
        let names = command.parameters.map(\.name)
        try refuseRepeated(values.objectMembers ?? [])
        for member in values.objectMembers ?? [] where !names.contains(member.key) {
            let isDevice = member.key == "device"
            throw ControlFault(
                "`\(command.name)` has no argument "
                    + "`\(VisibleText.escape(String(member.key.prefix(80))))`",
                hint: isDevice
                    ? "the device stands beside the arguments: over HTTP as `?device=NAME`"
                    : Suggestion.hint(member.key, among: names)
                        ?? (names.isEmpty ? nil : "it has \(Suggestion.enumeration(names))"))
        }
    }

    /// Returns the words of one parameter: a switch that is off has none, a repeating one takes a
    /// list.
    private static func words(
        of parameter: ParameterSpec, _ value: JSON
    ) throws(ControlFault) -> [String] {
        switch parameter.role {
        case .flag:
            guard let isOn = value.boolValue else {
                throw ControlFault(
                    "`\(parameter.name)` takes true or false, found \(value.kindName)")
            }
            return isOn ? ["--" + parameter.name] : []
        case .option: return ["--" + parameter.name, try word(value, parameter)]
        case .positional(_, let isRepeating):
            guard isRepeating, let items = value.arrayValue else {
                return [try word(value, parameter)]
            }
            var words: [String] = []
            for item in items { words.append(try word(item, parameter)) }
            return words
        }
    }

    /// Returns a value as a quoted word; null, truth values and lists are none.
    ///
    /// Numbers keep their spelling, since the command may read them as text.
    private static func word(
        _ value: JSON, _ parameter: ParameterSpec
    ) throws(ControlFault) -> String {
        switch value {
        case .string(let text): return text.asQuotedWord
        case .number(let text) where !parameter.takesObject:
            return text.asQuotedWord
        // A payload is written as an object, without quotes.
        case .object where parameter.takesObject:
            return value.text.asQuotedWord
        default:
            let other = parameter.takesObject ? "an object" : "a number"
            throw ControlFault(
                "`\(parameter.name)` takes a text or \(other), found \(value.kindName)")
        }
    }
}

extension Command {
    /// Whether the control protocol offers the command: those that drive a shell are left out.
    package var isOffered: Bool { category != .shell && name != "serve" }
}
