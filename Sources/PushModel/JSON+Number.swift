import PushText

extension JSON {
    /// The number as 64 bits.
    package var int64Value: Int64? {
        guard case .number(let lexeme) = self else { return nil }
        return Int64(lexeme)
    }
}
