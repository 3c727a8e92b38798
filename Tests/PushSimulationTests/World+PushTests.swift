import PushModel
import PushPayload
import PushText
import Testing

@testable import PushSimulation

@Suite struct WorldPushTests {
    private let address = AppAddress(device: "phone", bundleID: "com.example.myapp")

    /// An app in the background of a device that went offline.
    private func offline() throws -> Stage {
        var stage = try Stage.background()
        try stage.act(.device(.offline))
        return stage
    }

    private func push(_ bytes: Int, type: String?) throws -> Action {
        let payload = try Payload(bytes: Array(alert().utf8))
        return .receive(Push(payload: payload, byteCount: bytes, pushType: type))
    }

    @Test(arguments: [("alert", 4096), (nil, 4096), ("background", 4096), ("voip", 5120)])
    func `a payload has a largest size`(type: String?, limit: Int) throws {
        var stage = try Stage.background()
        try stage.act(push(limit, type: type))
        let before = stage.world
        let message =
            "the payload has \(limit + 1) bytes, and APNs accepts \(limit): PayloadTooLarge (413)"
        #expect(throws: Refusal(.payloadTooLarge, message)) {
            try stage.act(push(limit + 1, type: type))
        }
        #expect(stage.world == before && stage.step == Step())
    }

    @Test func `a bundle ID is case-sensitive`() {
        var stage = Stage()
        #expect(
            throws: Refusal(
                .notInstalled,
                "`com.example.MyApp` is not installed on `phone`: bundle IDs are case-sensitive",
                hint: "the app is `com.example.myapp`: send to that bundle ID")
        ) { try stage.receive(#"{"Simulator Target Bundle":"com.example.MyApp","aps":{}}"#) }
    }

    @Test func `a push for an app that is not there names those that are`() throws {
        var stage = Stage()
        try stage.act(.app(.install(.ncmb, bundleID: nil)))
        #expect(
            throws: Refusal(
                .notInstalled, "`x.y` is not installed on `phone`",
                hint: "installed are `com.example.myapp`, `com.example.ncmb`: send to one of those "
                    + "bundle IDs (`receive --bundle`), or first `app install --bundle x.y`")
        ) { try stage.receive(#"{"Simulator Target Bundle":"x.y","aps":{}}"#) }
        try stage.act(.device(.add(name: "tab", model: nil, os: nil)))
        #expect(
            throws: Refusal(
                .notInstalled, "`x.y` is not installed on `tab`",
                hint: "`app install --bundle x.y` first")
        ) { try stage.receive(#"{"Simulator Target Bundle":"x.y","aps":{}}"#) }
    }

    @Test func `a push finds the app it names`() throws {
        var stage = try Stage.background()
        try stage.act(.app(.install(.minimal, bundleID: nil)))
        try stage.receive(
            #"{"Simulator Target Bundle":"com.example.myapp","aps":{"alert":"T"}}"#, id: "a")
        #expect(stage.world.devices[0].apps.map(\.center.waiting.count) == [1, 0])
    }

    @Test func `the ID is the command's, the payload's, or made`() throws {
        var stage = try offline()
        let own = #"{"aps":{"alert":"T"},"message_id":"msg-9"}"#
        for (payload, id, expected) in [
            (own, "mine", "mine"), (own, nil, "msg-9"), (alert(), nil, "m-000001"),
            (alert(), nil, "m-000002"),
        ] {
            try stage.receive(payload, id: id)
            #expect(stage.step.results.first == .init(key: "id", value: .string(expected)))
        }
    }

    @Test func `APNs keeps one push for a device that is away`() throws {
        var stage = try offline()
        try stage.receive(alert(), id: "a")
        let held = Fact(
            .held, "a", "at APNs: `phone` is offline", rule: .storeAndForward, .stored(on: "phone"),
            of: address)
        var step = Step()
        step.facts = [held]
        step.changes = [.fact(held)]
        step.documents = [.appState(address)]
        step.results = [
            .init(key: "id", value: "a"), .init(key: "state", value: "stored"),
        ]
        #expect(stage.step == step)
        try stage.receive(alert(), id: "b")
        #expect(
            stage.lines == [
                "dropped a APNs stores only the newest push for an app, and b is newer",
                "held    b at APNs: `phone` is offline",
            ])
        try stage.act(.device(.online))
        #expect(stage.center.map(\.id) == ["b"])
        #expect(stage.world.app?.stored == nil)
        #expect(
            stage.step.documents == [.device("phone"), .appState(address), .appNow(address)])
    }

    @Test func `an expiration of 0 is for now or never`() throws {
        var stage = try offline()
        try stage.receive(alert(), id: "a")
        try stage.receive(alert(), id: "b", timeToLive: 0)
        #expect(
            stage.lines == [
                "not     shown b: `phone` is offline and apns-expiration is 0 or past, so APNs "
                    + "drops it"
            ])
        #expect(stage.step.results.last == .init(key: "state", value: "refused"))
        #expect(stage.world.app?.stored?.push.id == "a")
    }

    @Test(
        arguments: [
            (60, 60), (nil, 2_592_000), (2_592_000, 2_592_000), (99_999_999, 2_592_000),
        ] as [(Int?, Int64)])
    func `a stored push is dropped when its time is over`(lifetime: Int?, seconds: Int64) throws {
        var stage = try offline()
        try stage.receive(alert(), id: "a", timeToLive: lifetime)
        let stored = try #require(stage.world.app?.stored)
        #expect(stored.storedAt == .scriptStart)
        #expect(stored.expiresAt == Tick.scriptStart.advanced(by: seconds * 1000))
        try stage.wait(seconds: seconds - 1)
        #expect(stage.step == Step())
        try stage.wait(seconds: 5)
        let reason = seconds == 60 ? "it has expired" : "it stores nothing for more than 30 days"
        #expect(stage.lines == ["dropped a APNs discards it: \(reason)"])
        #expect(stage.step.documents == [.appState(address)])
        try stage.act(.device(.online))
        #expect(stage.center == [])
    }

    @Test func `each app has a push of its own waiting`() throws {
        var stage = try Stage.background()
        try stage.act([
            .app(.install(.migration, bundleID: nil)), .app(.launch), .app(.background),
            .device(.offline),
        ])
        for bundle in ["com.example.myapp", "com.example.migration"] {
            try stage.receive(
                #"{"Simulator Target Bundle":"\#(bundle)","aps":{"alert":"T"}}"#, id: bundle)
        }
        try stage.act(.device(.online))
        #expect(
            stage.world.devices[0].apps.map { $0.center.waiting.map(\.id) } == [
                ["com.example.myapp"], ["com.example.migration"],
            ])
    }
}
