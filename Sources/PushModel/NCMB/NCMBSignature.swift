/// The signature of a request to the NIFCLOUD mobile backend, version 2.
///
/// Source: `NCMBSignatureCalculator` of ncmb_swift 1.4.2. The caller computes the code itself, so
/// that no cryptography is written here.
public struct NCMBSignature: Sendable {
    /// The service's host, the second line of the signed text.
    public static let host = "mbaas.api.nifcloud.com"

    /// The text that the signature covers.
    public let text: String

    /// Assembles the text to sign: method, host, path, and the sorted parameters.
    ///
    /// The query is sorted as one item, as in the SDK.
    public init(
        method: String, host: String = host, path: String, query: String = "",
        applicationKey: String, timestamp: String
    ) {
        var parameters = [
            "SignatureMethod=HmacSHA256", "SignatureVersion=2",
            "X-NCMB-Application-Key=" + applicationKey, "X-NCMB-Timestamp=" + timestamp,
        ]
        if !query.isEmpty { parameters.append(query) }
        parameters.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        text = [method, host, path, parameters.joined(separator: "&")].joined(separator: "\n")
    }
}
