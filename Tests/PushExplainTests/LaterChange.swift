import PushModel

@testable import PushExplain
@testable import PushSimulation

/// One thing that somebody changes after a push: it must not be blamed for what came before.
struct LaterChange: Sendable {
    var name: String
    /// Whether events, waiting pushes or the app itself are gone with it.
    var isDeletion = false
    /// Whether what still has to be uploaded meets it.
    var reachesData = false
    var actions: [Action]

    init(
        _ name: String, isDeletion: Bool = false, reachesData: Bool = false, _ actions: [Action]
    ) {
        self.name = name
        self.isDeletion = isDeletion
        self.reachesData = reachesData
        self.actions = actions
    }

    static let all: [LaterChange] =
        [
            LaterChange("the permission is denied", [.permission(.deny)]),
            LaterChange(
                "alerts are turned off", [.permission(.grant(timeSensitive: nil, alerts: false))]),
            LaterChange("a Focus", [.device(.set(.focus, on: true))]),
            LaterChange("the mute switch", [.device(.set(.mute, on: true))]),
            LaterChange("a summary", [.device(.summary([540]))]),
            LaterChange("hidden previews", [.device(.previews(.never))]),
            LaterChange("the device is locked", [.device(.lock)]),
            LaterChange("offline", reachesData: true, [.device(.offline)]),
            LaterChange("no network", reachesData: true, [.network(.off)]),
            LaterChange("the app is killed", [.app(.kill)]),
            LaterChange("the app is force-quit", [.app(.forceQuit)]),
            LaterChange("to the background", [.app(.background)]),
            LaterChange("the token expires", [.token(.expire)]),
            LaterChange("the token is deleted", [.token(.delete)]),
            LaterChange("APNs refuses from now on", [.stub("apns reason=TooManyRequests")]),
            LaterChange("FCM refuses from now on", [.stub("fcm error=UNAVAILABLE")]),
            LaterChange("the pictures are gone", [.stub("https://a.example/* status=404")]),
            LaterChange("the app's data is cleared", isDeletion: true, [.app(.clearData)]),
            LaterChange("the app is installed anew", isDeletion: true, [.app(.reinstall)]),
            LaterChange("the app is deleted", isDeletion: true, [.app(.uninstall)]),
            LaterChange("another region", reachesData: true, [.endpoint(.europe)]),
        ] + settings

    /// What its developers change in the app, with the next build.
    private static let settings: [LaterChange] = [
        ("firebase.apns-key", "off"), ("will-present", "none"), ("delegate", "off"),
        ("delegate.did-receive", "off"), ("delegate.will-present", "off"),
        ("entitlement.aps", "off"), ("register", "never"), ("nse", "off"),
        ("nse.megabytes", "40"), ("nse.image-keys", "photo_url"), ("background-mode", "off"),
        ("remote-callback", "off"), ("categories", "none"), ("schemes", "none"),
        ("link-handler", "off"), ("screens", "home"), ("swizzling", "off"),
        ("permission.options", "badge"), ("sounds", "none"), ("nse.delivery", "off"),
        ("firebase.configured", "off"), ("firebase.delegate", "off"),
    ].map { LaterChange("\($0) \($1)", [.set($0, $1)]) }

    /// Whether the answer about a push in a plan may not depend on it.
    ///
    /// `faults` are those of the plan, the first broken link before the others.
    func leaves(_ plan: WorldPlan, with faults: [WorldFault]) -> Bool {
        let order = ChainLink.Stage.allCases
        let event = order.firstIndex(of: .event) ?? 0
        let healthy = plan.profile == .treasureData ? order.count : event
        let stage = faults.first.map { order.firstIndex(of: $0.stage) ?? 0 } ?? healthy
        let waits =
            plan.waits || faults.contains { [.deviceOffline, .deviceAsleep].contains($0.cause) }
        let isDone = stage <= event && !waits
        if isDeletion { return isDone && faults.first?.stage != .tap }
        return reachesData ? isDone : true
    }
}

extension Endpoint {
    fileprivate static let europe = Endpoint(
        name: "eu", url: "https://eu01.records.in.treasuredata.com")
}
