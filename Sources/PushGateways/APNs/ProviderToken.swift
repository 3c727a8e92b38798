import PushPayload
import PushText

/// A provider token: the JSON Web Token with which a provider signs its requests to APNs.
public struct ProviderToken: Equatable, Sendable {
    /// `alg` of the header.
    public var algorithm: String
    /// The key and the team that it names.
    public var key: ProviderKeyName
    /// `iat`, in Unix seconds.
    public var issuedAt: Int64
    /// The signed bytes: the header and the claims, as sent.
    public var signed: [UInt8]
    /// The signature: two numbers of 32 bytes.
    public var signature: [UInt8]

    /// Reads the text after `bearer`.
    ///
    /// - Throws: the part that is missing.
    public init(_ text: String) throws(APNsRefusal) {
        guard let token = JSONWebToken(text) else { throw APNsRefusal(.notThreeParts) }
        guard let algorithm = token.head["alg"]?.stringValue else {
            throw APNsRefusal(.noAlgorithm)
        }
        guard let named = token.head["kid"] else { throw APNsRefusal(.noKeyID) }
        guard let id = named.stringValue else {
            var refusal = APNsRefusal(.noKeyID)
            refusal.clause = "the token's `kid` is \(named.kindName), wanted a text"
            throw refusal
        }
        guard let team = token.claims["iss"]?.stringValue else { throw APNsRefusal(.noTeam) }
        guard let issuedAt = token.claims["iat"].flatMap(Self.seconds) else {
            throw APNsRefusal(.noIssuedAt)
        }
        self.algorithm = algorithm
        key = ProviderKeyName(id: id, team: team)
        self.issuedAt = issuedAt
        signed = token.signed
        signature = token.signature
    }

    /// Some libraries write the time with a fraction (pyapns-client), and one as a string of digits
    /// (kalyke-apns); both send to Apple.
    private static func seconds(_ claim: JSON) -> Int64? {
        switch claim {
        case .number(let lexeme):
            Int64(lexeme)
                ?? Double(lexeme).flatMap { number in
                    // A number of any size is a time, though one that nobody signs at.
                    Int64(exactly: number.rounded(.down)) ?? (number < 0 ? .min : .max)
                }
        case .string(let text): Int64(digits: text)
        default: nil
        }
    }
}
