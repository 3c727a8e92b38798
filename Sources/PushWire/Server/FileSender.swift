import Glibc
import PushBackends

/// Reads a response's file piece by piece, so that a large result needs no memory.
struct FileSender {
    private final class Place {
        var offset: Int
        init(_ offset: Int) { self.offset = offset }
    }

    private static let pieceSize = 65_536
    private let file: ServiceFile
    private let place: Place

    init(_ file: ServiceFile) {
        self.file = file
        place = Place(file.offset)
    }

    /// Whether every byte was read.
    var isOver: Bool { place.offset >= file.offset + file.count }

    /// Returns the next piece: empty at the end, nil if the file cannot be read.
    func next() -> [UInt8]? {
        let left = file.offset + file.count - place.offset
        guard left > 0 else { return [] }
        guard let bytes = file.read(at: place.offset, count: min(left, Self.pieceSize)),
            !bytes.isEmpty
        else { return nil }
        place.offset += bytes.count
        return bytes
    }
}
