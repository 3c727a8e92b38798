extension SeededGenerator {
    /// Draws a number from 0 up to, not including, a limit.
    public mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }

    /// Draws one of some choices.
    public mutating func pick<Element>(_ choices: [Element]) -> Element {
        choices[below(choices.count)]
    }

    /// Strings up to seven pieces together.
    public mutating func text(of pieces: [String]) -> String {
        (0..<below(8)).map { _ in pick(pieces) }.joined()
    }
}
