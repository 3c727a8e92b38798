/// Percent-encoding, as HTML forms use it.
enum URLCoding {
    /// Decodes `%xx`, and `+` as a blank where asked; a `%` that starts no code stays as it is.
    static func decode(_ bytes: some Collection<UInt8>, plusIsBlank: Bool) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        // The codes that have begun: a `%`, and the value of its first digit.
        var percent = false
        var high: (byte: UInt8, value: UInt8)?
        for byte in bytes {
            if percent {
                if let value = digit(byte) {
                    if let first = high {
                        output.append(first.value << 4 | value)
                        percent = false
                        high = nil
                    } else {
                        high = (byte, value)
                    }
                    continue
                }
                output.append(UInt8(ascii: "%"))
                if let first = high { output.append(first.byte) }
                high = nil
            }
            percent = byte == UInt8(ascii: "%")
            if !percent { output.append(plain(byte, plusIsBlank)) }
        }
        if percent { output.append(UInt8(ascii: "%")) }
        if let high { output.append(high.byte) }
        return output
    }

    private static func plain(_ byte: UInt8, _ plusIsBlank: Bool) -> UInt8 {
        plusIsBlank && byte == UInt8(ascii: "+") ? 0x20 : byte
    }

    /// Appends the form's encoding of bytes: letters, digits and `*-._` stay, a blank is `+`.
    static func append(encoded bytes: some Sequence<UInt8>, to output: inout [UInt8]) {
        for byte in bytes {
            switch byte {
            case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x2a, 0x2d, 0x2e, 0x5f: output.append(byte)
            case 0x20: output.append(UInt8(ascii: "+"))
            default:
                output.append(UInt8(ascii: "%"))
                output.append(hexadecimal[Int(byte >> 4)])
                output.append(hexadecimal[Int(byte & 15)])
            }
        }
    }

    private static let hexadecimal = Array("0123456789ABCDEF".utf8)

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x37
        case 0x61...0x66: byte - 0x57
        default: nil
        }
    }
}
