import PushModel
import Testing
import WorldTestSupport

@testable import PushSimulation

/// TD-08: an extension under `network real` waits for its file, and says what came of it.
@Suite struct DownloadTests {
    private static let url = "https://cdn.example.com/a.png"
    private static let payload = """
        {"aps": {"alert": {"title": "T", "body": "B"}, "mutable-content": 1},
         "image_url": "\(url)", "message_id": "m"}
        """

    private func arrived(_ stubs: [String] = [], _ mode: Network.Mode = .real) throws -> Stage {
        var stage = Stage()
        try stage.act(.app(.launch))
        try stage.act(.app(.background))
        try stage.act(.network(mode))
        for text in stubs {
            let read = try StubText.read(text.split(separator: " ").map(String.init))
            try stage.act(.stub(Stub(kind: read.kind, timesLeft: read.times, text: text)))
        }
        try stage.receive(Self.payload)
        return stage
    }

    private func asked(_ stage: Stage) -> DownloadRequest? {
        guard case .download(let request)? = stage.step.effects.first else { return nil }
        return request
    }

    @Test func `the push stands still until the file is there`() throws {
        var stage = try arrived()
        let request = try #require(asked(stage))
        #expect(request.url == Self.url)
        #expect(request.byteLimit == 50 << 20)
        #expect(request.milliseconds == 30_000)
        #expect(stage.center.isEmpty)
        #expect(!stage.lines.contains { $0.hasPrefix("shown") })
        var file = Stub.Download()
        file.byteCount = 2048
        file.contentType = "image/png; charset=binary"
        file.delayMilliseconds = 120
        let before = stage.world.surroundings.now
        try stage.act(.downloaded(DownloadAnswer(request, file)))
        #expect(stage.lines.contains("image   \(Self.url) image/png, 2 KB"))
        #expect(stage.lines.contains { $0.hasPrefix("shown   m ") })
        #expect(stage.center.count == 1)
        #expect(stage.world.surroundings.now == before.advanced(by: 120))
        #expect(stage.world.app?.suspended.isEmpty == true)
    }

    static let failures: [(String, String)] = [
        ("status=404", "the server answers 404"),
        ("failure=no%20trust", "no trust"),
        ("size=11MB type=image/png", "11 MB is over the limit of 10 MB"),
        ("size=51MB type=video/mp4", "51 MB is over the limit of 50 MB"),
        ("type=text/html", "iOS cannot attach text/html"),
        ("timeout", "it takes longer than the extension's 30 s"),
    ]

    @Test(arguments: failures)
    func `what cannot be attached is told, and the text is shown`(
        words: String, reason: String
    ) throws {
        guard
            case .url(_, let file) = try StubText.read(
                ["https://x"] + words.split(separator: " ").map(String.init)
            ).kind
        else {
            Issue.record("no download")
            return
        }
        var stage = try arrived()
        let request = try #require(asked(stage))
        try stage.act(.downloaded(DownloadAnswer(request, file)))
        #expect(
            stage.lines.contains(
                "not     attached \(Self.url): \(reason); the text is shown without it"))
        #expect(stage.center.count == 1)
    }

    @Test func `a planted answer comes before the wire`() throws {
        let stage = try arrived(["https://cdn.example.com/* status=404"])
        #expect(stage.step.effects.isEmpty)
        #expect(stage.lines.contains { $0.contains("the server answers 404") })
    }

    @Test(arguments: [Network.Mode.simulated, .off])
    func `no other network loads anything`(mode: Network.Mode) throws {
        #expect(try arrived([], mode).step.effects.isEmpty)
    }

    @Test func `a decrypted body waits for the file as well`() throws {
        var stage = Stage()
        try stage.act(.app(.launch))
        try stage.act(.app(.background))
        try stage.set("nse.key", "embedded")
        try stage.act(.network(.real))
        try stage.receive(
            """
            {"aps": {"alert": {"title": "T", "body": "B"}, "mutable-content": 1},
             "image_url": "\(Self.url)", "encrypted_body": "open:secret", "message_id": "m"}
            """)
        guard case .decrypt(let sealed)? = stage.step.effects.first else {
            Issue.record("nothing to decrypt")
            return
        }
        try stage.act(.decrypted(.opening(sealed)))
        let request = try #require(asked(stage))
        #expect(stage.center.isEmpty)
        try stage.act(.downloaded(DownloadAnswer(request, Stub.Download())))
        let lines = stage.lines
        #expect(lines.contains { $0.hasPrefix("read    encrypted body") })
        #expect(stage.center.first?.body == "secret")
        #expect(lines.contains { $0.hasPrefix("image   ") })
    }

    @Test func `an answer to nothing is harmless`() throws {
        var stage = try arrived()
        let request = try #require(asked(stage))
        try stage.act(.downloaded(DownloadAnswer(request, Stub.Download())))
        try stage.act(.downloaded(DownloadAnswer(request, Stub.Download())))
        #expect(stage.lines == [])
        #expect(stage.center.count == 1)
    }

    @Test func `an answer comes back from its stub`() throws {
        for (words, _) in Self.failures + [("status=200 size=7 delay=31ms type=image/gif", "")] {
            let read = try StubText.read(
                ["https://x"] + words.split(separator: " ").map(String.init))
            guard case .url(_, let file) = read.kind else { continue }
            let text = StubText.text(of: file)
            let again = try StubText.read(
                ["https://x"] + text.split(separator: " ").map(String.init))
            #expect(again.kind == read.kind, "\(text)")
        }
    }
}
