/// A line of text as a sequence of runs, each of one style.
public struct StyledText: Equatable, Sendable {
    /// A piece of text of one style.
    public struct Run: Equatable, Sendable {
        /// The characters.
        public var text: String
        /// Its appearance.
        public var style: TextStyle

        /// Makes a run.
        public init(_ text: String, _ style: TextStyle = .plain) {
            self.text = text
            self.style = style
        }
    }

    /// The pieces, in order.
    public var runs: [Run]

    /// Makes a text of runs.
    public init(_ runs: [Run]) {
        self.runs = runs
    }

    /// Makes a text of a single run.
    public init(_ text: String, _ style: TextStyle = .plain) {
        runs = [Run(text, style)]
    }

    /// The characters without their styles.
    public var plain: String {
        runs.map(\.text).joined()
    }
}
