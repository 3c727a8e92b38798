import Testing

@testable import PushSimulation

@Suite struct AppLifecycleTests {
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
}
