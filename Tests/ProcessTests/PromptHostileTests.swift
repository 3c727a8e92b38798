import Foundation
import PushTestSupport
import Testing

/// The hostile hour at the prompt, in small: broken pastes, interrupts and kills at each moment,
/// resizing, narrow screens, Japanese, families of emoji, very long lines.
///
/// `PUSHSH_HOSTILE` asks for more entries of each seed than the suite makes; 2,000 take an hour.
@Suite(.serialized, .enabled(if: TerminalDriver.isAvailable, "tmux is not installed"))
struct PromptHostileTests {
    private static var entries: Int {
        ProcessInfo.processInfo.environment["PUSHSH_HOSTILE"].flatMap { Int($0) } ?? 15
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `hostile entries leave screen, state and history whole`(seed: UInt64) throws {
        let hour = try HostileHour(seed: seed)
        for _ in 0..<Self.entries { try hour.next() }
        try hour.end()
    }
}
