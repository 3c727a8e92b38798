import PushModel
import Testing
import WorldTestSupport

@testable import PushSimulation

@Suite struct WorldReduceTests {
    private let later = Tick.scriptStart.advanced(by: 1000)
    private let earlier = Tick.scriptStart.advanced(by: -1000)

    @Test func `time passes and nothing else happens`() throws {
        var stage = Stage()
        var world = stage.world
        try stage.act(.advance(to: later))
        world.surroundings.now = later
        #expect(stage.world == world)
        #expect(stage.step == Step())
        try stage.act(.advance(to: later))
        #expect(stage.world == world)
    }

    @Test func `the clock is set back only before anything happened`() throws {
        let backwards = Refusal(.timeBackwards, "the clock never goes back")
        var stage = Stage()
        #expect(stage.world.isUntouched)
        try stage.act(.setClock(earlier))
        #expect(stage.world.surroundings.now == earlier)
        #expect(throws: backwards) {
            try stage.act(.advance(to: earlier.advanced(by: -1)))
        }
        try stage.act([.setClock(later), .app(.launch)])
        #expect(!stage.world.isUntouched)
        let before = stage.world
        #expect(throws: backwards) { try stage.act(.setClock(earlier)) }
        #expect(stage.world == before)
    }

    @Test func `settings of the world are set without a word`() throws {
        let endpoint = Endpoint(name: "us", url: "https://x.jp")
        let stub = Stub(kind: .ingest(.timeout), timesLeft: 1, text: "ingest timeout times=1")
        var stage = Stage()
        var world = stage.world
        try stage.act([
            .seed(7), .network(.off), .endpoint(endpoint), .stub(stub), .stub(stub),
            .configure(key: "queue.limit", value: "9"),
        ])
        world.surroundings.random = SplitMix64(seed: 7)
        world.surroundings.network.mode = .off
        world.surroundings.network.stubs = [stub, stub]
        world.surroundings.config.endpoint = endpoint
        world.surroundings.config.queueLimit = 9
        #expect(stage.world == world)
        #expect(stage.step == Step())
        try stage.act(.clearStubs)
        #expect(stage.world.surroundings.network.stubs == [])
    }

    @Test func `equal actions give equal worlds and equal steps`() throws {
        func run() throws -> Stage {
            var stage = Stage()
            try stage.act([.seed(9), .app(.launch), .app(.background)])
            try stage.receive(alert())
            return stage
        }
        let (first, second) = (try run(), try run())
        #expect(first.world == second.world)
        #expect(first.step == second.step)
    }

    @Test func `what waits happens in the order of its time`() throws {
        var stage = try Stage.background()
        try stage.act([
            .app(.install(.migration, bundleID: nil)), .app(.launch), .device(.offline),
        ])
        for (bundle, seconds) in [("com.example.myapp", 90), ("com.example.migration", 30)] {
            try stage.receive(
                #"{"Simulator Target Bundle":"\#(bundle)","aps":{"alert":"T"}}"#, id: bundle,
                timeToLive: seconds)
        }
        try stage.wait(seconds: 86_400)
        #expect(stage.step.facts.map(\.subject) == ["com.example.migration", "com.example.myapp"])
        let times = [30_000, 90_000].map { Tick.scriptStart.advanced(by: $0) }
        #expect(stage.step.facts.map(\.at) == times)
        #expect(stage.step.changes == stage.step.facts.map(Change.fact))
        #expect(
            stage.world.surroundings.now == Tick.scriptStart.advanced(by: 86_400_000))
    }
}
