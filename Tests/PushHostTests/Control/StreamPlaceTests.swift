import PushCommands
import Testing

@testable import PushHost

/// KD-06: where a follower goes on after copies were restored.
@Suite struct StreamPlaceTests {
    /// A fact's place alone would be taken for one of the present count.
    @Test(arguments: [("12", "12@0"), ("12.3", "12.3@0"), ("12@1", "12@1"), ("12.3@2", "12.3@2")])
    func `a place is written with the count of copies`(text: String, written: String) {
        #expect(StreamPlace(text)?.text == written)
    }

    @Test(arguments: ["", "@1", "12@", "12@x", "12.3@1@2", "12@-1"])
    func `anything else is no place`(text: String) {
        #expect(StreamPlace(text) == nil)
    }

    /// A place, the newest statements of the restored copies, the newest one, and what is told.
    private static let moves: [(String, [Int64], Int64, String?)] = [
        ("12.3", [], 20, nil), ("12.3@1", [4], 20, nil),
        // The copy ends before the place, at it, and after it.
        ("12.3", [9], 10, "9@1"), ("12.3", [12], 14, "12.3@1"), ("5.1", [9], 10, "5.1@1"),
        // Of two copies the older one began earlier, or was itself restored in part.
        ("12.3", [4, 6], 8, "4@2"), ("12.3", [9, 4], 8, "4@2"), ("12.3@1", [4, 6], 8, "6@2"),
        // Another process restored one.
        ("12.3", [], 7, "7@0"), ("12.3", [9], 5, "5@1"),
    ]

    @Test(arguments: moves.indices) func `a restored copy takes a place back`(index: Int) throws {
        let (text, copies, newest, wanted) = Self.moves[index]
        let place = try #require(StreamPlace(text))
        #expect(place.movedBack(copies, newest: newest)?.text == wanted)
    }
}
