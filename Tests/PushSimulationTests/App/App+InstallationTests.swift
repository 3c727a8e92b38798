import PushModel
import Testing

@testable import PushSimulation

@Suite struct AppInstallationTests {
    private let address = AppAddress(device: "phone", bundleID: "com.example.myapp")

    /// An app that was used: a user, a badge, two events and a notification that waits.
    private func used() throws -> Stage {
        var stage = try Stage.background()
        try stage.act([.app(.foreground), .login("cust-1"), .app(.background)])
        try stage.receive(alert(#","badge":4"#), id: "a")
        return stage
    }

    @Test(arguments: [AppAction.uninstall, .reinstall])
    func `a deleted app takes its data along and leaves the keychain`(action: AppAction) throws {
        var stage = try used()
        let old = try #require(stage.world.app)
        try stage.act(.app(action))
        var app = App(address: address, settings: old.settings)
        app.state = action == .uninstall ? .uninstalled : .notRunning
        // The keychain stays, but FCM learns from APNs that nobody is there.
        var keychain = old.tokens.cache
        keychain[0].isRegistered = false
        #expect(stage.world.app?.tokens.cache == keychain)
        #expect(stage.world.app?.state == app.state && stage.world.app?.badge == 0)
        #expect(stage.world.app?.userID == nil && stage.world.app?.wasLaunched == false)
        #expect(stage.world.app?.permission == Permission() && stage.center == [])
        #expect(stage.world.app?.queue == EventQueue())
        #expect(stage.world.app?.tokens.deviceToken == nil)
        #expect(
            Array(stage.step.changes.prefix(2)) == [
                .notificationState(sequence: 1, state: .removed, at: .scriptStart),
                .dropOldestEvents(old.queue.count, app: address),
            ])
        #expect(
            stage.lines == [
                "dropped \(old.queue.count) events because uninstalling the app deleted its queue"
            ])
    }

    @Test func `an update keeps the data`() throws {
        var stage = try used()
        let old = try #require(stage.world.app)
        try stage.act(.app(.update(version: "2.0", firebase: nil)))
        let new = try #require(stage.world.app)
        #expect(new.settings.version == "2.0" && new.state == .notRunning)
        #expect(new.userID == old.userID && new.badge == 4 && new.queue == old.queue)
        #expect(new.center == old.center && new.permission == old.permission)
        #expect(new.tokens.cache == old.tokens.cache)
        #expect(new.tokens.deviceToken == old.tokens.deviceToken)
        let text = "updated to version 2.0"
        #expect(stage.step.facts == [Fact(.app, address.bundleID, text, rule: .appUpdate)])
    }

    @Test func `an update with another project says so`() throws {
        var stage = Stage()
        let project = FirebaseProject(
            projectID: "p", senderID: "7", googleAppID: "1:7:ios:0", bundleID: "x")
        try stage.act(.app(.update(version: nil, firebase: project)))
        #expect(
            stage.step.facts.map(\.line) == [
                "app     com.example.myapp updated to version 1.0, Firebase project p (sender 7)",
                "warning GoogleService-Info.plist BUNDLE_ID is `x` and the app is"
                    + " `com.example.myapp`",
            ])
        #expect(stage.world.app?.settings.firebase == project)
        #expect(stage.step.documents == [.appState(address), .app(address), .world])
    }

    @Test func `an app that was used is not installed over`() throws {
        var stage = try used()
        let before = stage.world
        #expect(
            throws: Refusal(
                .alreadyInstalled, "`com.example.myapp` is already installed on `phone`",
                hint: "`app reinstall` deletes and installs it again")
        ) { try stage.act(.app(.install(.treasureData, bundleID: nil))) }
        #expect(stage.world == before)
        try stage.act([.app(.uninstall), .app(.install(.minimal, bundleID: "com.example.myapp"))])
        #expect(stage.world.app?.state == .notRunning)
        #expect(stage.world.app?.settings.profile == .minimal)
    }

    @Test(arguments: Profile.allCases)
    func `a profile is installed beside the others and becomes current`(profile: Profile) throws {
        var stage = Stage()
        try stage.act(.app(.install(profile, bundleID: "a.b")))
        let address = AppAddress(device: "phone", bundleID: "a.b")
        let settings = AppSettings(profile: profile, bundleID: "a.b")
        #expect(stage.world.app == App(address: address, settings: settings))
        #expect(stage.world.devices[0].apps.count == 2)
        #expect(
            stage.step.facts.map(\.line) == [
                "app     a.b installed, profile \(profile.rawValue)"
            ])
        #expect(
            stage.step.documents == [.device("phone"), .app(address), .appState(address)])
    }

    @Test func `the queue goes with the app's data, and only once`() throws {
        var stage = try used()
        let count = try #require(stage.world.app).queue.count
        #expect(count == 2)
        try stage.act(.app(.clearData))
        #expect(stage.step.changes.contains(.dropOldestEvents(count, app: address)))
        let dropped = "dropped 2 events because clearing the app's data cleared its queue"
        #expect(stage.lines.last == dropped)
        #expect(stage.world.app?.queue == EventQueue())
        // What is shown is iOS's, and stays.
        #expect(stage.center.map(\.id) == ["a"] && stage.world.app?.badge == 4)
        try stage.act(.app(.clearData))
        #expect(!stage.step.facts.contains { $0.verb == .dropped })
    }

    @Test func `an app that was never launched is replaced, and that is said`() throws {
        var stage = Stage()
        try stage.set("version", "7.0")
        try stage.act(.app(.install(.minimal, bundleID: nil)))
        let first = stage.step.facts.map(\.line)
        try stage.set("version", "8.0")
        try stage.act(.app(.install(.minimal, bundleID: nil)))
        let again = stage.step.facts.map(\.line)
        #expect(first.last?.hasSuffix("installed, profile minimal") == true)
        #expect(
            again.last?.hasSuffix(
                "installed, profile minimal; it replaces the installed app, which was never "
                    + "launched, and its settings") == true)
        #expect(stage.world.app?.settings.version != "8.0")
        try stage.act([.app(.uninstall), .app(.install(.minimal, bundleID: nil))])
        #expect(stage.step.facts.last?.line == first.last)
    }
}
