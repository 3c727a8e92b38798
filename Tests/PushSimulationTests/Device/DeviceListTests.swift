import PushModel
import PushPayload
import PushText
import Testing

@testable import PushSimulation

@Suite struct DeviceListTests {
    private func device(_ name: String, waitingUntil due: Int64? = nil) -> Device {
        var device = Device(name: name)
        var app = App(
            address: AppAddress(device: name, bundleID: "com.example.myapp"),
            settings: AppSettings(profile: .treasureData, bundleID: "com.example.myapp"))
        if let due {
            app.stored = StoredPush(
                push: Push(payload: Payload(root: [:]), byteCount: 2),
                storedAt: Tick(milliseconds: 0), expiresAt: Tick(milliseconds: due))
        }
        device.apps = [app]
        return device
    }

    private func tick(_ milliseconds: Int64) -> Tick { Tick(milliseconds: milliseconds) }

    @Test func `devices keep their order and are found by name`() {
        var list = DeviceList([device("phone")])
        list.append(device("tablet"))
        #expect(list.map(\.name) == ["phone", "tablet"])
        #expect(list.firstIndex(named: "tablet") == 1)
        #expect(list.firstIndex(named: "watch") == nil)
    }

    @Test(arguments: [1, 7, 8, 9, 10, 40])
    func `a device is found however many there are`(_ count: Int) {
        var list = DeviceList((0..<count).map { device("d\($0)") })
        for more in count..<count + 3 { list.append(device("d\(more)")) }
        for place in 0..<count + 3 { #expect(list.firstIndex(named: "d\(place)") == place) }
        #expect(list.firstIndex(named: "d\(count + 3)") == nil)
    }

    @Test func `what is due follows every change`() {
        var list = DeviceList((0..<40).map { device("d\($0)") })
        #expect(list.nextDue(after: tick(0)) == nil)
        list[7] = device("d7", waitingUntil: 500)
        list[30] = device("d30", waitingUntil: 300)
        #expect(list.nextDue(after: tick(0)) == tick(300))
        #expect(list.due(at: tick(299)).isEmpty)
        #expect(list.due(at: tick(300)) == [30])
        #expect(list.due(at: tick(500)) == [7, 30])
        // What is overdue is due now.
        #expect(list.nextDue(after: tick(900)) == tick(900))
        list[30].apps[0].stored = nil
        #expect(list.due(at: tick(901)) == [7])
        list[7].apps[0].stored = nil
        #expect(list.nextDue(after: tick(901)) == nil)
    }

    @Test func `timed uploads that are due together begin one by one`() {
        var list = DeviceList((0..<40).map { device("d\($0)") })
        for place in list.indices where place != 5 {
            list[place].apps[0].settings.uploadMinutes = 1
            list[place].apps[0].state = .foreground
            list[place].apps[0].queue.count = 1
            list[place].apps[0].queue.timerSince = tick(0)
        }
        #expect(list.nextDue(after: tick(0)) == tick(60_000))
        #expect(list.firstUploadDue(at: tick(59_999)) == nil)
        for place in list.indices where place != 5 {
            #expect(list.nextDue(after: tick(60_000)) == tick(60_000))
            #expect(list.due(at: tick(60_000)).isEmpty)
            #expect(list.firstUploadDue(at: tick(60_000)) == place)
            guard place < 30 else { break }
            list[place].apps[0].queue.timerSince = tick(60_000)
        }
        // Those that had no turn wait for the next round.
        #expect(list.nextDue(after: tick(60_001)) == tick(120_000))
        list[5] = device("d5", waitingUntil: 70_000)
        #expect(list.nextDue(after: tick(60_001)) == tick(70_000))
        #expect(list.due(at: tick(70_000)) == [5])
        #expect(list.firstUploadDue(at: tick(120_000)) == 0)
    }

    @Test func `the first that uploads is known, before and after the calendar is settled`() {
        var list = DeviceList((0..<5).map { device("d\($0)") })
        #expect(list.firstUploading == nil)
        list[3].apps[0].queue.upload = EventQueue.Upload(total: 1, remaining: 1, batchLimit: 10)
        #expect(list.firstUploading == 3)
        _ = list.due(at: tick(0))
        #expect(list.firstUploading == 3)
        list[1].apps[0].queue.upload = EventQueue.Upload(total: 1, remaining: 1, batchLimit: 10)
        #expect(list.firstUploading == 1)
        _ = list.due(at: tick(0))
        list[1].apps[0].queue.upload = nil
        #expect(list.firstUploading == 3)
    }

    @Test func `two lists are equal when their devices are, settled or not`() {
        var settled = DeviceList([device("phone", waitingUntil: 5)])
        _ = settled.due(at: tick(9))
        #expect(settled == DeviceList([device("phone", waitingUntil: 5)]))
        #expect(settled != DeviceList([device("phone")]))
    }
}
