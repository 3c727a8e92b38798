import PushCommands
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

/// The output of a request's statements, kept up to a limit.
final class ControlConsole: Console {
    /// The most bytes of output to keep.
    static let limit = 16 << 20
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
    func redirect(to path: String?) -> Bool { path == nil }

    /// Says once that there is too much output; the rest is dropped.
    private func hasRoom(for line: String) -> Bool {
        guard size <= Self.limit else { return false }
        size += line.utf8.count
        guard size > Self.limit else { return true }
        messages.append(.string("the output is over \(Self.limit >> 20) MB: the rest is left out"))
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
