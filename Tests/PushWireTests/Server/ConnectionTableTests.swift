import NIOEmbedded
import PushBackends
import Testing

@testable import PushWire

/// Which connection has to make room, and when the bodies together are too much.
@Suite struct ConnectionTableTests {
    private final class Guest: OpenConnection {
        var isIdle: Bool
        var idleSince: UInt64
        var isSlow: Bool
        var isEvicted = false
        var isDrained = false

        init(idle: Bool, since: UInt64 = 0, slow: Bool = false) {
            isIdle = idle
            idleSince = since
            isSlow = slow
        }

        func evict() { isEvicted = true }
        func drain() { isDrained = true }
    }

    private func table(connections: Int) -> ConnectionTable {
        var limits = ServerLimits()
        limits.connections = connections
        limits.heldBytes = 100
        return ConnectionTable(limits, Mailbox(limit: 10), Outbox(EmbeddedEventLoop()))
    }

    @Test func `the time is read for each answer, and none is told without a clock`() {
        let table = table(connections: 1)
        #expect(table.date == nil)
        var now: Int64 = 784_111_777
        table.systemClock = { now }
        #expect(table.date == "Sun, 06 Nov 1994 08:49:37 GMT")
        now += 1
        #expect(table.date == "Sun, 06 Nov 1994 08:49:38 GMT")
        #expect(table.date == "Sun, 06 Nov 1994 08:49:38 GMT")
    }

    @Test func `the one that was idle longest makes room`() {
        let table = table(connections: 3)
        let guests = [
            Guest(idle: false, since: 1), Guest(idle: true, since: 3), Guest(idle: true, since: 2),
        ]
        for guest in guests { #expect(table.open(guest)) }
        #expect(table.open(Guest(idle: true, since: 4)))
        #expect(guests.map(\.isEvicted) == [false, false, true])
    }

    @Test func `a slow one makes room like an idle one, a busy one never`() {
        let table = table(connections: 3)
        let slow = Guest(idle: false, since: 1, slow: true)
        let busy = Guest(idle: false, since: 0)
        let new = Guest(idle: true, since: 2)
        for guest in [slow, busy, new] { #expect(table.open(guest)) }
        #expect(table.open(Guest(idle: false, since: 5)))
        #expect(slow.isEvicted && !busy.isEvicted && !new.isEvicted)
        #expect(table.open(Guest(idle: false, since: 6)))
        #expect(new.isEvicted && !busy.isEvicted)
        #expect(!table.open(Guest(idle: true, since: 7)))
    }

    @Test func `one that closed leaves its place`() {
        let table = table(connections: 1)
        let first = Guest(idle: false)
        #expect(table.open(first))
        #expect(!table.open(Guest(idle: false)))
        table.close(first)
        #expect(table.isEmpty)
        #expect(table.open(Guest(idle: false)))
    }

    @Test func `the bodies together have a limit, up to its last byte`() {
        let table = table(connections: 1)
        #expect(table.hold(60) && table.hold(40))
        #expect(!table.hold(1))
        table.release(40)
        #expect(!table.hold(41) && table.hold(40))
    }

    @Test func `draining asks everyone to go, and tells once when all are gone`() {
        let table = table(connections: 5)
        let guests = [Guest(idle: true), Guest(idle: false)]
        for guest in guests { #expect(table.open(guest)) }
        var count = 0
        table.drain { count += 1 }
        #expect(table.isDraining && guests.allSatisfy(\.isDrained) && count == 0)
        table.close(guests[0])
        #expect(count == 0)
        table.close(guests[1])
        table.close(guests[1])
        #expect(count == 1)
        let empty = self.table(connections: 5)
        empty.drain { count += 1 }
        #expect(count == 2)
    }

    @Test func `a process with few descriptors has few connections, but never under eight`() {
        func fitted(_ descriptors: Int) -> Int {
            var limits = ServerLimits()
            limits.fit(descriptors: descriptors)
            return limits.connections
        }
        #expect(fitted(1_000_000) == 1000)
        #expect(fitted(1024) == 480)
        #expect(fitted(0) == 8 && fitted(64) == 8 && fitted(80) == 8 && fitted(82) == 9)
    }

    @Test(
        arguments: [
            (0, [0]), (1, [1]), (3, [1, 1, 1]), (10, Array(repeating: 1, count: 10)),
            (11, [1, 1, 1, 1, 1, 1, 1, 1, 1, 2]), (25, [2, 3, 2, 3, 2, 3, 2, 3, 2, 3]),
        ])
    func `a slow answer comes in at most ten pieces of about one size`(
        _ count: Int, _ sizes: [Int]
    ) {
        let body = (0..<count).map { UInt8($0) }
        let pieces = BodyPieces.of(body)
        #expect(pieces.map(\.count) == sizes)
        #expect(pieces.flatMap { $0 } == body)
    }
}
