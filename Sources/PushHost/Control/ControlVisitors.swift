import PushRuntime
import PushText

/// The ports as seen by a waiting request of the control protocol.
///
/// Pushes, events and reading requests that arrive are answered; everything else waits for the end
/// of the request.
final class ControlVisitors: OpenServices {
    private let answer: (_ milliseconds: Int64) -> Bool

    /// Makes ports whose `answer` handles arrivals for a number of milliseconds and returns whether
    /// there were any.
    init(_ answer: @escaping (_ milliseconds: Int64) -> Bool) { self.answer = answer }

    /// Nothing: requests of the protocol cannot open ports.
    var announcement: JSON { [:] }

    /// None: the server itself notices requests.
    var descriptor: Int32 { -1 }

    /// Answers arrivals for so long; returns whether there were any.
    func attend(milliseconds: Int64) -> Bool { answer(milliseconds) }

    /// Does nothing: the ports are the server's, and stay open.
    func close() {}
}
