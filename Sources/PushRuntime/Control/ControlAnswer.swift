import PushCommands
import PushModel
import PushText

/// The answer to a request of the control protocol.
public enum ControlAnswer: Equatable, Sendable {
    /// The requested value.
    case value(JSON)
    /// The reason why nothing was done, or why the command failed.
    case failure(ControlFault, Kind)

    /// The party at fault for a failure.
    public enum Kind: Sendable {
        /// The request is malformed, or names something that does not exist.
        case request
        /// The command failed, as it would in a script, maybe because of a file that it names.
        case command
        /// The workspace or the network failed, or the time was over.
        case outside
    }

    /// The party at fault for a command's failure: the client chose the command's files.
    static func kind(_ fault: ControlFault, isRuntime: Bool) -> Kind {
        let files: [FailureCode.Outside] = [
            .fileExists, .fileNotFound, .fileUnreadable, .fileUnwritable,
        ]
        let isFile = files.contains { $0.rawValue == fault.code }
        return isRuntime && !isFile ? .outside : .command
    }

    /// Makes the answer to a malformed request.
    public init(_ fault: ControlFault) { self = .failure(fault, .request) }

    /// The answer as JSON in one line, with every secret taken out.
    public var text: String {
        switch self {
        case .value(let value): Secrets.shown(value.text)
        case .failure(let fault, _): Secrets.shown(JSON.object(Self.members(of: fault)).text)
        }
    }

    /// The answer to a line of JSON, which has the line's `id`; nil = it had none.
    public func line(id: JSON?) -> String {
        var members = [JSON.Member(key: "id", value: id ?? .null)]
        switch self {
        case .value(let value): members.append(.init(key: "result", value: value))
        case .failure(let fault, _): members += Self.members(of: fault)
        }
        return Secrets.shown(JSON.object(members).text)
    }

    private static func members(of fault: ControlFault) -> [JSON.Member] {
        [.init(key: "error", value: fault.json)]
    }
}

/// The rows of a command's queries, with which its request is answered.
///
/// They are all there or none: a client could not tell a list that was cut from a whole one.
final class AnswerRows: RowConsumer {
    private var names: [String] = []
    /// The rows of each statement.
    private var results: [[JSON]] = []
    private var bytes = 0
    /// The number of rows that were found, with those for which there was no room.
    private var found = 0

    func columns(_ names: [String]) {
        self.names = names.distinct
        results.append([])
    }

    func row(_ cells: [Cell]) -> Bool {
        found += 1
        guard bytes <= ControlOperation.answerBytes else { return true }
        let row = cells.object(names)
        bytes += row.text.utf8.count
        results[results.endIndex - 1].append(row)
        return true
    }

    func end() {}

    /// The rows of the one statement, or a list of those of each.
    ///
    /// - Throws: `too_many_rows` if they are more than an answer holds.
    func value() throws(Failure) -> JSON {
        guard bytes <= ControlOperation.answerBytes else {
            let kept = results.reduce(0) { $0 + $1.count }
            throw Failure(
                .tooManyRows,
                "the query found \(found) rows, and the first \(kept) of them are the "
                    + "\(ControlOperation.answerBytes >> 20) MB that an answer holds",
                hint: "add LIMIT, or let `export` write them into a file")
        }
        return .array(results.count == 1 ? results[0] : results.map(JSON.array))
    }
}

/// The output of a request's statements, kept up to a limit.
final class ControlConsole: Console {
    /// The bytes of all lines so far, in output and messages.
    private var size = 0
    /// The output in the form of `--mode jsonl`: a value per line, or a string for any other line.
    private(set) var output: [JSON] = []
    /// The messages that would go to standard error.
    private(set) var messages: [JSON] = []

    /// A line that is JSON is kept as a value; any other one as a text.
    func out(_ line: String) {
        guard hasRoom(for: line) else { return }
        output.append((try? JSONParser.parse(Array(line.utf8))) ?? .string(line))
    }

    func err(_ line: String) {
        guard hasRoom(for: line) else { return }
        messages.append(.string(line))
    }

    func flush() {}
    /// The output stays where it is.
    func redirect(to path: String?) throws(Failure) {
        if path != nil { throw .outputOfRequest }
    }

    /// Says once that there is too much output; the rest is dropped.
    private func hasRoom(for line: String) -> Bool {
        let limit = ControlOperation.answerBytes
        guard size <= limit else { return false }
        size += line.utf8.count
        guard size > limit else { return true }
        messages.append(.string("the output is over \(limit >> 20) MB: the rest is left out"))
        return false
    }
}

extension Failure {
    /// The refusal of `.output FILE` in a request.
    static var outputOfRequest: Failure {
        Failure(
            .notSupported, "`.output` cannot take away the output of a request",
            hint: "the answer has it; `export` writes rows into a file")
    }
}
