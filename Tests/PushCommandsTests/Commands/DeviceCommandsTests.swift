import PushSimulation
import Testing

@testable import PushCommands

@Suite struct DeviceCommandsTests {
    @Test(arguments: [
        Lowered(
            "device add tablet --model 'iPad Air' --os 17.5",
            .act(.device(.add(name: "tablet", model: "iPad Air", os: "17.5")))),
        Lowered("device add a_b-1", .act(.device(.add(name: "a_b-1", model: nil, os: nil)))),
        Lowered("device use phone", .act(.device(.use("phone")))),
        Lowered("device lock", .act(.device(.lock))),
        Lowered("device focus on", .act(.device(.set(.focus, on: true)))),
        Lowered("device mute off", .act(.device(.set(.mute, on: false)))),
        Lowered("device previews when-unlocked", .act(.device(.previews(.whenUnlocked)))),
        Lowered("device language zh-Hant", .act(.device(.language("zh-Hant")))),
        Lowered("device summary off", .act(.device(.summary([])))),
        Lowered("device summary 00:00 23:59", .act(.device(.summary([0, 1439])))),
        // In the order of the day, each once.
        Lowered("device summary 18:00 08:00 18:00", .act(.device(.summary([480, 1080])))),
    ]) func `words become an action`(_ row: Lowered) throws {
        #expect(try Lowering.instruction(row.text) == row.instruction)
    }

    @Test(arguments: ["24:00", "12:60", "8:00", "08:0", "0800", "08:00:00", "+8:00", "-1:00", "x"])
    func `a time of day has two digits twice`(_ time: String) {
        #expect(
            Lowering.refusal("device summary '\(time)'")
                == "invalidValue: `device summary` takes `HH:MM` or `off`, found `\(time)`")
    }

    @Test(
        arguments: [
            ("17", true), ("17.5", true), ("17.5.1", true), ("17.5.1.2", false), ("17.", false),
            (".5", false), ("v17", false), ("1717", false), ("", false),
        ])
    func `a version of iOS has one to three numbers`(_ version: String, _ isRight: Bool) {
        let shown = version.isEmpty ? "nothing" : "`\(version)`"
        #expect(
            Lowering.refusal("device add tablet --os '\(version)'")
                == (isRight
                    ? nil : "invalidValue: `--os` takes a version like `17.5`, found \(shown)"))
    }

    @Test(arguments: [
        Refused(
            "device add 'my phone'",
            "invalidValue: `device add` takes 1 to 64 letters, digits, `-` and `_`, "
                + "found `my phone`"),
        Refused(
            "device add \(String(repeating: "x", count: 65))",
            "invalidValue: `device add` takes 1 to 64 letters, digits, `-` and `_`, "
                + "found `\(String(repeating: "x", count: 65))`"),
        Refused(
            "device focus yes", "invalidValue: `device focus` takes `on` or `off`, found `yes`"),
        Refused(
            "device previews never-ever",
            "invalidValue: `device previews` takes `always`, `when-unlocked` or `never`, "
                + "found `never-ever`"),
        Refused(
            "device summary 08:00 off",
            "invalidValue: found `off` together with times, wanted one or the other"),
        Refused(
            "device language en_US",
            "invalidValue: `device language` takes a tag such as `en`, `pt-BR` or `zh-Hant`, "
                + "found `en_US`"),
        Refused(
            "device language klingon",
            "invalidValue: `device language` takes a tag such as `en`, `pt-BR` or `zh-Hant`, "
                + "found `klingon`"),
    ]) func `anything else is refused`(_ row: Refused) {
        #expect(Lowering.refusal(row.text) == row.line)
    }
}
