/// The signature of a request to the NIFCLOUD mobile backend, version 2.
///
/// Source: `NCMBSignatureCalculator` of ncmb_swift 1.4.2. The code itself is computed by whoever
/// calls, so that no cryptography is written here.
public struct NCMBSignature: Sendable {
    /// The service's host, the second line of what is signed.
    public static let host = "mbaas.api.nifcloud.com"

    /// The text that the signature covers.
    public let text: String

    /// Puts together what is signed: method, host, path, and the sorted parameters.
    ///
    /// The query is sorted as one item, as the SDK does it.
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
