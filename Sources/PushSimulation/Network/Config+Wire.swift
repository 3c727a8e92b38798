import PushModel
import PushText

extension Config {
    /// The settings of the real network.
    static let wireKeys: [Key] = [
        Key(
            name: "td.write_key",
            summary: "Where the write key comes from under `network real`.", choices: [],
            get: { $0.wire.writeKey.text },
            set: { config, text in
                guard let source = KeySource(text) else { return false }
                config.wire.writeKey = source
                return true
            }, wants: "`env:NAME` or `file:PATH`", isSecret: true),
        Key(
            name: "td.api_key", summary: "Where the key of `query --remote` comes from.",
            choices: [],
            get: { $0.wire.apiKey.text },
            set: { config, text in
                guard let source = KeySource(text) else { return false }
                config.wire.apiKey = source
                return true
            }, wants: "`env:NAME` or `file:PATH`", isSecret: true),
        Key(
            name: "td.api_endpoint", summary: "URL of the query API; `region` = the endpoint's.",
            choices: [],
            get: { $0.wire.apiEndpoint ?? "region" },
            set: { config, text in
                guard text == "region" || Endpoint.isAllowed(text) else { return false }
                config.wire.apiEndpoint = text == "region" ? nil : text
                return true
            }, wants: "`region` or an https URL without user, query or fragment"),
        Key(
            name: "tls.ca_file", summary: "Certificates to trust in addition to the system's.",
            choices: [],
            get: { $0.wire.authorityFile ?? "none" },
            set: { config, text in
                guard (1...4096).contains(text.utf8.count) else { return false }
                config.wire.authorityFile = text == "none" ? nil : text
                return true
            }, wants: "`none` or a file in PEM"),
        Key(
            name: "tls.pin",
            summary: "Servers to accept, by the digest of key or certificate.",
            choices: [],
            get: { $0.wire.pins ?? "none" },
            set: { config, text in
                guard text == "none" || CertificatePin.list(text) != nil else { return false }
                config.wire.pins = text == "none" ? nil : text
                return true
            }, wants: "`none`, `sha256//BASE64` of a public key or `cert:HEX` of a certificate"),
        Key(
            name: "network.timeout",
            summary: "Seconds to wait for an answer, from 1 to 600; usually 60.",
            choices: [],
            get: { String($0.wire.timeoutSeconds) },
            set: { config, text in
                guard let value = Int(digits: text), (1...600).contains(value) else { return false }
                config.wire.timeoutSeconds = value
                return true
            }, wants: "a whole number from 1 to 600"),
    ]
}
