import PushPayload
import PushText

/// The reason why a request of the control protocol is rejected.
///
/// The messages are for people and may change; clients look at `code`.
public struct ControlFault: Error, Equatable, Sendable {
    /// The stable name that clients match.
    public var code: String
    /// The message: the value that was found, and the one that was expected.
    public var message: String
    /// The remedy, if it is certain.
    public var hint: String?

    /// The code of a command that does not exist.
    public static let unknownCommand = "unknown_command"

    /// Makes a fault.
    public init(_ message: String, code: String = "invalid_request", hint: String? = nil) {
        self.code = code
        self.message = message
        self.hint = hint
    }

    /// The fault as an answer holds it.
    public var json: JSON {
        [
            "code": .string(code), "message": .string(message),
            "hint": hint.map(JSON.string) ?? .null,
        ]
    }
}

/// A request of the control protocol whose fields were checked.
///
/// Fields that an operation does not have are refused rather than ignored: a misspelt one would
/// change the meaning unseen.
public struct ControlRequest: Equatable, Sendable {
    /// The name of the requested operation.
    public let name: ControlOperation.Name
    /// The fields, as an object whose values passed the check.
    let values: JSON

    /// Checks the fields of a request.
    ///
    /// - Throws: the first mistake in them; the request has had no effect by then.
    public init(_ operation: ControlOperation, _ values: JSON) throws(ControlFault) {
        guard let members = values.objectMembers else {
            throw ControlFault("the fields are an object, found \(values.kindName)")
        }
        let names = operation.fields.map(\.name)
        try Self.refuseRepeated(members)
        for member in members {
            guard let field = operation.fields.first(where: { $0.name == member.key }) else {
                throw ControlFault(
                    "`\(operation.name.rawValue)` has no field "
                        + "`\(VisibleText.escape(String(member.key.prefix(80))))`",
                    hint: Suggestion.hint(member.key, among: names))
            }
            try field.check(member.value)
        }
        for field in operation.fields where field.isRequired && values[field.name] == nil {
            throw ControlFault(
                "`\(operation.name.rawValue)` needs `\(field.name)`: "
                    + field.summary.lowercasedStart)
        }
        name = operation.name
        self.values = values
    }

    /// Refuses a name that is given twice: which of its values counts, nobody could tell.
    public static func refuseRepeated(_ members: [JSON.Member]) throws(ControlFault) {
        var names: Set<String> = []
        for member in members where !names.insert(member.key).inserted {
            let shown = VisibleText.escape(String(member.key.prefix(80)))
            throw ControlFault("`\(shown)` is given twice")
        }
    }

    /// Makes a request whose fields are known to be valid.
    ///
    /// Only for requests that the program itself makes.
    private init(_ name: ControlOperation.Name, _ values: JSON) {
        self.name = name
        self.values = values
    }

    /// Asks for the facts after a place.
    public static func facts(after place: FactPlace, limit: Int) -> ControlRequest {
        ControlRequest(.facts, ["after": .string(place.text), "limit": .int(limit)])
    }

    /// The request for facts, from after another place.
    public func continued(after place: FactPlace) -> ControlRequest {
        .facts(after: place, limit: number("limit") ?? ControlOperation.rowLimit)
    }

    /// Whether it only reads and changes nothing.
    public var isReading: Bool { !words.isEmpty }

    /// The text of a field; nil if it was not given.
    public func text(_ field: String) -> String? { values[field]?.stringValue }

    /// The number of a field; nil if it was not given.
    public func number(_ field: String) -> Int? { values[field]?.intValue }

    /// The most real time that statements may take, in milliseconds.
    public var timeLimit: Int64 {
        text("timeout").flatMap(DurationText.parse) ?? Self.usualTimeLimit
    }

    /// The time limit of a request that names none, in milliseconds.
    private static let usualTimeLimit: Int64 = 60_000
    /// The longest time limit that a request may ask for, in milliseconds.
    static let longestTimeLimit: Int64 = 3_600_000
}

extension ControlOperation.Field {
    /// A description of a valid value, for the message about one that is invalid.
    var wants: String {
        switch value {
        case .text: "a text"
        case .number(let range):
            range.upperBound == .max
                ? "a whole number from \(range.lowerBound)"
                : "a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .duration: "a duration like `30s`, of an hour at most"
        case .device: "the letters a to z, digits, `-` and `_`"
        case .place: "a place like `12` or `12.3`"
        case .object: "an object"
        }
    }

    /// Throws the message about a value that does not fit the field; long values are cut.
    fileprivate func check(_ found: JSON) throws(ControlFault) {
        guard !isValid(found) else { return }
        let shown: String
        switch found {
        case .string(let text): shown = "`\(VisibleText.escape(String(text.prefix(80))))`"
        case .number(let text): shown = text.count > 40 ? "a long number" : text
        default: shown = found.kindName
        }
        throw ControlFault("`\(name)` takes \(wants), found \(shown)")
    }

    /// Whether a JSON value fits the field.
    private func isValid(_ found: JSON) -> Bool {
        switch value {
        case .text: found.stringValue?.isEmpty == false
        case .number(let range): found.intValue.map(range.contains) ?? false
        case .duration:
            found.stringValue.flatMap(DurationText.parse)
                .map { (1...ControlRequest.longestTimeLimit).contains($0) } ?? false
        case .device: found.stringValue.map(DeviceName.isValid) ?? false
        case .place: FactPlace(found) != nil
        case .object: found.objectMembers != nil
        }
    }
}

/// A place among the facts of a workspace: a statement's number and a fact's number in it.
public struct FactPlace: Equatable, Sendable {
    /// The number of the statement.
    public var statement: Int64
    /// The number of the fact in it; nil = after all of them.
    public var position: Int64?

    /// Makes a place.
    public init(statement: Int64, position: Int64? = nil) {
        self.statement = statement
        self.position = position
    }

    /// Reads `12` or `12.3`; nil for anything else.
    public init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let areNumbers = parts.allSatisfy { $0.utf8.count <= 18 && $0.isDigits }
        guard (1...2).contains(parts.count), areNumbers,
            let statement = Int64(parts[0])
        else { return nil }
        self.statement = statement
        position = parts.count > 1 ? Int64(parts[1]) : nil
    }

    /// Reads the text, or a statement's number; nil for anything else.
    init?(_ json: JSON) {
        guard let text = json.stringValue ?? json.intValue.map(String.init) else { return nil }
        self.init(text)
    }

    /// The place as text.
    public var text: String { "\(statement)" + (position.map { ".\($0)" } ?? "") }
}
