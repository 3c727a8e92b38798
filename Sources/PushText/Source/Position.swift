/// A place in a source as people count it.
public struct Position: Equatable, Sendable {
    /// The line, from 1.
    public var line: Int
    /// The column, from 1, in characters as readers see them (grapheme clusters).
    public var column: Int
    /// The column, from 1, in display cells: a Japanese character before it counts two.
    public var cell: Int

    /// Makes a position from its three counts, each from 1.
    public init(line: Int, column: Int, cell: Int) {
        self.line = line
        self.column = column
        self.cell = cell
    }
}
