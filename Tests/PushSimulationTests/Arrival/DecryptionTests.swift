import PushModel
import PushPayload
import PushText
import Testing

@testable import PushSimulation

/// PL-05: the arrival stops in its middle for the outside to decrypt a body, and goes on after it.
@Suite struct DecryptionTests {
    private func encrypted(_ body: String = "open:Your code is 1234", _ more: String = "") -> String
    {
        #"""
        {"aps":{"alert":{"title":"Bank","body":"Open the app"},"mutable-content":1,"badge":2},\#
        "encrypted_body":"\#(body)"\#(more)}
        """#
    }

    private func stage(_ settings: [(String, String)] = []) throws -> Stage {
        var stage = try Stage.background()
        for (key, value) in [("nse.key", "env:KEY")] + settings { try stage.set(key, value) }
        return stage
    }

    /// Answers the one decryption that a stage waits for.
    private func answer(
        _ stage: inout Stage, _ outcome: Result<String, DecryptionAnswer.Fault>
    ) throws {
        guard case .decrypt(let request)? = stage.step.effects.last else {
            Issue.record("nothing is to be decrypted: \(stage.step.effects)")
            return
        }
        try stage.act(.decrypted(DecryptionAnswer(request, outcome)))
    }

    @Test func `the arrival waits, and nothing is told or kept before the answer`() throws {
        var stage = try stage([("nse.cipher", "chacha20-poly1305")])
        try stage.receive(encrypted(), id: "m")
        let address = AppAddress(device: "phone", bundleID: "com.example.myapp")
        #expect(
            stage.step.effects == [
                .decrypt(
                    DecryptionRequest(
                        app: address, notification: 1, cipher: .chaChaPoly, keySource: "env:KEY",
                        text: "open:Your code is 1234"))
            ])
        #expect(stage.lines == [])
        #expect(stage.step.changes == [])
        #expect(stage.center.isEmpty && stage.world.app?.badge == 0)
        try answer(&stage, .success("Your code is 1234"))
        #expect(
            stage.lines == [
                "ran     service extension",
                "read    encrypted body decrypted with chacha20-poly1305",
                "badge   2", "shown   m banner \"Bank\"", "tracked delivery m",
            ])
        #expect(stage.center.last?.body == "Your code is 1234")
        #expect(stage.center.last?.title == "Bank")
        guard case .notification(let row)? = stage.step.changes.first else {
            Issue.record("the row does not come first")
            return
        }
        #expect(row.body == "Your code is 1234" && row.state == .shown)
        #expect(stage.world.app?.suspended == [])
    }

    static let faults: [(DecryptionAnswer.Fault, String)] = [
        (.key("the variable `KEY` of the key is not set"), "the variable `KEY` of the key is not"),
        (.notBase64, "it is not Base64"), (.tooShort, "it is shorter than a nonce of 12 bytes"),
        (.notAuthentic, "the tag does not match"), (.notText, "what was decrypted is not UTF-8"),
    ]

    @Test(arguments: faults.indices)
    func `what cannot be decrypted leaves the original`(index: Int) throws {
        let (fault, text) = Self.faults[index]
        var stage = try stage()
        try stage.receive(encrypted("x", #","image_url":"https://x.jp/a.png""#), id: "m")
        try answer(&stage, .failure(fault))
        let line = stage.lines.first { $0.hasPrefix("not ") } ?? ""
        #expect(line.hasPrefix("not     decrypted m: \(text)"))
        #expect(line.hasSuffix("; the original is shown"))
        #expect(stage.center.last?.body == "Open the app")
        #expect(stage.center.last?.attachment == nil)
        #expect(stage.lines.last == "tracked delivery m")
    }

    @Test(arguments: [
        ([("nse.key", "none")], nil), ([("nse", "off")], nil), ([("nse.megabytes", "25")], nil),
        ([("nse.encrypted-keys", "none")], nil), ([("nse.encrypted-keys", "enc")], nil),
        ([("nse.encrypted-keys", "secret.body,encrypted_body")], "open:Your code is 1234"),
        ([("nse.key", "embedded")], "open:Your code is 1234"),
    ])
    func `only an extension that runs and has key and text asks`(
        settings: [(String, String)], wanted: String?
    ) throws {
        var stage = try stage(settings)
        try stage.receive(encrypted(), id: "m")
        let texts = stage.step.effects.map { effect -> String in
            if case .decrypt(let request) = effect { request.text } else { "another effect" }
        }
        #expect(texts == (wanted.map { [$0] } ?? []))
        if wanted == nil { #expect(stage.center.last?.body == "Open the app") }
    }

    @Test func `the rest of the extension runs over the decrypted body`() throws {
        var stage = try stage([("nse.title-keys", "headline")])
        try stage.receive(
            encrypted("x", #","headline":"H","image_url":"https://x.jp/a.png""#), id: "m")
        try answer(&stage, .success("B"))
        #expect(stage.center.last?.title == "H" && stage.center.last?.body == "B")
        #expect(stage.center.last?.attachment == "image/png, 24 KB, assumed")
    }

    @Test func `an empty text where there is no title leaves the original`() throws {
        var stage = try stage()
        let text = #"{"aps":{"alert":"Open the app","mutable-content":1},"enc":"x"}"#
        try stage.receive(text, id: "m")
        try answer(&stage, .success(""))
        #expect(stage.center.last?.body == "Open the app")
        #expect(stage.lines.contains { $0.hasSuffix("returned no text; the original is shown") })
    }

    @Test(arguments: [("on", "B"), ("off", "Open the app")])
    func `time that runs out brings what was decrypted, or the original`(
        answers: String, body: String
    ) throws {
        var stage = try stage([
            ("nse.milliseconds", "31000"), ("nse.time-will-expire", answers),
        ])
        try stage.receive(encrypted(), id: "m")
        try answer(&stage, .success("B"))
        #expect(stage.center.last?.body == body)
        #expect(stage.world.surroundings.now == Tick.scriptStart.advanced(by: 30_000))
    }

    @Test func `in front, willPresent sees the decrypted body`() throws {
        var stage = try stage()
        try stage.act(.app(.launch))
        try stage.receive(encrypted(), id: "m")
        #expect(stage.lines == [])
        try answer(&stage, .success("B"))
        #expect(stage.lines.contains { $0.hasPrefix("called  userNotificationCenter(_:willPres") })
        #expect(stage.center.last?.body == "B")
    }

    @Test func `content-available wakes the app after the extension`() throws {
        var stage = try stage()
        try stage.act(.app(.kill))
        let text =
            #"{"aps":{"alert":"A","mutable-content":1,"content-available":1},"#
            + #""enc":"x"}"#
        try stage.receive(text, id: "m")
        try answer(&stage, .success("B"))
        let shown = stage.lines.firstIndex { $0.hasPrefix("shown ") }
        let woken = stage.lines.firstIndex { $0.hasPrefix("called  application(_:didReceiveRem") }
        #expect(shown != nil && woken != nil && (shown ?? 0) < (woken ?? 0))
        #expect(stage.world.app?.state == .background)
    }

    @Test func `several extensions wait side by side, and each gets its own answer`() throws {
        var stage = try stage()
        try stage.act(.app(.install(.treasureData, bundleID: "com.example.other")))
        try stage.act([.app(.launch), .app(.background)])
        try stage.set("nse.key", "embedded")
        try stage.act(.device(.offline))
        for (app, text) in [("com.example.myapp", "one"), ("com.example.other", "two")] {
            let payload = try Payload(bytes: Array(encrypted(text).utf8))
            try stage.act(
                .receive(Push(payload: payload, byteCount: 100, id: text, bundleID: app)))
        }
        try stage.act(.device(.online))
        var asked: [String: DecryptionRequest] = [:]
        for case .decrypt(let request) in stage.step.effects { asked[request.text] = request }
        #expect(asked.keys.sorted() == ["one", "two"])
        // The later question is answered first.
        for name in ["two", "one"] {
            let request = try #require(asked[name])
            try stage.act(.decrypted(DecryptionAnswer(request, .success("body \(name)"))))
            #expect(stage.lines.contains("shown   \(name) banner \"Bank\""))
        }
        let bodies = stage.world.device.apps.map { $0.center.waiting.last?.body }
        #expect(bodies == ["body one", "body two"])
    }

    @Test func `an answer that nobody waits for does nothing`() throws {
        var stage = try stage()
        try stage.receive(encrypted(), id: "m")
        let effect = stage.step.effects.first
        try answer(&stage, .success("B"))
        let before = stage.world
        guard case .decrypt(var request)? = effect else {
            Issue.record("nothing was asked")
            return
        }
        try stage.act(.decrypted(DecryptionAnswer(request, .success("again"))))
        request.app.bundleID = "com.example.gone"
        try stage.act(.decrypted(DecryptionAnswer(request, .success("again"))))
        #expect(stage.world == before && stage.step == Step())
    }

    @Test(arguments: ["000102030405060708090a0b0c0d0e0f", "env:", "file:", "environment", ""])
    func `a key that is typed by mistake is refused and not repeated`(text: String) throws {
        var stage = Stage()
        let wanted = Refusal(
            .badSetting,
            "`nse.key` takes `none`, `embedded`, `env:NAME` or `file:PATH`, found another value")
        #expect(throws: wanted) { try stage.set("nse.key", text) }
    }
}
