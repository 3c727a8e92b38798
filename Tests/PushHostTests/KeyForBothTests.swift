import PushTestSupport
import Testing

@testable import PushHost
@testable import PushRuntime

/// KD-06: a key that is for both environments, and was added for one of them.
@Suite struct KeyForBothTests {
    @Test func `the hint says how it is added for both`() throws {
        let directory = try TemporaryDirectory()
        let stage = try Stage()
        let file = "\(directory.path)/keys/AuthKey_PUSHSH0001.p8"
        let adding = "credential add a --p8 \(file) --team PUSHSHTEAM"
        for line in [
            "app launch", "credential demo \(directory.path)/keys --for apns",
            adding + " --sandbox",
        ] {
            #expect(stage.run(line).failure == nil, "\(line)")
        }
        let failure = stage.run("credential test a --production").failure
        #expect(
            failure?.hint
                == "`credential test NAME` names one for production; this key is for both: "
                + "`credential remove a`, then add it without `--sandbox`")
        for line in ["credential remove a", adding, "credential test a --production"] {
            #expect(stage.run(line).failure == nil, "\(line)")
        }
    }
}
