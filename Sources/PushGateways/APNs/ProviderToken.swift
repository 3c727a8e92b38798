import PushPayload
import PushText

/// A provider token: the JSON Web Token that a provider signs its requests to APNs with.
public struct ProviderToken: Equatable, Sendable {
    /// `alg` of the head.
    public var algorithm: String
    /// The key and the team that it names.
    public var key: ProviderKeyName
    /// `iat`, in Unix seconds.
    public var issuedAt: Int64
    /// What is signed: the head and the claims, as sent.
    public var signed: [UInt8]
    /// The signature: two numbers of 32 bytes.
    public var signature: [UInt8]

    /// Reads the text behind `bearer`; nil where it is no token of that form.
    public init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let head = Self.json(parts[0]), let claims = Self.json(parts[1]),
            let signature = Base64URL.decode(parts[2].utf8),
            let algorithm = head["alg"]?.stringValue, let id = head["kid"]?.stringValue,
            let team = claims["iss"]?.stringValue,
            case .number(let lexeme)? = claims["iat"], let issuedAt = Self.seconds(lexeme)
        else { return nil }
        self.algorithm = algorithm
        key = ProviderKeyName(id: id, team: team)
        self.issuedAt = issuedAt
        signed = Array((parts[0] + "." + parts[1]).utf8)
        self.signature = signature
    }

    private static func json(_ part: Substring) -> JSON? {
        Base64URL.decode(part.utf8).flatMap { try? JSONParser.parse($0) }
    }

    /// Some libraries write the time with a fraction.
    private static func seconds(_ lexeme: String) -> Int64? {
        Int64(lexeme) ?? Double(lexeme).flatMap { Int64(exactly: $0.rounded(.down)) }
    }
}

/// Base64 with `-` and `_`, as tokens of the web are written (RFC 4648, 5).
public enum Base64URL {
    /// Decodes a text without padding; nil where a character is none of its 64, or one too many.
    public static func decode(_ text: some Sequence<UInt8>) -> [UInt8]? {
        var bytes: [UInt8] = []
        var bits: UInt32 = 0
        var count = 0
        var characters = 0
        for character in text {
            guard let value = value(character) else { return nil }
            characters += 1
            bits = bits << 6 | UInt32(value)
            count += 6
            guard count >= 8 else { continue }
            count -= 8
            bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
        }
        return characters % 4 == 1 ? nil : bytes
    }

    private static func value(_ character: UInt8) -> UInt8? {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): character - 65
        case UInt8(ascii: "a")...UInt8(ascii: "z"): character - 71
        case UInt8(ascii: "0")...UInt8(ascii: "9"): character + 4
        case UInt8(ascii: "-"): 62
        case UInt8(ascii: "_"): 63
        default: nil
        }
    }
}
