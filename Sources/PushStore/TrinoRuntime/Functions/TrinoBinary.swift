import PushModel
import PushText

/// Trino's functions over bytes and URLs.
enum TrinoBinary {
    static let all: [SQLFunction] = digests + encodings + numbers + urls

    private static func digest(_ name: String) -> SQLFunction {
        SQLFunction(trino: name, 1...1) { call throws(SQLFunctionError) in
            .blob(try digest(name, try call.bytes(0), call.context))
        }
    }

    private static func digest(
        _ name: String, _ bytes: [UInt8], _ context: SQLContext
    ) throws(SQLFunctionError) -> [UInt8] {
        guard let digest = name == "md5" ? context.md5 : context.digests[name] else {
            throw SQLFunctionError(.notSupported, "\(name) is not available in this session")
        }
        var output: [UInt8] = []
        bytes.withUnsafeBytes { digest($0, &output) }
        return output
    }

    /// Makes a keyed digest (RFC 2104) from a digest that the edge provides.
    private static func keyed(_ name: String, block: Int) -> SQLFunction {
        SQLFunction(trino: "hmac_\(name)", 2...2) { call throws(SQLFunctionError) in
            var key = try call.bytes(1)
            if key.count > block { key = try digest(name, key, call.context) }
            key += Array(repeating: 0, count: block - key.count)
            let inner = try digest(
                name, key.map { $0 ^ 0x36 } + (try call.bytes(0)), call.context)
            return .blob(try digest(name, key.map { $0 ^ 0x5c } + inner, call.context))
        }
    }

    private static let digests: [SQLFunction] = [
        digest("md5"), digest("sha1"), digest("sha256"), digest("sha512"),
        keyed("md5", block: 64), keyed("sha1", block: 64), keyed("sha256", block: 64),
        keyed("sha512", block: 128),
        SQLFunction(trino: "crc32", 1...1) { call throws(SQLFunctionError) in
            .integer(Int64(Checksums.crc32(try call.bytes(0))))
        },
        SQLFunction(trino: "uuid", 0...0, isDeterministic: false) { call in
            .text(call.context.drawUUID())
        },
        SQLFunction(trino: "xxhash64", 1...1) { call throws(SQLFunctionError) in
            let hash = Checksums.xxhash64(try call.bytes(0))
            return .blob(bigEndian(Int64(bitPattern: hash)))
        },
    ]

    private static let encodings: [SQLFunction] = [
        SQLFunction(trino: "to_hex", 1...1) { call throws(SQLFunctionError) in
            .text(Hex.text(try call.bytes(0)).uppercased())
        },
        SQLFunction(trino: "from_hex", 1...1) { call throws(SQLFunctionError) in
            let text = try call.bytes(0)
            guard let bytes = Hex.bytes(text) else {
                throw .argument("invalid input length or digit: '\(call[0].shown)'")
            }
            return .blob(bytes)
        },
        SQLFunction(trino: "to_base64", 1...1) { call throws(SQLFunctionError) in
            .text(Base64.plain.text(try call.bytes(0)))
        },
        SQLFunction(trino: "to_base64url", 1...1) { call throws(SQLFunctionError) in
            .text(Base64.url.text(try call.bytes(0)))
        },
        SQLFunction(trino: "from_base64", 1...1) { call throws(SQLFunctionError) in
            try decoded(call, forURL: false)
        },
        SQLFunction(trino: "from_base64url", 1...1) { call throws(SQLFunctionError) in
            try decoded(call, forURL: true)
        },
        SQLFunction(trino: "to_utf8", 1...1) { call throws(SQLFunctionError) in
            .blob(try call.bytes(0))
        },
        SQLFunction(trino: "from_utf8", 1...2) { call throws(SQLFunctionError) in
            try text(call)
        },
        SQLFunction(trino: "reverse_binary", 1...1) { call throws(SQLFunctionError) in
            .blob(try call.bytes(0).reversed())
        },
        SQLFunction(trino: "substr_binary", 2...3) { call throws(SQLFunctionError) in
            let bytes = try call.bytes(0)
            let start = try call.whole(1)
            let length = call.count > 2 ? try call.whole(2) : .max
            let first = start > 0 ? start - 1 : Int64(bytes.count) &+ start
            guard start != 0, length > 0, first >= 0, first < bytes.count else { return .blob([]) }
            return .blob(
                Array(bytes.dropFirst(Int(first)).prefix(Int(clamping: length))))
        },
    ]

    private static func decoded(
        _ call: SQLCall, forURL: Bool
    ) throws(SQLFunctionError) -> Cell {
        let text = String(decoding: try call.bytes(0), as: UTF8.self)
        guard let bytes = (forURL ? Base64.url : .plain).bytes(text) else {
            throw .argument("Illegal base64 character in '\(text.prefix(40))'")
        }
        return .blob(bytes)
    }

    private static func text(_ call: SQLCall) throws(SQLFunctionError) -> Cell {
        let text = String(decoding: try call.bytes(0), as: UTF8.self)
        guard call.count > 1 else { return .text(text) }
        var replacement = ""
        if case .integer(let number) = call[1] {
            guard let scalar = UInt32(exactly: number).flatMap({ Unicode.Scalar($0) }) else {
                throw .argument("Invalid replacement character")
            }
            replacement = String(Character(scalar))
        } else {
            replacement = try call.string(1)
        }
        guard replacement.unicodeScalars.count <= 1 else {
            throw .argument("Replacement character string must empty or a single character")
        }
        guard String(validating: try call.bytes(0), as: UTF8.self) == nil else {
            return .text(text)
        }
        let scalars = text.unicodeScalars.flatMap { scalar in
            scalar == "\u{fffd}" ? Array(replacement.unicodeScalars) : [scalar]
        }
        return .text(CodePoints.text(scalars))
    }

    private static func bigEndian(_ value: Int64) -> [UInt8] {
        stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: value >> $0) }
    }

    private static let numbers: [SQLFunction] = [
        SQLFunction(trino: "to_big_endian_64", 1...1) { call throws(SQLFunctionError) in
            .blob(bigEndian(try call.whole(0)))
        },
        SQLFunction(trino: "to_big_endian_32", 1...1) { call throws(SQLFunctionError) in
            .blob(Array(bigEndian(try call.whole(0)).suffix(4)))
        },
        SQLFunction(trino: "from_big_endian_32", 1...1) { call throws(SQLFunctionError) in
            let bytes = try call.bytes(0)
            guard bytes.count == 4 else {
                throw .argument("expected 4-byte input, but got instead: \(bytes.count)")
            }
            return .integer(Int64(Int32(bitPattern: bytes.reduce(0) { $0 << 8 | UInt32($1) })))
        },
        SQLFunction(trino: "from_big_endian_64", 1...1) { call throws(SQLFunctionError) in
            let bytes = try call.bytes(0)
            guard bytes.count == 8 else {
                throw .argument(
                    "expected 8-byte input, but got instead: \(bytes.count)")
            }
            return .integer(
                Int64(bitPattern: bytes.reduce(0) { $0 << 8 | UInt64($1) }))
        },
    ]

    private static let urls: [SQLFunction] = [
        part("protocol") { $0.scheme.map { URLParts.decoded($0) } ?? "" },
        part("host") { $0.host.map { String(decoding: $0, as: UTF8.self) } ?? "" },
        part("path") { URLParts.decoded($0.path) },
        part("query") { $0.query.map { URLParts.decoded($0) } ?? "" },
        part("fragment") { $0.fragment.map { URLParts.decoded($0) } ?? "" },
        SQLFunction(trino: "url_extract_port", 1...1) { call throws(SQLFunctionError) in
            try call.string(0).withBytes { bytes in
                URLParts(bytes)?.port.map { .integer(Int64($0)) } ?? .null
            }
        },
        SQLFunction(trino: "url_extract_parameter", 2...2) { call throws(SQLFunctionError) in
            let name = try call.string(1)
            return try call.string(0).withBytes { bytes in
                URLParts(bytes)?.parameter(name).map { .text($0) } ?? .null
            }
        },
        SQLFunction(trino: "url_encode", 1...1) { call throws(SQLFunctionError) in
            let text = try call.string(0)
            return call.text {
                PercentCoding.append(
                    encoded: text.utf8, keeping: "*-._", plusIsBlank: true, to: &$0)
            }
        },
        SQLFunction(trino: "url_decode", 1...1) { call throws(SQLFunctionError) in
            let text = try call.string(0)
            guard PercentCoding.isWellFormed(text.utf8) else {
                throw .argument("URLDecoder: Illegal hex characters in escape (%) pattern: \(text)")
            }
            return .text(PercentCoding.decode(text, plusIsBlank: true))
        },
    ]

    private static func part(
        _ name: String, _ read: @escaping @Sendable (URLParts) -> String
    ) -> SQLFunction {
        SQLFunction(trino: "url_extract_\(name)", 1...1) { call throws(SQLFunctionError) in
            try call.string(0).withBytes { bytes in
                URLParts(bytes).map { .text(read($0)) } ?? .null
            }
        }
    }
}
