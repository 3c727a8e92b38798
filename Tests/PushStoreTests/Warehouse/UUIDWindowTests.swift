import PushTestSupport
import Testing

@testable import PushStore

/// The window of de-duplication holds what a plain list of the newest records would.
@Suite struct UUIDWindowTests {
    /// The newest records as a list, looked through from its end.
    private struct Model {
        var records: [(uuid: String?, receivedAt: Int64)] = []

        func contains(_ uuid: String, at now: Int64) -> Bool {
            guard let found = records.last(where: { $0.uuid == uuid }) else { return false }
            return now - found.receivedAt < UUIDWindow.seconds
        }

        mutating func insert(_ uuid: String?, at now: Int64) {
            records.append((uuid, now))
            if records.count > UUIDWindow.records { records.removeFirst() }
        }
    }

    private func uuid(_ number: Int) -> String {
        let digits = String(number, radix: 16)
        return "10E2C468-65E9-4746-94D7-" + String(repeating: "0", count: 12 - digits.count)
            + digits
    }

    /// `unnamed` is the share of records without a uuid, in percent.
    @Test(arguments: [(1, 40, 0), (2, 5_000, 0), (3, 9_000, 0), (4, 5_000, 30), (5, 9_000, 95)])
    func `random records are known again as a plain model knows them`(
        seed: UInt64, different: Int, unnamed: Int
    ) {
        var generator = SeededGenerator(seed: seed)
        var window = UUIDWindow()
        var model = Model()
        var now: Int64 = 1_767_225_600
        for _ in 0..<15_000 {
            let uuid = uuid(Int.random(in: 0..<different, using: &generator))
            now += Int64.random(in: -1...3, using: &generator)
            if Int.random(in: 0..<100, using: &generator) < unnamed {
                window.insert(nil, at: now)
                model.insert(nil, at: now)
                continue
            }
            let isKnown = window.contains(uuid, at: now)
            #expect(isKnown == model.contains(uuid, at: now))
            guard !isKnown || Bool.random(using: &generator) else { continue }
            window.insert(uuid, at: now)
            model.insert(uuid, at: now)
        }
    }

    @Test func `a record leaves when 4,096 others have come`() {
        var window = UUIDWindow()
        window.insert(uuid(0), at: 0)
        for number in 1..<UUIDWindow.records { window.insert(uuid(number), at: 0) }
        #expect(window.contains(uuid(0), at: 0))
        window.insert(uuid(UUIDWindow.records), at: 0)
        #expect(!window.contains(uuid(0), at: 0) && window.contains(uuid(1), at: 0))
    }

    @Test func `a record is forgotten after an hour, and not before the clock was set back`() {
        var window = UUIDWindow()
        window.insert("short", at: 10_000)
        #expect(window.contains("short", at: 13_599) && !window.contains("short", at: 13_600))
        #expect(window.contains("short", at: 0) && !window.contains("other", at: 0))
        window.insert("short", at: 20_000)
        #expect(window.contains("short", at: 23_599))
    }
}
