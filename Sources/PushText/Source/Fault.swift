/// Why a text, a file or a value cannot be taken, as a sentence without a full stop.
///
/// Whoever catches it knows the code under which it is told, and what the place counts.
public struct Fault: Error, Equatable, Sendable {
    /// What was found and what was wanted.
    public var message: String
    /// Where it is: a line, a word or a byte, as the function that throws it says; 0 where it is
    /// about the whole.
    public var place: Int

    /// Makes a fault.
    public init(_ message: String, at place: Int = 0) {
        self.message = message
        self.place = place
    }
}
