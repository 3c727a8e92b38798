/// The way in which reading an entry ended.
public enum LineResult: Equatable, Sendable {
    /// The user accepted this entry; it has no newline at its end.
    case line(String)
    /// The user accepted an entry that is not UTF-8, and must be refused: these are its bytes.
    case foreign([UInt8])
    /// The user abandoned the entry with ^C.
    case interrupted
    /// The user ended the input with ^D, or the terminal is gone.
    case endOfInput
    /// The process was asked to end; the terminal is restored, and the caller must die of the
    /// signal.
    case terminated(signal: Int32)
}
