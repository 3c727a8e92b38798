/// The reason why a text, a file or a value cannot be used, as a sentence without a full stop.
///
/// The code that catches it knows the failure code to report, and what the place counts.
public struct Fault: Error, Equatable, Sendable {
    /// The sentence that says what was found and what was wanted.
    public var message: String
    /// The place: a line, a word or a byte, as the throwing function says; 0 if the fault is about
    /// the whole.
    public var place: Int

    /// Makes a fault.
    public init(_ message: String, at place: Int = 0) {
        self.message = message
        self.place = place
    }
}
