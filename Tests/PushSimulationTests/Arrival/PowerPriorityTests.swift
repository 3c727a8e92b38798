import Testing

@testable import PushSimulation

/// PL-04, A-SEND: a push of priority 1 never wakes a device; a locked one counts as asleep.
@Suite struct PowerPriorityTests {
    private let held = "at APNs: `phone` is locked, and priority 1 does not wake it"

    private func locked() throws -> Stage {
        var stage = try Stage.background()
        try stage.act(.device(.lock))
        return stage
    }

    @Test func `it waits at APNs until the user unlocks`() throws {
        var stage = try locked()
        try stage.receive(alert(#","badge":4"#), id: "m", priority: 1)
        #expect(stage.lines == ["held    m \(held)"])
        #expect(stage.center.isEmpty && stage.world.app?.badge == 0)
        try stage.act(.device(.unlock))
        #expect(
            stage.lines.prefix(3) == [
                "device  phone is unlocked", "badge   4", "shown   m banner \"T\"",
            ])
        #expect(stage.world.app?.stored == nil)
    }

    @Test(arguments: [10, 5, nil])
    func `other priorities arrive on the lock screen`(priority: Int?) throws {
        var stage = try locked()
        try stage.receive(alert(), id: "m", priority: priority)
        #expect(stage.lines.first == "shown   m lock screen \"T\"")
    }

    @Test func `the newest one is kept, and only as long as its expiration says`() throws {
        var stage = try locked()
        try stage.receive(alert(), id: "a", priority: 1)
        try stage.receive(alert(), id: "b", priority: 1, timeToLive: 60)
        #expect(
            stage.lines == [
                "dropped a APNs stores only the newest push for an app, and b is newer",
                "held    b \(held)",
            ])
        try stage.wait(seconds: 60)
        #expect(stage.lines == ["dropped b APNs discards it: it has expired"])
        try stage.receive(alert(), id: "c", priority: 1, timeToLive: 0)
        #expect(
            stage.lines == [
                "not     shown c: `phone` is locked, and priority 1 does not wake it and "
                    + "apns-expiration is 0 or past, so APNs drops it"
            ])
    }

    @Test func `a device that comes back locked still sleeps`() throws {
        var stage = try locked()
        try stage.act(.device(.offline))
        try stage.receive(alert(), id: "m", priority: 1)
        #expect(stage.lines == ["held    m at APNs: `phone` is offline"])
        try stage.act(.device(.online))
        #expect(stage.lines == ["device  phone is online"])
        try stage.act([.device(.offline), .device(.unlock)])
        #expect(stage.lines == ["device  phone is unlocked"])
        try stage.act(.device(.online))
        #expect(stage.lines.contains("shown   m banner \"T\""))
    }

    @Test func `a background push waits alike`() throws {
        var stage = try locked()
        try stage.receive(#"{"aps":{"content-available":1}}"#, id: "m", priority: 1)
        #expect(stage.lines == ["held    m \(held)"])
        try stage.act(.device(.unlock))
        #expect(
            stage.lines.last
                == "called  application(_:didReceiveRemoteNotification:fetchCompletionHandler:)")
    }

    @Test func `a tap on the lock screen wakes the device`() throws {
        var stage = try locked()
        try stage.receive(alert(), id: "a", priority: 10)
        try stage.receive(alert(), id: "b", priority: 1)
        try stage.act(.tap(id: "a", button: nil, opensLink: false))
        #expect(stage.world.app?.stored == nil)
        // The app is in front by then.
        #expect(stage.lines.contains { $0.contains("willPresent") })
    }
}
