import PushModel
import Testing

@testable import PushSimulation

@Suite struct WorldDeviceTests {
    typealias Set = @Sendable (inout DeviceStatus) -> Void

    static let changes: [(DeviceAction, String, Set)] = [
        (.lock, "is locked", { $0.isLocked = true }), (.unlock, "is unlocked", { _ in }),
        (.offline, "is offline", { $0.isOnline = false }), (.online, "is online", { _ in }),
        (.set(.focus, on: true), "focus is on", { $0.focus = true }),
        (.set(.mute, on: true), "mute is on", { $0.mute = true }),
        (.set(.mute, on: false), "mute is off", { _ in }),
        (.set(.lowPower, on: true), "low-power is on", { $0.lowPower = true }),
        (
            .set(.backgroundRefresh, on: false), "background-refresh is off",
            { $0.backgroundRefresh = false }
        ),
        (
            .summary([480, 1085]), "scheduled summary is at 08:00, 18:05",
            {
                $0.summary = [480, 1085]
                $0.summarySince = .scriptStart
            }
        ),
        (.summary([]), "scheduled summary is off", { $0.summarySince = .scriptStart }),
        (.language("ja-JP"), "language is ja-JP", { $0.language = "ja-JP" }),
    ]

    @Test(arguments: changes.indices)
    func `a switch changes the device and nothing else`(index: Int) throws {
        let (action, text, set) = Self.changes[index]
        var stage = Stage()
        var world = stage.world
        try stage.act(.device(action))
        set(&world.devices[0].status)
        #expect(stage.world == world)
        let fact = Fact(.device, "phone", text, rule: .command)
        var step = Step()
        step.facts = [fact]
        step.changes = [.fact(fact)]
        step.documents = [.device("phone")]
        #expect(stage.step == step)
    }

    @Test(arguments: [
        (true, false, true), (false, false, false), (true, true, false), (false, true, false),
    ])
    func `Low Power Mode and the switch keep apps asleep`(
        refresh: Bool, lowPower: Bool, wakes: Bool
    ) {
        var status = DeviceStatus()
        status.backgroundRefresh = refresh
        status.lowPower = lowPower
        #expect(status.wakesApps == wakes)
    }

    @Test func `a new device is empty and becomes the current one`() throws {
        var stage = Stage()
        try stage.act(.device(.add(name: "tab", model: nil, os: nil)))
        #expect(stage.lines == ["device  tab iPhone 15, iOS 17.5"])
        try stage.act(.device(.add(name: "old", model: "iPhone 8", os: "16.7")))
        #expect(stage.lines == ["device  old iPhone 8, iOS 16.7"])
        #expect(stage.world.device == Device(name: "old", model: "iPhone 8", os: "16.7"))
        #expect(stage.world.devices.map(\.name) == ["phone", "tab", "old"])
        try stage.act(.device(.use("phone")))
        #expect(stage.lines == ["device  phone is the current device"])
        #expect(stage.world.currentDevice == 0)
    }

    @Test(arguments: [
        (DeviceAction.add(name: "phone", model: nil, os: nil), Refusal.Code.deviceExists),
        (.restore(name: "phone"), .deviceExists), (.use("tab"), .noDevice),
    ])
    func `a wrong name changes nothing`(action: DeviceAction, code: Refusal.Code) throws {
        var stage = try Stage.background()
        let before = stage.world
        let refusal = #expect(throws: Refusal.self) { try stage.act(.device(action)) }
        #expect(refusal?.code == code)
        #expect(stage.world == before && stage.step == Step())
    }

    @Test func `a device is addressed by its name`() throws {
        var stage = Stage()
        try stage.act(.device(.add(name: "tab", model: nil, os: nil)))
        var step = Step()
        try stage.world.reduce(.device(.lock), on: "phone", into: &step)
        #expect(stage.world.devices.map(\.status.isLocked) == [true, false])
        #expect(
            throws: Refusal(
                .noDevice, "there is no device `pad`", hint: "devices are `phone`, `tab`")
        ) { try stage.world.reduce(.app(.launch), on: "pad", into: &step) }
        #expect(
            throws: Refusal(
                .notInstalled, "no app is installed on `tab`", hint: "`app install` first")
        ) { try stage.act(.app(.launch)) }
    }

    @Test(arguments: [AppAction.forceQuit, .kill, .background, .uninstall])
    func `a restart ends processes and lifts the ban of a force-quit`(action: AppAction) throws {
        var stage = Stage()
        try stage.act([.app(.launch), .app(action), .device(.restart)])
        let app = try #require(stage.world.app)
        #expect(app.state == (action == .uninstall ? .uninstalled : .notRunning))
        #expect(app.screen == nil && app.tokens.sdkDeviceToken == nil)
        #expect(stage.lines == ["device  phone restarts, and waits for its first unlock"])
    }

    @Test func `a restored device has the users and settings but no addresses`() throws {
        var stage = Stage()
        try stage.set("version", "3.1")
        try stage.act([
            .app(.launch), .login("cust-1"), .app(.install(.minimal, bundleID: nil)),
            .app(.uninstall), .device(.restore(name: "new")),
        ])
        let old = try #require(stage.world.devices[0].apps.first)
        let address = AppAddress(device: "new", bundleID: "com.example.myapp")
        var app = App(address: address, settings: old.settings)
        app.userID = "cust-1"
        app.permission = old.permission
        var device = Device(name: "new")
        device.apps = [app]
        #expect(stage.world.device == device)
        #expect(app.settings.version == "3.1" && app.permission.status == .authorized)
        #expect(
            stage.lines == [
                "device  new restored from a backup of phone: apps get new tokens"
            ])
        #expect(stage.step.documents == [.app(address), .appState(address), .device("new")])
    }

    @Test func `a restored app's choices are in its own history`() throws {
        var stage = Stage()
        try stage.act([
            .permission(.deny), .permission(.turn(.banners, isOn: false)),
        ])
        try stage.set("schemes", "other")
        try stage.act(.device(.restore(name: "new")))
        let address = AppAddress(device: "new", bundleID: "com.example.myapp")
        let kept = stage.step.changes.compactMap { change -> Occurrence? in
            guard case .fact(let fact) = change, fact.app == address else { return nil }
            return fact.occurrence
        }
        #expect(
            kept == [
                .chosen(.setting("schemes", "other")), .chosen(.permission(.denied)),
                .chosen(.turned(.banners, isOn: false)),
            ])
    }
}
