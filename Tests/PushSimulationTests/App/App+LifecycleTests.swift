import PushModel
import Testing

@testable import PushSimulation

@Suite struct AppLifecycleTests {
    typealias State = App.RunState

    private static let name = "com.example.myapp"

    /// An app in a state, with a token and no permission prompt to come.
    private func stage(_ state: State) throws -> Stage {
        var stage = Stage()
        try stage.act([.app(.launch), .login("cust-1")])
        switch state {
        case .foreground: break
        case .background: try stage.act(.app(.background))
        case .notRunning: try stage.act(.app(.kill))
        case .forceQuit: try stage.act(.app(.forceQuit))
        case .uninstalled: try stage.act(.app(.uninstall))
        }
        return stage
    }

    /// Where each action leads from each state; nil = it is refused.
    static let moves: [(AppAction, [State?])] = [
        (.launch, [nil, .foreground, .foreground, .foreground, .foreground]),
        (.foreground, [nil, nil, .foreground, .foreground, nil]),
        (.background, [nil, nil, .background, .background, nil]),
        (.badge(0), [nil, nil, .foreground, .background, nil]),
        (.kill, [nil, .notRunning, .notRunning, .notRunning, .forceQuit]),
        (.forceQuit, [nil, .forceQuit, .forceQuit, .forceQuit, .forceQuit]),
        (
            .update(version: "2.0", firebase: nil),
            [nil, .notRunning, .notRunning, .notRunning, .forceQuit]
        ),
        (.reinstall, [nil, .notRunning, .notRunning, .notRunning, .notRunning]),
        (.clearData, [nil, .notRunning, .notRunning, .notRunning, .forceQuit]),
        (.uninstall, [nil, .uninstalled, .uninstalled, .uninstalled, .uninstalled]),
    ]

    @Test(
        arguments: moves.indices,
        [State.uninstalled, .notRunning, .foreground, .background, .forceQuit])
    func `an action leads where iOS leads`(move: Int, from: State) throws {
        let (action, table) = Self.moves[move]
        let states: [State] = [.uninstalled, .notRunning, .foreground, .background, .forceQuit]
        let place = try #require(states.firstIndex(of: from))
        var stage = try stage(from)
        let before = stage.world
        guard let target = table[place] else {
            let refusal = #expect(throws: Refusal.self) { try stage.act(.app(action)) }
            #expect(refusal?.code == (from == .uninstalled ? .notInstalled : .notRunning))
            #expect(stage.world == before && stage.step == Step())
            return
        }
        try stage.act(.app(action))
        #expect(stage.world.app?.state == target)
    }

    @Test(arguments: [
        (
            State.background, AppAction.foreground,
            ["applicationWillEnterForeground", "applicationDidBecomeActive"]
        ),
        (
            .foreground, .background,
            ["applicationWillResignActive", "applicationDidEnterBackground"]
        ),
        (.foreground, .kill, []), (.background, .kill, []),
        (.foreground, .forceQuit, []), (.foreground, .launch, []),
    ])
    func `callbacks come in iOS's order`(from: State, action: AppAction, calls: [String]) throws {
        var stage = try stage(from)
        try stage.act(.app(action))
        #expect(stage.step.facts.filter { $0.verb == .called }.map(\.subject) == calls)
    }

    @Test func `doing it twice is a note`() throws {
        for (state, action, note) in [
            (State.foreground, AppAction.launch, "already in front"),
            (.background, .background, "already in the background"),
            (.notRunning, .kill, "not running"), (.forceQuit, .forceQuit, "force-quit"),
            (.forceQuit, .kill, "force-quit"),
        ] {
            var stage = try stage(state)
            let before = stage.world
            try stage.act(.app(action))
            let fact = Fact(.note, "", "\(Self.name) is \(note)", rule: .appLifecycle)
            #expect(stage.step.facts == [fact])
            #expect(stage.world == before)
        }
    }

    @Test func `entering the background may flush`() throws {
        var stage = try stage(.foreground)
        try stage.set("td.upload-in-background", "on")
        try stage.act(.app(.background))
        let address = AppAddress(device: "phone", bundleID: Self.name)
        #expect(stage.step.effects == [.loadBatch(app: address, after: 0, limit: 2)])
    }

    @Test func `people come and go only in a running app`() throws {
        var stage = try stage(.foreground)
        try stage.act(.logout)
        #expect(stage.lines == ["logout  cust-1"])
        #expect(stage.world.app?.userID == nil)
        try stage.act(.logout)
        #expect(stage.lines == ["note    nobody is logged in"])
        try stage.act(.app(.kill))
        for action in [Action.logout, .login("x")] {
            let refusal = #expect(throws: Refusal.self) { try stage.act(action) }
            #expect(refusal?.code == .notRunning)
        }
    }

    @Test func `iOS prompts once`() throws {
        var stage = try stage(.foreground)
        #expect(
            throws: Refusal(
                .permissionDecided, "the permission is authorized: iOS prompts only once",
                hint: "the user changes it in Settings: `permission grant` or `permission deny`")
        ) { try stage.act(.permission(.ask)) }
    }

    @Test(arguments: [
        (PermissionAction.deny, Permission.Status.denied, "refused permission denied"),
        (.provisional, .provisional, "granted permission provisional: deliveries are quiet"),
        (
            .grant(timeSensitive: false, alerts: false), .authorized,
            "granted permission authorized, alerts off, time-sensitive off"
        ), (.grant(timeSensitive: nil, alerts: nil), .authorized, "granted permission authorized"),
    ])
    func `the user decides in Settings`(
        action: PermissionAction, status: Permission.Status, line: String
    ) throws {
        var stage = try stage(.foreground)
        try stage.act(.permission(action))
        #expect(stage.lines == [line])
        #expect(stage.world.app?.permission.status == status)
    }
}
