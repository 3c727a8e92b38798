import CZlib

/// Compresses bytes that arrive in pieces into one gzip member.
public final class GzipWriter {
    private var stream = z_stream()
    private static let chunkBytes = 65_536

    /// Begins a member.
    public init() {
        // 15 bits of window, and 16 more for gzip's own header and checksum (zlib.h, deflateInit2).
        let begun = deflateInit2_(
            &stream, Z_BEST_SPEED, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
            Int32(MemoryLayout<z_stream>.size))
        precondition(begun == Z_OK, "zlib refuses its own version: \(begun)")
    }

    deinit { deflateEnd(&stream) }

    /// Compresses a piece; the output may be empty until more has come.
    public func add(_ bytes: [UInt8]) -> [UInt8] { deflate(bytes, Z_NO_FLUSH) }

    /// Ends the member.
    public func finish() -> [UInt8] { deflate([], Z_FINISH) }

    private func deflate(_ bytes: [UInt8], _ flush: Int32) -> [UInt8] {
        var output: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: Self.chunkBytes)
        bytes.withUnsafeBufferPointer { input in
            stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
            stream.avail_in = uInt(input.count)
            repeat {
                chunk.withUnsafeMutableBufferPointer { buffer in
                    stream.next_out = buffer.baseAddress
                    stream.avail_out = uInt(buffer.count)
                    _ = CZlib.deflate(&stream, flush)
                }
                output += chunk[..<(Self.chunkBytes - Int(stream.avail_out))]
            } while stream.avail_out == 0
        }
        return output
    }
}
