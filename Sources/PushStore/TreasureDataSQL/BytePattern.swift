struct BytePattern: Equatable, Sendable {}
