/// A body in the pieces in which a slow answer is sent.
enum BodyPieces {
    /// The maximum number of pieces, of about the same size; an empty body is one empty piece.
    static let limit = 10

    /// Pieces of nearly equal size, at least one byte each; an empty body is one empty piece.
    static func of(_ body: [UInt8]) -> [[UInt8]] {
        let count = max(1, min(limit, body.count))
        return (0..<count).map { index in
            Array(body[(body.count * index / count)..<(body.count * (index + 1) / count)])
        }
    }
}
