import CZlib

/// The coding that HTTP calls `gzip` (RFC 1952), by the system's zlib.
public enum Gzip {
    /// The reason why bytes cannot be decompressed.
    public enum Fault: Error, Equatable, Sendable {
        /// They are not gzip, or their checksum does not match their content.
        case damaged
        /// They end before the content does.
        case truncated
        /// They contain more bytes than the caller accepts.
        case tooLarge
    }

    /// 15 bits of window, and 16 more for gzip's own header and checksum (zlib.h, deflateInit2).
    private static let windowBits: Int32 = 15 + 16
    private static let memoryLevel: Int32 = 8

    /// Compresses bytes; the same bytes always give the same result.
    public static func compress(_ bytes: [UInt8]) -> [UInt8] {
        var stream = z_stream()
        // The fastest level: on loopback and on a phone's radio alike the bytes are few enough.
        let begun = deflateInit2_(
            &stream, Z_BEST_SPEED, Z_DEFLATED, windowBits, memoryLevel, Z_DEFAULT_STRATEGY,
            ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        precondition(begun == Z_OK, "zlib refuses its own version: \(begun)")
        defer { deflateEnd(&stream) }
        // The bound that zlib gives holds for one call to `deflate` with all of the input.
        let bound = Int(deflateBound(&stream, UInt(bytes.count)))
        return [UInt8](unsafeUninitializedCapacity: bound) { output, count in
            bytes.withUnsafeBufferPointer { input in
                stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
                stream.avail_in = uInt(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = uInt(bound)
                let status = deflate(&stream, Z_FINISH)
                precondition(status == Z_STREAM_END, "zlib left bytes over: \(status)")
            }
            count = bound - Int(stream.avail_out)
        }
    }

    /// Decompresses bytes, of one or several members, as RFC 1952 allows.
    ///
    /// - Parameters:
    ///   - bytes: the compressed bytes.
    ///   - limit: the maximum size of the content in bytes; a bomb is abandoned at this size.
    /// - Returns: the content.
    /// - Throws: `Fault` if the bytes are not complete gzip, or exceed the limit.
    public static func decompress(_ bytes: [UInt8], limit: Int) throws(Fault) -> [UInt8] {
        var stream = z_stream()
        let begun = inflateInit2_(
            &stream, windowBits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        precondition(begun == Z_OK, "zlib refuses its own version: \(begun)")
        defer { inflateEnd(&stream) }
        var output: [UInt8] = []
        let fault = bytes.withUnsafeBufferPointer { input -> Fault? in
            stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
            stream.avail_in = uInt(input.count)
            return inflateAll(&stream, into: &output, limit: limit)
        }
        if let fault { throw fault }
        return output
    }

    private static let chunkBytes = 65_536

    private static func inflateAll(
        _ stream: inout z_stream, into output: inout [UInt8], limit: Int
    ) -> Fault? {
        var chunk = [UInt8](repeating: 0, count: chunkBytes)
        while true {
            let status = chunk.withUnsafeMutableBufferPointer { buffer -> Int32 in
                stream.next_out = buffer.baseAddress
                stream.avail_out = uInt(buffer.count)
                return inflate(&stream, Z_NO_FLUSH)
            }
            let count = chunkBytes - Int(stream.avail_out)
            guard output.count + count <= limit else { return .tooLarge }
            output += chunk[..<count]
            switch status {
            case Z_OK: continue
            case Z_STREAM_END:
                if stream.avail_in == 0 { return nil }
                inflateReset(&stream)
            case Z_BUF_ERROR: return .truncated
            default: return .damaged
            }
        }
    }
}
