import PushModel
import PushSimulation
import Testing

@testable import PushCommands

@Suite struct ActivityCommandsTests {
    @Test func `a Live Activity starts with a type, and what is not given is empty`() throws {
        #expect(
            try Lowering.instruction("activity start Bus")
                == .act(.activity(.start(ActivityRequest("Bus")))))
        var request = ActivityRequest("Bus")
        request.content = ["stops": 3]
        request.attributes = ["line": "7"]
        request.staleAfter = 900_000
        request.channel = "c"
        #expect(
            try Lowering.instruction(
                #"activity start Bus --state '{"stops":3}' --attributes '{"line":"7"}' "#
                    + "--stale 15m --channel c") == .act(.activity(.start(request))))
    }

    @Test(arguments: [
        Lowered(
            "activity update --state '{}'",
            .act(.activity(.update(id: nil, content: [:], staleAfter: nil)))),
        Lowered("activity end", .act(.activity(.end(id: nil, content: nil, .standard)))),
        Lowered(
            "activity end live-1 --dismiss now",
            .act(.activity(.end(id: "live-1", content: nil, .immediate)))),
        Lowered(
            "activity end --dismiss 15m",
            .act(.activity(.end(id: nil, content: nil, .after(900_000))))),
        Lowered("activity dismiss", .act(.activity(.dismiss(id: nil)))),
        Lowered(
            "channel create",
            .act(.channel(.create(bundleID: nil, .none, environment: "")))),
        Lowered(
            "channel create --policy 1 --bundle com.example.a --environment production",
            .act(.channel(.create(bundleID: "com.example.a", .newest, environment: "production")))),
    ]) func `words become an action`(_ row: Lowered) throws {
        #expect(try Lowering.instruction(row.text) == row.instruction)
    }

    @Test(arguments: [
        Refused(
            "activity update",
            "missingArgument: `activity update` takes `--state JSON`, found none"),
        Refused(
            "activity start Bus --state '[]'",
            "invalidValue: `--state` takes a JSON object, found `[]`"),
        Refused(
            "activity start Bus --attributes '{'",
            "invalidValue: `--attributes` takes a JSON object, found `{`"),
        Refused(
            "activity end --dismiss later",
            "invalidValue: `--dismiss` takes `now` or a duration like `15m`, found `later`"),
        Refused(
            "channel create --policy 2",
            "invalidValue: `--policy` takes `0` or `1`, found `2`"),
        Refused(
            "local remove",
            "missingArgument: `local remove` takes an identifier or `--all`"),
        Refused(
            "local remove a --all",
            "missingArgument: `local remove` takes an identifier or `--all`"),
        Refused(
            "local add --in 5m --badge 100000",
            "invalidValue: `--badge` takes a whole number from 0 to 99999, found `100000`"),
        Refused(
            "local add --in 36501d",
            "invalidValue: `--in` takes a duration like `90s`, `5m` or `1h30m`, at most 36500 "
                + "days, found `36501d`"),
    ]) func `anything else is refused`(_ row: Refused) {
        #expect(Lowering.refusal(row.text) == row.line)
    }

    @Test func `a local notification has the content that was given`() throws {
        guard
            case .schedule(let request) = try Lowering.instruction(
                "local add --in 10m --id cart --title T --body B --sound default --badge 0 "
                    + "--category C --link myapp://a --repeat")
        else {
            Issue.record("nothing scheduled")
            return
        }
        #expect(request.id == "cart" && request.milliseconds == 600_000 && request.repeats)
        #expect(
            request.content.text
                == #"{"aps":{"alert":{"title":"T","body":"B"},"sound":"default","badge":0,"#
                + #""category":"C"},"link":"myapp://a"}"#)
        guard case .schedule(let bare) = try Lowering.instruction("local add --in 1s") else {
            Issue.record("nothing scheduled")
            return
        }
        #expect(bare.id.isEmpty && !bare.repeats && bare.content.text == #"{"aps":{}}"#)
    }
}
