import PushBackends
import PushCrypto
import PushModel
import PushRuntime
import PushSimulation
import PushText

/// Signs the NCMB SDK's requests and passes them to the embedded backend, bytes in, bytes out.
///
/// The headers are those of its SDK for Swift, 1.4.2, whose signature the embedded backend checks.
struct NCMBBackend {
    /// Sends a request; the keys leave this function only inside the signature.
    func send(_ request: NCMBRequest) throws(Failure) -> NCMBAnswer {
        let keys = try Self.keys(request.keys)
        let timestamp = Self.timestamp(request.at)
        let signature = NCMBSignature(
            method: request.method, path: request.path, applicationKey: keys.application,
            timestamp: timestamp)
        let client = request.hasWrongKey ? keys.client + "x" : keys.client
        let message = ServiceRequest(
            method: request.method, path: request.path,
            headers: [
                HeaderField("Content-Type", "application/json"),
                HeaderField("X-NCMB-Application-Key", keys.application),
                HeaderField("X-NCMB-Timestamp", timestamp),
                HeaderField(
                    "X-NCMB-Signature", Fingerprint.signature(of: signature.text, key: client)),
                HeaderField("X-NCMB-SDK-Version", "swift-1.4.2"),
            ], body: Array(request.body.text.utf8))
        let service = NCMBService(keys: keys) { Fingerprint.signature(of: $0, key: $1) }
        let (response, change) = service.answer(
            message, records: request.records, newID: request.newID, receivedAt: request.at)
        let body = (try? JSONParser.parse(response.body)) ?? .null
        return NCMBAnswer(request, status: response.status, body: body, change: change)
    }

    /// Returns the instant in the SDK's form: ISO 8601, UTC, with milliseconds.
    private static func timestamp(_ tick: Tick) -> String {
        let whole = tick.unixSeconds * 1000
        let digits = String(1000 + tick.milliseconds - whole).dropFirst()
        return InstantText.format(whole).dropLast() + "." + digits + "Z"
    }

    /// Shows the keys of a source by their first characters.
    static func shown(_ source: String) throws(Failure) -> [(name: String, shown: String)] {
        let keys = try keys(source)
        return [
            ("NCMB_APPLICATION_KEY", masked(keys.application)),
            ("NCMB_CLIENT_KEY", "**"),
        ]
    }

    /// Returns the first characters of a key that is long enough to hide the rest.
    private static func masked(_ key: String) -> String {
        (key.utf8.count >= 16 ? String(key.prefix(4)) : "") + "…**"
    }

    /// Reads both keys: the embedded ones, from the environment, or from lines of a file.
    ///
    /// Throws `invalid_keys` if one is missing or still the placeholder of a template.
    private static func keys(_ source: String) throws(Failure) -> NCMBKeys {
        if source == "embedded" { return .embedded }
        let read: (String) -> String
        if source == "environment" {
            read = { KeyReader.variable($0) ?? "" }
        } else {
            let lines = try Files.ownersAlone(source)
                .split(whereSeparator: \.isNewline).map(String.init)
            read = { name in
                lines.first { $0.hasPrefix(name + "=") }.map {
                    String($0.dropFirst(name.utf8.count + 1))
                } ?? ""
            }
        }
        for name in ["NCMB_APPLICATION_KEY", "NCMB_CLIENT_KEY"] {
            let text = read(name)
            if !text.isEmpty, AppPropertyList.isPlaceholder(text) {
                throw Failure(
                    .invalidKeys, "`\(name)` is a template placeholder",
                    hint: "NIFCLOUD mobile backend's console shows the app's keys")
            }
        }
        guard
            let keys = NCMBKeys(
                application: read("NCMB_APPLICATION_KEY"), client: read("NCMB_CLIENT_KEY"))
        else {
            throw Failure(
                .invalidKeys,
                "found no NCMB_APPLICATION_KEY and NCMB_CLIENT_KEY in the "
                    + (source == "environment" ? source : "file `\(source)`"))
        }
        return keys
    }
}
