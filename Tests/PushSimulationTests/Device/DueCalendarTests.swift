import PushText
import Testing

@testable import PushSimulation

@Suite struct DueCalendarTests {
    private struct Chance {
        var state: UInt64

        mutating func below(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int((state >> 33) % UInt64(bound))
        }
    }

    @Test func `an empty calendar has nothing due`() {
        var calendar = DueCalendar()
        #expect(calendar.first == nil)
        #expect(calendar.places(until: Tick(milliseconds: .max)).isEmpty)
        calendar.grow(to: 3)
        #expect(calendar.first == nil)
        #expect(calendar.places(until: Tick(milliseconds: .max)).isEmpty)
    }

    @Test(arguments: 1...5) func `it is what a list says, whatever is written down`(seed: UInt64) {
        var chance = Chance(state: seed)
        var calendar = DueCalendar()
        var list: [Int64?] = []
        for _ in 0..<400 {
            if list.isEmpty || chance.below(6) == 0 {
                list += Array(repeating: nil, count: 1 + chance.below(5))
                calendar.grow(to: list.count)
            }
            let place = chance.below(list.count)
            let due = chance.below(4) == 0 ? nil : Int64(chance.below(50))
            list[place] = due
            calendar.set(due.map(Tick.init(milliseconds:)), at: place)
            #expect(calendar.first?.milliseconds == list.compactMap { $0 }.min())
            let now = Int64(chance.below(50))
            #expect(
                calendar.places(until: Tick(milliseconds: now))
                    == list.indices.filter { list[$0].map { $0 <= now } ?? false })
        }
    }
}
