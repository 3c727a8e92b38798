import PushSQL
import PushText

/// The reason why a query failed, as Trino's protocol reports it.
public struct TrinoProblem: Error, Equatable, Sendable {
    /// The name, such as `COLUMN_NOT_FOUND`.
    public var name: String
    /// Its number, which also tells who is at fault.
    public var code: Int
    /// The message, without the place before it.
    public var message: String
    /// The place in the statement, from 1; nil if none is known.
    public var place: Place?
    /// The text to write instead; ours, not Trino's.
    public var hint: String?

    /// A place in a statement.
    public struct Place: Equatable, Sendable {
        /// The line, from 1.
        public var line: Int
        /// The column in characters, from 1.
        public var column: Int

        /// Makes a place.
        public init(line: Int, column: Int) {
            self.line = line
            self.column = column
        }
    }

    /// Makes a problem.
    public init(
        name: String, code: Int, message: String, place: Place? = nil, hint: String? = nil
    ) {
        self.name = name
        self.code = code
        self.message = message
        self.place = place
        self.hint = hint
    }

    /// Makes a problem of one of Trino's kinds.
    public init(
        _ code: TrinoErrorCode, _ message: String, place: Place? = nil, hint: String? = nil
    ) {
        self.init(
            name: code.rawValue, code: code.number, message: message, place: place, hint: hint)
    }

    init(_ error: TrinoError) {
        self.init(
            error.code, error.message,
            place: error.isPlaceless ? nil : Place(line: error.line, column: error.column),
            hint: error.hint)
    }

    /// The message as clients show it.
    var text: String {
        let place = place.map { "line \($0.line):\($0.column): " } ?? ""
        let hint = hint.map { " (\($0))" } ?? ""
        return place + message + hint
    }

    /// Who is at fault, by Trino's ranges of numbers.
    var kind: String {
        switch code {
        case ..<65_536: "USER_ERROR"
        case ..<131_072: "INTERNAL_ERROR"
        default: "INSUFFICIENT_RESOURCES"
        }
    }

    /// The member `error` of an answer.
    var json: JSON {
        let info: JSON = ["code": .int(code), "name": .string(name), "type": .string(kind)]
        var members: [JSON.Member] = [
            .init(key: "message", value: .string(text)), .init(key: "errorCode", value: .int(code)),
            .init(key: "errorName", value: .string(name)),
            .init(key: "errorType", value: .string(kind)),
        ]
        var failure: [JSON.Member] = [
            .init(key: "type", value: "io.trino.spi.TrinoException"),
            .init(key: "message", value: .string(text)), .init(key: "suppressed", value: []),
            .init(key: "stack", value: []), .init(key: "errorInfo", value: info),
        ]
        if let place {
            let found = JSON.Member(
                key: "errorLocation",
                value: ["lineNumber": .int(place.line), "columnNumber": .int(place.column)])
            members.append(found)
            failure.append(found)
        }
        members.append(.init(key: "failureInfo", value: .object(failure)))
        return .object(members)
    }
}
