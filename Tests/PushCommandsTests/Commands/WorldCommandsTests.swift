import PushModel
import PushSimulation
import Testing

@testable import PushCommands

@Suite struct WorldCommandsTests {
    @Test(arguments: [
        Lowered("clock", .inspect(.clock)), Lowered("clock now", .inspect(.clock)),
        Lowered("clock set 1970-01-01T00:00:01Z", .act(.setClock(Tick(milliseconds: 1000)))),
        Lowered(
            "clock set 1970-01-01T09:00:00+09:00", .act(.setClock(Tick(milliseconds: 0)))),
        // Without a zone it is UTC's, and without a time midnight.
        Lowered("clock set '1970-01-01 00:00:01'", .act(.setClock(Tick(milliseconds: 1000)))),
        Lowered("clock set 1970-01-02", .act(.setClock(Tick(milliseconds: 86_400_000)))),
        Lowered("clock advance 90s", .advance(90_000)),
        Lowered("clock advance 5m", .advance(300_000)),
        Lowered("clock advance 1h30m", .advance(5_400_000)),
        Lowered("clock advance 8d", .advance(691_200_000)), Lowered("clock real", .realClock),
        Lowered("seed 0", .act(.seed(0))), Lowered("seed 18446744073709551615", .act(.seed(.max))),
        Lowered("network", .inspect(.network)), Lowered("network off", .act(.network(.off))),
        Lowered("stub list", .inspect(.stubs)), Lowered("stub clear", .act(.clearStubs)),
    ]) func `the world is set`(_ row: Lowered) throws {
        #expect(try Lowering.instruction(row.text) == row.instruction)
    }

    @Test(arguments: [
        Refused(
            "clock set tomorrow",
            "invalidValue: `clock set` takes a time like `2025-12-14T09:00:00+09:00`, "
                + "found `tomorrow`"),
        Refused(
            "clock set 2025-02-29T00:00:00Z",
            "invalidValue: `clock set` takes a time like `2025-12-14T09:00:00+09:00`, "
                + "found `2025-02-29T00:00:00Z` [that month has no such day]"),
        Refused(
            "clock advance -5s",
            "invalidValue: `clock advance` takes a duration like `90s`, `5m` or `1h30m`, "
                + "found `-5s`"),
        Refused(
            "clock advance 90",
            "invalidValue: `clock advance` takes a duration like `90s`, `5m` or `1h30m`, "
                + "found `90`"),
        Refused(
            "seed -1",
            "invalidValue: `seed` takes a whole number from 0 to 18446744073709551615, found `-1`"),
        Refused(
            "seed 18446744073709551616",
            "invalidValue: `seed` takes a whole number from 0 to 18446744073709551615, "
                + "found `18446744073709551616`"),
        Refused(
            "stub",
            "missingArgument: `stub` needs WHAT: `ingest`, `apns`, `fcm` or a URL pattern, "
                + "then the answer [usage: stub WHAT…]"),
    ]) func `what the world cannot be is refused`(_ row: Refused) {
        #expect(Lowering.refusal(row.text) == row.line)
    }

    @Test func `a stub keeps its words, and how often it answers`() throws {
        guard
            case .act(.stub(let stub)) = try Lowering.instruction(
                "stub ingest status=503 times=2 retry-after=30")
        else {
            Issue.record("no stub")
            return
        }
        #expect(stub.timesLeft == 2)
        #expect(stub.text == "ingest status=503 times=2 retry-after=30")
    }
}
