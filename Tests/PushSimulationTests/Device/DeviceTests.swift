import Testing

@testable import PushSimulation

@Suite struct DeviceTests {
    @Test(arguments: [0, 1, 2])
    func `a restored device has the same current app`(deleted: Int) throws {
        var stage = Stage()
        try stage.act([
            .app(.install(.ncmb, bundleID: nil)), .app(.install(.minimal, bundleID: nil)),
        ])
        stage.world.devices[0].apps[deleted].state = .uninstalled
        stage.world.devices[0].currentApp = deleted == 1 ? 2 : 1
        let current = stage.world.app?.address.bundleID
        try stage.act(.device(.restore(name: "p2")))
        #expect(stage.world.device.name == "p2")
        #expect(stage.world.app?.address.bundleID == current)
    }
}
