import PushModel
import PushPayload
import PushText
import Testing
import WorldTestSupport

@testable import PushSimulation

@Suite struct DocumentsTests {
    /// A value as it comes back from the bytes that the store keeps.
    private func kept(_ json: JSON) throws -> JSON {
        var bytes: [UInt8] = []
        json.write(to: &bytes)
        return try JSONParser.parse(bytes)
    }

    private func push(_ id: String?) throws -> Push {
        Push(
            payload: try Payload(bytes: Array(alert(#","badge":3"#).utf8)), byteCount: 77,
            pushType: "alert", priority: 5, collapseID: "c", timeToLive: 60, id: id,
            added: ["aps.category", "aps.mutable-content"], bundleID: "a.b")
    }

    @Test func `every part of the world's content is compared`() {
        var world = World()
        let content = world.documentContent
        #expect(world.holds(content))
        #expect(!world.holds(nil))
        // `holds` names the parts one by one: a new one belongs there too.
        #expect(Mirror(reflecting: content).children.count == 9)
        world.surroundings.network.mode = .off
        #expect(!world.holds(content) && world.holds(world.documentContent))
        world = World()
        world.surroundings.config.survivesLossOfPower.toggle()
        #expect(!world.holds(content))
        world = World()
        world.currentDevice += 1
        #expect(!world.holds(content))
    }

    @Test func `a device comes back from its document`() throws {
        var device = Device(name: "tab", model: "iPad", os: "26.1")
        device.status.isOnline = false
        device.status.isLocked = true
        device.status.focus = true
        device.status.mute = true
        device.status.lowPower = true
        device.status.backgroundRefresh = false
        device.status.summary = [480, 1080]
        device.status.language = "ja-JP"
        device.status.previews = .whenUnlocked
        device.status.intelligence = true
        device.status.wakes.used = 7
        device.status.wakes.start = Tick(milliseconds: .max)
        device.currentApp = 3
        #expect(Device("tab", try kept(device.json(number: 0))) == device)
        #expect(Device("tab", [:]) == Device(name: "tab"))
    }

    @Test func `a served push is written as its JSON is`() throws {
        var push = try push("m")
        #expect(push.servedText == push.served.text)
        push.isSentByFCM = true
        push.notes = ["a \"note\""]
        push.address = .registration("t:1")
        #expect(push.servedText == push.served.text)
        let bare = Push(payload: Payload(keepingTextOf: [:]), byteCount: 0)
        #expect(bare.servedText == bare.served.text)
        #expect(bare.servedText.hasPrefix(#"{"payload":{},"bytes":0"#))
    }

    @Test(
        arguments: [
            .topic("news"), .condition("'a' in topics"), .channel("AAEC"),
        ] as [Occurrence.Audience])
    func `an audience comes back, whether it is somebody or nobody`(
        _ audience: Occurrence.Audience
    ) throws {
        var push = try push("m")
        push.audience = audience
        #expect(Push(served: try kept(push.served))?.audience == audience)
        #expect(Push(served: try kept(push.served))?.unfollowed == nil)
        push.unfollowed = audience
        push.audience = nil
        #expect(Push(served: try kept(push.served))?.unfollowed == audience)
        #expect(Push(served: try kept(push.served))?.audience == nil)
    }

    @Test func `a refused request comes back with its fault`() throws {
        var push = try push("m")
        let answer = try #require(GatewayAnswer(.apns, reason: "InvalidProviderToken"))
        push.answered = RefusedRequest(answer, found: "found `HS256`", fault: .otherAlgorithm)
        #expect(Push(served: try kept(push.served))?.answered == push.answered)
        push.answered?.fault = nil
        #expect(Push(served: try kept(push.served))?.answered == push.answered)
    }

    private func copy(of world: Surroundings) throws -> Surroundings {
        Surroundings(try kept(world.json(currentDevice: "phone")), now: try kept(world.nowJSON))
    }

    @Test func `the surroundings come back from their documents`() throws {
        var world = Surroundings(now: Tick(milliseconds: -5), random: SplitMix64(seed: .max))
        world.counters.notification = .max
        world.counters.event = 2
        world.counters.upload = 3
        world.counters.sent = 5
        world.counters.generatedID = 4
        world.counters.message = 3
        world.network.mode = .off
        for text in ["ingest status=503 retry-after=9", "https://x.jp/* size=1MB timeout"] {
            let kind = try #require(StubText.parse(text))
            world.network.stubs.append(Stub(kind: kind, timesLeft: 2, text: text))
            world.network.stubs.append(Stub(kind: kind, timesLeft: nil, text: text))
        }
        for words in [
            ["https://x.jp/*", "type=text/html; charset=utf-8"],
            ["ingest", "status=400", "body={\"a\": 'b c'}"],
        ] {
            let kind = try StubText.read(words).kind
            world.network.stubs.append(Stub(kind: kind, timesLeft: nil, words: words))
        }
        world.config.endpoint = Endpoint(name: "https://x.jp", url: "https://x.jp", postback: true)
        world.config.campaignColumn = .both
        world.config.sdkProfile = .iosSDK12
        world.config.exactDeduplication = true
        world.config.ncmbUserJSONInData = true
        #expect(try copy(of: world) == world)
        world.config.queueLimit = 12
        #expect(try copy(of: world) == world)
    }

    /// Documents of earlier versions have no words, and no word of theirs has a blank.
    @Test func `a stub is kept as it is typed, and as earlier versions wrote it`() throws {
        let word = #"body={"a":1}"#
        let plain = Stub(
            kind: try StubText.read(["ingest", "status=400", word]).kind, timesLeft: 2,
            words: ["ingest", "status=400", word])
        #expect(plain.text == "ingest status=400 " + word)
        #expect(plain.json == ["text": .string(plain.text), "times": .int(2)])
        #expect(Stub(plain.json) == plain)
        let words = ["fcm", "error=UNAVAILABLE", "token=a b"]
        let kept = Stub(kind: try StubText.read(words).kind, timesLeft: nil, words: words)
        #expect(kept.text == "fcm error=UNAVAILABLE 'token=a b'")
        #expect(Stub(kept.json) == kept)
    }

    @Test(arguments: App.RunState.allCases)
    func `an app comes back from its documents`(state: App.RunState) throws {
        let address = AppAddress(device: "phone", bundleID: "a.b")
        var app = App(address: address, settings: AppSettings(profile: .ncmb, bundleID: "a.b"))
        app.settings.strings = [
            LanguageStrings(language: "ja", entries: [.init(key: "K", text: "こんにちは %@")])
        ]
        app.state = state
        app.wasLaunched = true
        app.permission.status = .provisional
        app.permission.timeSensitive = false
        app.permission.alerts = false
        app.permission.critical = true
        app.userID = "cust\"1"
        app.screen = "coupons"
        app.badge = 12
        app.queue.count = 5
        app.queue.dropped = 6
        app.background.held = try push("h")
        app.background.heldSequence = 9
        app.background.recent = [Tick(milliseconds: 1), Tick(milliseconds: 2)]
        app.stored = StoredPush(
            push: try push(nil), storedAt: Tick(milliseconds: 3), expiresAt: Tick(milliseconds: 4))
        let copy = App(
            address, settings: try kept(app.settings.json), state: try kept(app.stateJSON),
            now: try kept(app.nowJSON))
        #expect(copy == app)
    }

    @Test(arguments: Profile.allCases)
    func `addresses come back with the keychain`(profile: Profile) throws {
        var stage = Stage()
        try stage.act([.app(.install(profile, bundleID: nil)), .app(.launch)])
        let project = FirebaseProject(
            projectID: "p2", senderID: "2", googleAppID: "1:2:ios:3", bundleID: "x")
        try stage.act([
            .app(.update(version: "2", firebase: project)), .app(.launch), .token(.refresh),
            .token(.expire),
        ])
        let app = try #require(stage.world.app)
        let address = app.address
        let copy = App(
            address, settings: try kept(app.settings.json), state: try kept(app.stateJSON),
            now: try kept(app.nowJSON))
        #expect(copy == app)
        if profile == .treasureData { #expect(app.tokens.cache.count == 2) }
    }

    @Test func `a world comes back from all of its documents`() throws {
        var stage = Stage()
        try stage.act([
            .app(.launch),
            .app(
                .update(
                    version: nil,
                    firebase: FirebaseProject(
                        projectID: "p2", senderID: "2", googleAppID: "1:2:ios:3", bundleID: "x"))),
            .device(.restore(name: "b")), .app(.install(.minimal, bundleID: nil)),
            .device(.add(name: "c", model: nil, os: nil)), .device(.use("b")),
        ])
        var documents: [DocumentKey: JSON] = [:]
        for key in stage.world.documentKeys {
            documents[key] = try kept(#require(stage.world.document(key)))
        }
        #expect(World(documents: documents) == stage.world)
        #expect(documents[.world]?["devices"] == nil, "no document grows with every device")
        documents[.device("b")] = nil
        #expect(World(documents: documents)?.devices.map(\.name) == ["phone", "c"])
        documents[.world] = nil
        #expect(World(documents: documents) == nil)
    }

    @Test func `the devices that an older version listed come first, as it listed them`() throws {
        var stage = Stage()
        try stage.act([.device(.add(name: "b", model: nil, os: nil))])
        var documents: [DocumentKey: JSON] = [:]
        for key in stage.world.documentKeys {
            var document = try #require(stage.world.document(key))
            if key.kind == "device", case .object(let members) = document {
                document = .object(members.filter { $0.key != "number" })
            }
            if key == .world, case .object(let members) = document {
                document = .object(members + [.init(key: "devices", value: ["phone", "b"])])
            }
            documents[key] = try kept(document)
        }
        stage.world = try #require(World(documents: documents))
        try stage.act([.device(.add(name: "a", model: nil, os: nil))])
        for key in stage.world.documentKeys {
            documents[key] = try kept(#require(stage.world.document(key)))
        }
        #expect(World(documents: documents)?.devices.map(\.name) == ["phone", "b", "a"])
    }

    @Test(arguments: [
        DocumentKey.device("pad"), .app(AppAddress(device: "phone", bundleID: "x")),
        .appState(AppAddress(device: "pad", bundleID: "x")), DocumentKey("app", "phone"),
    ])
    func `what is not there has no document`(key: DocumentKey) {
        #expect(World().document(key) == nil)
    }

    @Test(arguments: ["{}", #"{"devices":[]}"#, #"{"devices":["x"],"device":3}"#, "[]", "7"])
    func `a document that says nothing makes no world`(text: String) throws {
        let root = try JSONParser.parse(Array(text.utf8))
        #expect(World(documents: [.world: root]) == nil)
    }
}
