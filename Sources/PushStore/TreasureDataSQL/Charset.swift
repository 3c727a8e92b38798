import Glibc

/// A converter from another character set to UTF-8, by the C library's `iconv`.
final class Charset {
    /// The converter has a state, so one object must not be used by two threads.
    private let descriptor: iconv_t

    /// Opens a converter for a character set's name or for a locale such as `ko`.
    ///
    /// Nil if the C library has no such set, which in a fully static program may be the case for
    /// all but UTF-8 and a few.
    init?(_ name: String) {
        let plausible = name.utf8.allSatisfy { byte in
            byte < 0x80 && byte > 0x20 && byte != UInt8(ascii: "/") && byte != UInt8(ascii: ",")
        }
        guard (1...32).contains(name.utf8.count), plausible else { return nil }
        let locale = Charset.localeCharsets.first { $0.locale == name.lowercased() }
        guard let descriptor = iconv_open("UTF-8", locale?.charset ?? name),
            descriptor != UnsafeMutableRawPointer(bitPattern: -1)
        else { return nil }
        self.descriptor = descriptor
    }

    deinit { iconv_close(descriptor) }

    private static let localeCharsets: [(locale: String, charset: String)] = [
        ("ko", "EUC-KR"), ("ko_kr", "EUC-KR"), ("ja", "EUC-JP"),
        ("ja_jp", "EUC-JP"), ("zh", "GB18030"), ("zh_cn", "GB18030"), ("zh_tw", "BIG5"),
    ]

    /// Converts bytes; each one that is invalid in the set becomes U+FFFD.
    func decode(_ bytes: [UInt8]) -> String {
        iconv(descriptor, nil, nil, nil, nil)
        var input = bytes.map { CChar(bitPattern: $0) }
        var output: [UInt8] = []
        var position = 0
        while position < input.count {
            let (used, piece) = convert(&input, from: position)
            output.append(contentsOf: piece)
            position += used
            guard used == 0 || piece.isEmpty else { continue }
            output.append(contentsOf: "\u{fffd}".utf8)
            position += used == 0 ? 1 : 0
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// Converts as much as is valid, and returns the number of bytes used with what they became.
    ///
    /// A piece at a time: what many invalid bytes stand between would cost the whole rest for each.
    private func convert(_ input: inout [CChar], from position: Int) -> (used: Int, [UInt8]) {
        let count = min(4096, input.count - position)
        var used = 0
        let piece = [UInt8](unsafeUninitializedCapacity: count * 4 + 8) { buffer, initialized in
            input.withUnsafeMutableBufferPointer { input in
                guard let base = input.baseAddress, let target = buffer.baseAddress else { return }
                var source: UnsafeMutablePointer<CChar>? = base + position
                var left = count
                var room = count * 4 + 8
                target.withMemoryRebound(to: CChar.self, capacity: room) { target in
                    var end: UnsafeMutablePointer<CChar>? = target
                    iconv(descriptor, &source, &left, &end, &room)
                }
                used = count - left
                initialized = count * 4 + 8 - room
            }
        }
        return (used, piece)
    }
}
