import PushPayload
import SwiftASN1
import X509

/// The extension in which Apple's certificates list every topic that they may send to (A-CERT).
///
/// It is a sequence of topics, each followed by a sequence with the name of its kind.
enum CertificateTopics {
    private static let oid: ASN1ObjectIdentifier = [1, 2, 840, 113_635, 100, 6, 3, 6]
    /// The extension of older certificates, for VoIP and WatchKit.
    private static let olderOID: ASN1ObjectIdentifier = [1, 2, 840, 113_635, 100, 6, 3, 4]
    /// The push types whose topics are in a certificate for "Sandbox & Production".
    private static let types: [PushType] = [.alert, .voip, .complication, .pushtotalk]

    /// Makes the extension for an app.
    static func made(for bundleID: String) throws -> Certificate.Extension {
        var serializer = DER.Serializer()
        try serializer.appendConstructedNode(identifier: .sequence) { list in
            for type in types {
                let suffix = type.topicSuffix
                try list.serialize(text(bundleID + suffix))
                try list.appendConstructedNode(identifier: .sequence) { kind in
                    try kind.serialize(text(suffix.isEmpty ? "app" : String(suffix.dropFirst())))
                }
            }
        }
        return Certificate.Extension(
            oid: oid, critical: false, value: serializer.serializedBytes[...])
    }

    /// Returns the topics of a certificate; none if it lists none, and so is for its app alone.
    static func read(_ certificate: Certificate) -> [String] {
        var found: [String] = []
        for entry in certificate.extensions where [oid, olderOID].contains(entry.oid) {
            guard let root = try? DER.parse(entry.value),
                case .constructed(let nodes) = root.content
            else { continue }
            for node in nodes where node.identifier == .utf8String {
                guard let topic = (try? ASN1UTF8String(derEncoded: node)).map(String.init) else {
                    continue
                }
                if !found.contains(topic) { found.append(topic) }
            }
        }
        return found
    }

    private static func text(_ value: String) -> ASN1UTF8String {
        ASN1UTF8String(contentBytes: ArraySlice(value.utf8))
    }
}
