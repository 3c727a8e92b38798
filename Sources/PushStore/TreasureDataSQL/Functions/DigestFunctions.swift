import PushModel
import PushText

/// Treasure Data's function over digests.
enum DigestFunctions {
    static let all: [SQLFunction] = [
        SQLFunction(
            "td_md5", 1...1, "td_md5(text): the MD5 digest of a text, in hexadecimal digits."
        ) { call throws(SQLFunctionError) in try md5(call) }
    ]

    /// A blob is hashed as it is, and any other value as its text.
    private static func md5(_ call: SQLCall) throws(SQLFunctionError) -> Cell {
        guard let digest = call.context.md5 else {
            throw SQLFunctionError("MD5 is not available in this session")
        }
        call.context.digest.removeAll(keepingCapacity: true)
        if case .blob(let bytes) = call[0] {
            bytes.withUnsafeBytes { digest($0, &call.context.digest) }
        } else {
            guard var text = call.text(0) else { return .null }
            text.withUTF8 { digest(UnsafeRawBufferPointer($0), &call.context.digest) }
        }
        return call.text { output in
            for byte in call.context.digest {
                output.append(Hex.lower[Int(byte >> 4)])
                output.append(Hex.lower[Int(byte & 15)])
            }
        }
    }
}
