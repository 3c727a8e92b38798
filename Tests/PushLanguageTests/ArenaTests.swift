import PushText
import Testing

@testable import PushLanguage

@Suite struct ArenaTests {
    @Test func `an arena gives back what was put in, over many chunks`() {
        var arena = Arena<Int>()
        #expect(arena.isEmpty && arena.last == nil)
        for number in 0..<10_000 { arena.append(number) }
        arena[5000] = -1
        #expect((0..<10_000).allSatisfy { arena[$0] == ($0 == 5000 ? -1 : $0) })
        #expect(arena.count == 10_000 && arena.last == 9999)
        arena.truncate(to: 4096)
        #expect(arena.count == 4096 && arena.last == 4095)
        arena.append(7)
        #expect(arena[4096] == 7)
        arena.truncate(to: 0)
        #expect(arena.isEmpty && arena.last == nil)
    }
}
