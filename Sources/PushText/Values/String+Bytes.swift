extension String {
    /// Whether the bytes begin with those of another text; canonically equal forms are different.
    @inlinable package func begins(with start: StaticString) -> Bool {
        start.withUTF8Buffer { utf8.starts(with: $0) }
    }

    /// Lends the UTF-8 bytes without copying them.
    @inlinable package func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result)
        -> Result
    {
        if let result = utf8.withContiguousStorageIfAvailable(body) { return result }
        var copy = self
        return copy.withUTF8(body)
    }
}
