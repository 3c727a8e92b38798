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
}
