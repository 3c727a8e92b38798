import PushCommands
import PushLanguage
import PushSimulation
import PushText

/// Values that no table lists.
extension Assist {
    /// The models and versions that the devices here have, first those of a new device.
    func newDevice(_ spec: ParameterSpec, _ found: inout Found) {
        guard spec.name == "model" || spec.name == "os" else { return }
        found.isName = true
        let fresh = Device(name: "")
        let all = [fresh] + source.world.devices
        for device in all {
            let word = spec.name == "model" ? device.model : device.os
            guard !found.words.contains(where: { $0.text == word }) else { continue }
            let meaning =
                device.name.isEmpty ? "the default for a device" : "that of \(device.name)"
            found.words.append(Proposal(word, meaning))
        }
    }
}

/// The words that make up an answer planted by `stub`.
enum StubWord {
    /// The statuses of the Ingest API that an uploader has to handle in a particular way.
    static let statuses = [
        Proposal("status=200", "stored"),
        Proposal("status=400", "the request cannot be read"),
        Proposal("status=401", "the key is wrong or missing"),
        Proposal("status=403", "the key may not write there"),
        Proposal("status=404", "no such database or table"),
        Proposal("status=413", "the request is too large"),
        Proposal("status=429", "too many requests"),
        Proposal("status=500", "a fault of the server"),
        Proposal("status=502", "a fault between gateway and server"),
        Proposal("status=503", "the service does not accept requests now"),
        Proposal("status=504", "the server did not answer its gateway in time"),
    ]

    /// Words of an answer of the Ingest API, with their meanings.
    static let ingest: [(text: String, meaning: String)] = [
        ("status=", "an HTTP status from elsewhere"), ("timeout", "no answer in time"),
        ("reset", "the connection breaks"), ("drop-response", "stored, but the answer is lost"),
        ("receipts", "some receipts fail"), ("fail=", "positions from 1, like `3,7`"),
        ("error=", "the name of the receipts' error"), ("retry-after=", "seconds to wait"),
        ("delay=", "how late the answer comes"), ("message=", "what the answer says"),
        ("body=", "the answer's body"), ("file=@", "the answer's body from a file"),
        ("no-answer", "no answer, as a network says it"),
        ("broken", "no answer, and no other try"), ("cure=", "what mends it"),
        ("unsent=", "no request, like `no_key`"),
    ]
    /// Words of an answer of APNs or FCM, besides its reason.
    static let gateway: [(text: String, meaning: String)] = [
        ("timeout", "no answer ever comes"), ("reset", "the connection breaks"),
        ("delay=", "how late the answer comes"), ("retry-after=", "seconds to wait"),
        ("slow=", "how long the body takes"), ("token=", "only for tokens with that prefix"),
        ("connection=", "only by that connection, from 1"),
    ]
    /// Words of an answer to a download, such as an image's.
    static let download: [(text: String, meaning: String)] = [
        ("status=", "an HTTP status"), ("location=", "where a redirect leads"),
        ("size=", "the file's size, like `12MB`"),
        ("delay=", "how long it takes, like `31s`"), ("type=", "the `Content-Type`"),
        ("timeout", "no answer ever comes"), ("file=@", "the file itself"),
        ("failure=", "why no answer comes"),
    ]
}
