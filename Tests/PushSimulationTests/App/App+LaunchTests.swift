import PushModel
import Testing

@testable import PushSimulation

@Suite struct AppLaunchTests {
    /// The app methods that the last action called.
    private func called(_ stage: Stage) -> [String] {
        stage.step.facts.filter { $0.verb == .called }.map(\.subject)
    }

    @Test(arguments: [AppAction.kill, .forceQuit])
    func `a process that is ended in front is told nothing`(end: AppAction) throws {
        var stage = Stage()
        try stage.act([.app(.launch), .app(end)])
        #expect(called(stage) == [])
        #expect(stage.world.app?.isRunning == false)
    }

    @Test(arguments: ["on", "off"])
    func `an app that uploads at launch does so once its process starts`(value: String) throws {
        var stage = Stage()
        try stage.set("td.upload-at-launch", value)
        try stage.act(.app(.launch))
        let address = AppAddress(device: "phone", bundleID: "com.example.myapp")
        let upload: [Effect] = [.loadBatch(app: address, after: 0, limit: 1)]
        #expect(stage.step.effects == (value == "on" ? upload : []))
        try stage.act([.app(.background), .app(.launch)])
        #expect(stage.step.effects == [])
    }

    @Test func `locking takes the app from the front and unlocking brings it back`() throws {
        var stage = Stage()
        try stage.act([.app(.launch), .device(.lock)])
        #expect(stage.world.app?.state == .background)
        #expect(
            called(stage) == ["applicationWillResignActive", "applicationDidEnterBackground"])
        try stage.act(.device(.unlock))
        #expect(stage.world.app?.state == .foreground)
        #expect(called(stage) == ["applicationWillEnterForeground", "applicationDidBecomeActive"])
        #expect(
            stage.step.facts.filter { $0.verb == .app }.map(\.rule) == [.deviceLock])
    }

    @Test(arguments: [[], [.kill], [.kill, .launch, .background]] as [[AppAction]])
    func `unlocking brings no app back that was not in front`(actions: [AppAction]) throws {
        var stage = try Stage.background()
        if !actions.isEmpty { try stage.act(.app(.foreground)) }
        try stage.act(.device(.lock))
        try stage.act(actions.map(Action.app))
        let state = stage.world.app?.state
        try stage.act(.device(.unlock))
        #expect(stage.world.app?.state == state && state != .foreground)
        #expect(called(stage) == [])
    }
}
