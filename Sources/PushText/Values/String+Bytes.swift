extension String {
    /// Creates a text that repeats one ASCII byte, at a fraction of the cost of a character.
    package init(repeating byte: UInt8, count: Int) {
        precondition(byte < 0x80)
        let length = count > 0 ? count : 0
        self.init(unsafeUninitializedCapacity: length) { buffer in
            buffer.initialize(repeating: byte)
            return length
        }
    }

    /// Whether the bytes begin with those of another text; canonically equal forms are different.
    @inlinable package func begins(with start: StaticString) -> Bool {
        start.withUTF8Buffer { utf8.starts(with: $0) }
    }

    /// Calls a closure with the UTF-8 bytes, without copying them.
    @inlinable package func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result)
        -> Result
    {
        if let result = utf8.withContiguousStorageIfAvailable(body) { return result }
        var copy = self
        return copy.withUTF8(body)
    }
}
