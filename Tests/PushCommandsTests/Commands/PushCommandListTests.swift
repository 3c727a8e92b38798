import PushText
import Testing

@testable import PushCommands

@Suite struct PushCommandListTests {
    private func receive(_ words: String) throws -> ReceiveOptions? {
        guard case .receive(_, let options) = try Lowering.instruction("receive a " + words) else {
            return nil
        }
        return options
    }

    @Test(arguments: [
        Lowered("tap", .act(.tap(id: nil, button: nil, opensLink: true))),
        Lowered(
            "tap m --action reply --text 'On my way'",
            .act(.tap(id: "m", button: "reply", opensLink: true, text: "On my way"))),
        Lowered("dismiss", .act(.dismiss(id: nil))), Lowered("dismiss m", .act(.dismiss(id: "m"))),
        Lowered("dismiss --all", .act(.dismissAll)), Lowered("open m", .open("m")),
        Lowered("open https://a.example/?b=c#d", .open("https://a.example/?b=c#d")),
    ]) func `what the user does becomes an action`(_ row: Lowered) throws {
        #expect(try Lowering.instruction(row.text) == row.instruction)
    }

    @Test func `receive takes where it goes and how it is sent`() throws {
        #expect(try receive("") == ReceiveOptions())
        let found = try receive(
            "--to phone --channel c --bundle com.example.a --ttl 2592000 --served --type mdm")
        #expect(found?.to == "phone" && found?.channel == "c")
        #expect(found?.bundleID == "com.example.a" && found?.timeToLive == 2_592_000)
        #expect(found?.isServed == true && found?.isVerbatim == false && found?.pushType == "mdm")
    }

    private static let types =
        "`alert`, `background`, `complication`, `controls`, `fileprovider`, `liveactivity` "
        + "or 5 more"

    @Test(arguments: [
        Refused(
            "tap --text hello",
            "missingArgument: `--text` is typed into a button's field, wanted `--action`"),
        Refused("dismiss m --all", "invalidValue: `dismiss` takes an ID or `--all`, found both"),
        Refused(
            "receive a --ttl 2592001",
            "invalidValue: `--ttl` takes seconds or a duration such as `90s`, at most 30 days, "
                + "found `2592001`"),
        Refused(
            "receive a --type Alert",
            "invalidValue: `--type` takes \(types), found `Alert` [did you mean `alert`?]"),
        Refused(
            "receive a --collapse-id ''",
            "invalidValue: `--collapse-id` takes 1 to 64 bytes, found nothing"),
        Refused(
            "receive",
            "missingArgument: `receive` needs a payload: a file, `-` for standard "
                + "input, a here-document, or the JSON object itself "
                + "[usage: receive FILE|-|<<JSON [--to DEVICE|TOKEN] [--id ID] [--priority NUM] "
                + "[--type TYPE] [--collapse-id ID] [--ttl DURATION] [--bundle ID] "
                + "[--channel ID] [--verbatim] [--served]]"),
        Refused(
            "open",
            "missingArgument: `open` needs a link, or a notification whose link is opened "
                + "[usage: open ID|URL]"),
    ]) func `what is missing or too much is said`(_ row: Refused) {
        #expect(Lowering.refusal(row.text) == row.line)
    }
}
