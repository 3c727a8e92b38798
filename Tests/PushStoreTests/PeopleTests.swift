import PushModel
import PushPayload
import PushSimulation
import PushTestSupport
import PushText
import Testing

@testable import PushStore

/// TD-03: two devices, three users, a thousand switches.
@Suite struct PeopleTests {
    private struct Seen {
        var event: Event
        var wanted: String?
    }

    /// Lives of two phones: every event, with who was there by the test's own book.
    private func live(_ switches: Int, seed: UInt64) throws -> [Seen] {
        var generator = SeededGenerator(seed: seed)
        var world = World()
        var present: [String: String] = [:]
        var seen: [Seen] = []
        func act(_ action: Action, on device: String) throws {
            var step = Step()
            try world.reduce(action, on: device, into: &step)
            for case .event(let queued, _) in step.changes {
                seen.append(Seen(event: queued.event, wanted: present[device]))
            }
        }
        try act(.device(.add(name: "second", model: nil, os: nil)), on: "phone")
        try act(.app(.install(.treasureData, bundleID: nil)), on: "second")
        for device in ["phone", "second"] { try act(.app(.launch), on: device) }
        for number in 0..<switches {
            let device = Bool.random(using: &generator) ? "phone" : "second"
            let next = world.surroundings.now.advanced(by: 1000)
            try act(.advance(to: next), on: device)
            switch Int.random(in: 0..<8, using: &generator) {
            case 0...2:
                let user = ["ann", "bob", "cat"][Int.random(in: 0...2, using: &generator)]
                present[device] = user
                try act(.login(user), on: device)
            case 3, 4:
                present[device] = nil
                try act(.logout, on: device)
            case 5: try act(.token(.refresh), on: device)
            default: try act(.receive(try push("m-\(number)")), on: device)
            }
        }
        return seen
    }

    private func push(_ id: String) throws -> Push {
        let text = #"{"message_id": "\#(id)", "aps": {"alert": "Sale"}}"#
        let bytes = Array(text.utf8)
        return Push(payload: try Payload(bytes: bytes), byteCount: bytes.count)
    }

    /// The rule read literally: the next user of the token, else the last one before.
    private func oracle(_ events: [Event]) -> [String?] {
        events.indices.map { index in
            if let user = events[index].userID { return user }
            let same = { (other: Event) in
                other.fcmToken == events[index].fcmToken && other.userID != nil
            }
            return events[index...].first(where: same)?.userID
                ?? events[..<index].last(where: same)?.userID
        }
    }

    @Test(arguments: [1, 2] as [UInt64])
    func `every event has its user, and the resolved view says who it was`(seed: UInt64) throws {
        let seen = try live(1000, seed: seed)
        #expect(seen.count > 500)
        #expect(seen.map(\.event.userID) == seen.map(\.wanted))
        let workspace = Workspace.ephemeral()
        _ = try workspace.warehouse.insert(
            database: "mobile", table: "push_events", records: seen.map { $0.event.json() },
            uuids: seen.map(\.event.uuid), receivedAt: 1)
        let sink = RowCollector()
        try workspace.query(
            "SELECT user_id, time || fcm_token FROM mobile.push_events_resolved",
            options: QueryOptions(now: 0), into: sink)
        var users: [String: String] = [:]
        for row in sink.rows {
            if case .text(let user) = row[0], case .text(let key) = row[1] { users[key] = user }
        }
        let wanted = oracle(seen.map(\.event))
        #expect(seen.map { users["\($0.event.time)\($0.event.fcmToken ?? "")"] } == wanted)
        #expect(wanted.contains(nil) || Set(wanted).count == 3)
    }
}
