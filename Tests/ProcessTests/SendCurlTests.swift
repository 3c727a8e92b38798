import Foundation
import PushTestSupport
import Testing

/// The commands of curl that `send --curl` prints, run as they stand (NC-01).
@Suite struct SendCurlTests {
    /// The keys and the moment of the SDK's own test of its signature.
    private static let keys = [
        "NCMB_APPLICATION_KEY": "6145f91061916580c742f806bab67649d10f45920246ff459404c46f00ff3e56",
        "NCMB_CLIENT_KEY": "1343d198b510a0315db1c03f3aa0e32418b7a743f8e4b47cbff670601345cf75",
    ]

    @Test func `NIFCLOUD's command signs what it shows, and has no key in it`() throws {
        let place = try TemporaryDirectory()
        let send = #"send {"message": "it's", "userSettingValue": {"a": 1}} --to phone --curl"#
        let printed = try Shell.run(
            try PushshBinary.path, ["--ephemeral", "-c", send],
            environment: Pushsh.environment.merging(Self.keys) { $1 }, directory: place.path)
        #expect(printed.status == 0, "\(printed)")
        for key in Self.keys.values { #expect(!printed.stdout.contains(key)) }
        // A clock that stands still, and a curl that tells its words.
        let stage = """
            date() { echo 2013-12-02T02:44:35.452Z; }
            curl() { printf '%s\\n' "$@"; }

            """
        let run = try Shell.run(
            "/bin/bash", ["-c", stage + printed.stdout],
            environment: Pushsh.environment.merging(Self.keys) { $1 }, directory: place.path)
        // Computed with Python's hmac; with the SDK's own request that gives the SDK's signature.
        let signature = "X-NCMB-Signature: tfPaw9Nj2S+Fyd/3U9V+1RIFcbSmuhEzrEAamth5hCo="
        #expect(run.stdout.contains(signature), "\(run)")
        #expect(run.stdout.contains(#"{"message":"it's","userSettingValue":{"a":1}}"#))
    }

    @Test(.enabled(if: TerminalDriver.isAvailable, "tmux is not installed"))
    func `a terminal breaks the command, which then is one line to paste`() throws {
        let place = try TemporaryDirectory()
        let prompt = try PromptSession(place, columns: 80)
        prompt.enter("app launch")
        let rows = prompt.enter(#"send {"aps":{"alert":"A"}} --to phone --curl"#)
            .drop { !$0.hasPrefix("curl ") }.filter { !$0.isEmpty }
        #expect(rows.count > 1, "\(rows)")
        // A blank at the end of a row is not seen.
        #expect(rows.dropLast().allSatisfy { $0.count >= 79 }, "\(rows)")
    }
}
