import Testing

@testable import PushSimulation

/// TD-07, TD-14: the scene life cycle, and the SDK that requires it.
@Suite struct ScenesTests {
    private func stage(os: String, builtWith: String, lifecycle: String) throws -> Stage {
        var stage = Stage()
        stage.world.devices[0].os = os
        try stage.set("built-with", builtWith)
        try stage.set("lifecycle", lifecycle)
        return stage
    }

    @Test(arguments: [
        ("26.4", "26.0", "app-delegate", true), ("27.0", "26.0", "app-delegate", true),
        ("26.4", "27.0", "app-delegate", true), ("27.0", "27.0", "app-delegate", false),
        ("27.1", "27.2", "app-delegate", false), ("27.0", "27.0", "scene", true),
    ])
    func `an app launches unless SDK and system both ask for scenes`(
        os: String, sdk: String, lifecycle: String, launches: Bool
    ) throws {
        var stage = try stage(os: os, builtWith: sdk, lifecycle: lifecycle)
        try stage.act(.app(.launch))
        #expect((stage.world.app?.state == .foreground) == launches)
        #expect((stage.step.failure?.code == .appCrashed) == !launches)
        #expect((stage.world.app?.tokens.deviceToken != nil) == launches)
    }

    @Test func `a push does not start an app that cannot launch`() throws {
        var stage = try stage(os: "27.0", builtWith: "26.0", lifecycle: "app-delegate")
        try stage.act([.app(.launch), .app(.kill)])
        try stage.set("built-with", "27.0")
        try stage.receive(SamplePayload.silent.text)
        #expect(stage.world.app?.state == .notRunning)
        #expect(stage.step.failure == nil)
    }

    @Test(arguments: [
        (true, "scene.connection-options"), (false, "scene.open-url-contexts"),
    ])
    func `a link is lost where its callback is missing, and only there`(
        isColdStart: Bool, key: String
    ) throws {
        for isMissing in [true, false] {
            var stage = try stage(os: "18.0", builtWith: "26.0", lifecycle: "scene")
            try stage.set(key, isMissing ? "off" : "on")
            if !isColdStart { try stage.act(.app(.launch)) }
            try stage.act(.open("myapp://coupons", from: LinkSource()))
            #expect(stage.events == (isMissing ? [] : [.deeplinkOpen]))
        }
    }
}
