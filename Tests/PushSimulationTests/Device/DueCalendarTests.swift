import PushModel
import PushTestSupport
import PushText
import Testing

@testable import PushSimulation

@Suite struct DueCalendarTests {
    @Test func `an empty calendar has nothing due`() {
        var calendar = DueCalendar()
        #expect(calendar.first == nil)
        #expect(calendar.places(until: Tick(milliseconds: .max)).isEmpty)
        #expect(calendar.firstPlace(until: Tick(milliseconds: .max)) == nil)
        calendar.grow(to: 3)
        #expect(calendar.first == nil)
        #expect(calendar.places(until: Tick(milliseconds: .max)).isEmpty)
        #expect(calendar.firstPlace(until: Tick(milliseconds: .max)) == nil)
    }

    @Test(arguments: 1...5) func `it is what a list says, whatever is written down`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }
        var calendar = DueCalendar()
        var list: [Int64?] = []
        for _ in 0..<400 {
            if list.isEmpty || below(6) == 0 {
                list += Array(repeating: nil, count: 1 + below(5))
                calendar.grow(to: list.count)
            }
            let place = below(list.count)
            let due = below(4) == 0 ? nil : Int64(below(50))
            list[place] = due
            calendar.set(due.map(Tick.init(milliseconds:)), at: place)
            #expect(calendar.first?.milliseconds == list.compactMap { $0 }.min())
            let now = Tick(milliseconds: Int64(below(50)))
            let places = list.indices.filter { list[$0].map { $0 <= now.milliseconds } ?? false }
            #expect(calendar.places(until: now) == places)
            #expect(calendar.firstPlace(until: now) == places.first)
        }
    }
}
