import PushModel
import PushSimulation
import PushText
import Testing

@testable import PushCommands

@Suite struct AppCommandsTests {
    @Test(arguments: [
        Lowered("app install", .act(.app(.install(.treasureData, bundleID: nil)))),
        Lowered(
            "app install --profile minimal --bundle com.example.b",
            .act(.app(.install(.minimal, bundleID: "com.example.b")))),
        Lowered("app launch", .act(.app(.launch))),
        Lowered("app launch com.example.b", .act(.app(.open(bundleID: "com.example.b")))),
        Lowered("app force-quit", .act(.app(.forceQuit))),
        Lowered("app badge 12", .act(.app(.badge(12)))),
        Lowered("app restart-device", .act(.device(.restart))),
        Lowered("app update --version 1.1", .update(version: "1.1", firebase: nil)),
        Lowered("app set nse off", .act(.app(.set(key: "nse", value: "off")))),
        Lowered("login cust-001", .login("cust-001", hash: nil)),
        Lowered("login a@b.c --hash sha256", .login("a@b.c", hash: "sha256")),
        Lowered(
            "permission ask", .act(.permission(.ask(timeSensitive: nil)))),
        Lowered(
            "permission grant --time-sensitive off --alerts on",
            .act(.permission(.grant(timeSensitive: false, alerts: true)))),
        Lowered(
            "permission switch badges off", .act(.permission(.turn(.badges, isOn: false)))),
    ]) func `words become an action`(_ row: Lowered) throws {
        #expect(try Lowering.instruction(row.text) == row.instruction)
    }

    @Test func `a property list comes from a file, standard input or the script`() throws {
        #expect(
            try Lowering.instruction("app import a.plist")
                == .importSettings(.file("a.plist", at: Span(start: 11, end: 18))))
        #expect(
            try Lowering.instruction("app import -")
                == .importSettings(.standardInput(at: Span(start: 11, end: 12))))
        #expect(
            try Lowering.instruction("app import <<P\n  <plist/>\n  P")
                == .importSettings(.text("<plist/>", at: Span(start: 11, end: 14))))
        // A brace begins a payload, and no property list.
        #expect(
            try Lowering.instruction("app import '{a}'")
                == .importSettings(.file("{a}", at: Span(start: 11, end: 16))))
    }

    @Test(arguments: [
        Refused(
            "app set",
            "missingArgument: `app set` needs KEY: a setting that `app show` lists "
                + "[usage: app set KEY VALUE]"),
        Refused(
            "app set nse",
            "missingArgument: `app set` needs VALUE: its new value "
                + "[usage: app set KEY VALUE]"),
        Refused(
            "app set nsee off",
            "invalidValue: `app set` takes a setting of `app show`, found `nsee` "
                + "[did you mean `nse`?]"),
        Refused(
            "login a --hash md5", "invalidValue: `--hash` takes `sha256`, found `md5`"),
        Refused(
            "permission grant --alerts yes",
            "invalidValue: `--alerts` takes `on` or `off`, "
                + "found `yes`"),
    ]) func `anything else is refused`(_ row: Refused) {
        #expect(Lowering.refusal(row.text) == row.line)
    }
}
