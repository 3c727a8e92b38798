import PushRuntime
import PushText

/// The ports as a request of the control protocol sees them while it waits: pushes, events and
/// questions that come are answered, and what else comes waits for the end of the request.
final class ControlVisitors: OpenServices {
    private let answer: (_ milliseconds: Int64) -> Bool

    /// `answer` answers what comes within so many milliseconds, and tells whether anything did.
    init(_ answer: @escaping (_ milliseconds: Int64) -> Bool) { self.answer = answer }

    /// The requests of the protocol cannot open ports, so they need not be told of any.
    var announcement: JSON { [:] }

    func attend(milliseconds: Int64) -> Bool { answer(milliseconds) }

    /// The ports are the server's, and stay open.
    func close() {}
}
