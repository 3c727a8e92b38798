import PushModel
import PushPayload
import PushTestSupport
import PushText

@testable import PushExplain
@testable import PushSimulation

/// Draws actions as a hostile person, provider and network would do them.
struct RandomAction {
    private var generator: SeededGenerator
    private var devices = ["phone"]

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
    }

    private mutating func number(_ limit: Int) -> Int {
        Int.random(in: 0..<limit, using: &generator)
    }

    private mutating func coin(_ one: Int = 2) -> Bool { number(one) == 0 }

    private mutating func pick<T>(_ choices: [T]) -> T { choices[number(choices.count)] }

    /// The next action in a world, and the device it is for.
    ///
    /// Now and then it mends what earlier ones broke: most settings of a world let nothing through,
    /// and a walk that broke everything would only ever see refusals.
    mutating func next(in world: World) -> (action: Action, device: String?) {
        if coin(3), let action = Self.mending(world) { return (action, nil) }
        let now = world.surroundings.now
        let device = coin(4) ? pick(devices + ["nowhere"]) : nil
        switch number(20) {
        case 0..<8: return (.receive(push()), device)
        case 8, 9: return (.app(life()), device)
        case 10, 11: return (tap(), device)
        case 12: return (coin(4) ? .dismissAll : .dismiss(id: coin() ? nil : id()), device)
        case 13: return (.device(deviceAction()), device)
        case 14: return (.permission(permission()), device)
        case 15: return (.advance(to: now.advanced(by: pause())), nil)
        case 16: return (setting(), device)
        case 17: return (.open(link(), from: LinkSource()), device)
        case 18: return (coin() ? .flush(limit: nil) : .login("cust-\(number(3))"), device)
        default: return (surroundings(), device)
        }
    }

    /// What lets pushes through to the current app again; nil when nothing stands in their way.
    private static func mending(_ world: World) -> Action? {
        if world.surroundings.network.mode == .off { return .network(.simulated) }
        if !world.device.status.isOnline { return .device(.online) }
        guard let app = world.app, app.state != .uninstalled else {
            return .app(.install(.treasureData, bundleID: nil))
        }
        if app.settings.registration == .never { return set("register", "launch") }
        if app.permission.status != .authorized {
            return .permission(.grant(timeSensitive: true, alerts: true))
        }
        if app.tokens.deviceToken == nil { return .app(app.isRunning ? .kill : .launch) }
        if !app.settings.hasServiceExtension { return set("nse", "on") }
        if !app.settings.usesTreasureData { return set("td", "on") }
        if !app.settings.handlesResponses {
            return set(app.settings.hasDelegate ? "delegate.did-receive" : "delegate", "on")
        }
        return nil
    }

    private static func set(_ key: String, _ value: String) -> Action {
        .app(.set(key: key, value: value))
    }

    private mutating func id() -> String { "msg-\(number(30))" }

    private mutating func pause() -> Int64 {
        pick([-1, 0, 1000, 61_000, 3_600_000, 40_000_000, 86_400_000 * 31])
    }

    private mutating func life() -> AppAction {
        pick([
            .launch, .launch, .launch, .background, .background, .foreground, .kill, .forceQuit,
            .update(version: "2.0", firebase: nil), .reinstall, .uninstall, .clearData,
            .install(.treasureData, bundleID: nil), .install(.ncmb, bundleID: nil),
            .install(.minimal, bundleID: nil), .install(.migration, bundleID: nil),
        ])
    }

    private mutating func tap() -> Action {
        .tap(
            id: coin() ? nil : id(), button: coin(4) ? pick(["reply", "mute"]) : nil,
            opensLink: coin())
    }

    private mutating func deviceAction() -> DeviceAction {
        if coin(12), devices.count < 3 {
            let name = "device-\(devices.count)"
            devices.append(name)
            return coin() ? .add(name: name, model: nil, os: nil) : .restore(name: name)
        }
        let control = pick(DeviceSwitch.allCases)
        return pick([
            .lock, .unlock, .online, .online, .offline, .restart, .use(pick(devices)),
            .set(control, on: coin()), .set(control, on: false), .summary([]),
            .summary([8 * 60, 18 * 60 + 30]), .language(pick(["en", "ja", "ja-JP"])),
            .set(.backgroundRefresh, on: true),
        ])
    }

    private mutating func permission() -> PermissionAction {
        pick([
            .ask, .grant(timeSensitive: nil, alerts: nil), .grant(timeSensitive: true, alerts: nil),
            .grant(timeSensitive: false, alerts: false), .deny, .provisional,
        ])
    }

    private mutating func surroundings() -> Action {
        pick([
            .network(.off), .network(.simulated), .network(.simulated), .logout,
            .token(.refresh), .token(.fetch), .token(.delete), .token(.expire),
        ])
    }

    private mutating func setting() -> Action {
        let settings: [(String, [String])] = [
            ("register", ["granted", "launch", "never"]), ("delegate", ["on", "off"]),
            ("delegate.will-present", ["on", "off"]),
            ("will-present", ["none", "banner", "list,badge", "banner,list,sound,badge"]),
            ("remote-callback", ["on", "off"]), ("background-mode", ["on", "off"]),
            ("local-notification", ["on", "off"]), ("nse", ["on", "off"]),
            ("nse.delivery", ["on", "off"]), ("nse.milliseconds", ["0", "0", "29999", "30000"]),
            ("nse.megabytes", ["8", "8", "25"]), ("nse.clears-text", ["on", "off"]),
            ("categories", ["none", "engage!", "engage,chat+reply+mute"]),
            ("entitlement.critical", ["on", "off"]), ("sounds", ["none", "coin.caf:2"]),
            ("entitlement.time-sensitive", ["on", "off"]), ("screens", ["none", "coupons"]),
            ("td", ["on", "off"]), ("permission.at-launch", ["on", "off"]),
            ("delegate.did-receive", ["on", "off"]), ("focus.allowed", ["on", "off"]),
            ("focus.filter", ["none", "work,home"]), ("nse.key", ["none", "embedded"]),
            ("no-such", ["x"]),
        ]
        let (key, values) = pick(settings)
        return .app(.set(key: key, value: pick(values)))
    }

    private mutating func link() -> String {
        pick([
            "https://example.com/promo", "myapp://coupons/42?a=1&b=%00", "javascript:alert(1)",
            "myapp://../x", "no link", "HTTPS://user@evil", "myapp://%zz", "other://x", "myapp:",
        ])
    }

    private mutating func push() -> Push {
        var aps: [JSON.Member] = []
        if !coin(4) { aps.append(.init(key: "alert", value: alert())) }
        if coin(3) { aps.append(.init(key: "badge", value: .int(number(5)))) }
        if coin(3) { aps.append(.init(key: "sound", value: sound())) }
        if coin(3) { aps.append(.init(key: "content-available", value: 1)) }
        if coin(3) { aps.append(.init(key: "mutable-content", value: 1)) }
        if coin(3) {
            let level = pick(InterruptionLevel.allCases)
            aps.append(.init(key: "interruption-level", value: .string(level.rawValue)))
        }
        if coin(3) { aps.append(.init(key: "category", value: .string(pick(["engage", "chat"])))) }
        if coin(4) {
            aps.append(.init(key: "filter-criteria", value: .string(pick(["work", "news"]))))
        }
        var root: [JSON.Member] = [.init(key: "aps", value: .object(aps))]
        if coin() { root.append(.init(key: "message_id", value: .string(id()))) }
        if coin() { root.append(.init(key: "link", value: .string(link()))) }
        if coin(3) {
            let url = pick(["https://example.com/a.png", "http://example.com/a.png", "x.exe"])
            root.append(.init(key: "image_url", value: .string(url)))
        }
        if coin(3) {
            let body = pick(["open:B", "open:", "x"])
            root.append(.init(key: "enc", value: .string(body)))
        }
        if coin(3) { root.append(.init(key: "data", value: ["newTitle": "N", "newBody": "B"])) }
        return Push(
            payload: Payload(root: .object(root)), byteCount: coin(50) ? 5000 : 100,
            pushType: pick([nil, nil, nil, "alert", "background", "voip", "liveactivity"]),
            priority: pick([nil, 10, 5, 1]), collapseID: coin(5) ? pick(["c-1", "c-2"]) : nil,
            timeToLive: pick([nil, nil, 0, 60]), added: coin(5) ? ["aps.category"] : [],
            bundleID: coin(20) ? pick(["com.example.myapp", "com.example.MyApp"]) : nil)
    }

    private mutating func alert() -> JSON {
        pick([
            "text", ["title": "T", "body": "B"], ["loc-key": "K %@", "loc-args": ["1"]],
            ["title-loc-key": "K"], [:], ["body": ""],
        ])
    }

    private mutating func sound() -> JSON {
        pick(["default", "coin.caf", "", ["critical": 1, "name": "coin.caf", "volume": 0.5]])
    }
}
