/// A range of the edited text that has a style.
public struct HighlightRun: Equatable, Sendable {
    /// The UTF-8 offsets of the text that the style covers.
    public var range: Range<Int>
    /// The appearance of that part.
    public var style: TextStyle

    /// Makes a run over UTF-8 offsets.
    public init(_ range: Range<Int>, _ style: TextStyle) {
        self.range = range
        self.style = style
    }
}
