/// The writer of JSON texts, which represent arrays in SQL here.
enum JSONWriter {
    /// Appends a text as a JSON string.
    static func append(string bytes: some Sequence<UInt8>, to output: inout [UInt8]) {
        output.append(0x22)
        for byte in bytes {
            switch byte {
            case 0x22, 0x5c:
                output.append(0x5c)
                output.append(byte)
            case 0x0a: output.append(contentsOf: #"\n"#.utf8)
            case 0x0d: output.append(contentsOf: #"\r"#.utf8)
            case 0x09: output.append(contentsOf: #"\t"#.utf8)
            case 0..<0x20:
                output.append(contentsOf: #"\u00"#.utf8)
                output.append(hexadecimal[Int(byte >> 4)])
                output.append(hexadecimal[Int(byte & 15)])
            default: output.append(byte)
            }
        }
        output.append(0x22)
    }

    private static let hexadecimal = Array("0123456789abcdef".utf8)

    /// Appends an array of texts, where nil is JSON's null.
    static func append<Text: Sequence<UInt8>>(
        array texts: some Sequence<Text?>, to output: inout [UInt8]
    ) {
        output.append(UInt8(ascii: "["))
        for (place, text) in texts.enumerated() {
            if place > 0 { output.append(UInt8(ascii: ",")) }
            if let text {
                append(string: text, to: &output)
            } else {
                output.append(contentsOf: "null".utf8)
            }
        }
        output.append(UInt8(ascii: "]"))
    }
}
