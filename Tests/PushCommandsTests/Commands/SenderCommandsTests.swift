import PushModel
import PushText
import Testing

@testable import PushCommands

/// `credential add`: a file of one kind, and the options that belong to it.
@Suite struct SenderCommandsTests {
    private func added(_ words: String) throws -> CredentialFile? {
        guard case .sender(.add(let file)) = try Lowering.instruction("credential add " + words)
        else { return nil }
        return file
    }

    @Test func `a credential is a file of one kind, under a name`() throws {
        let key = try added(
            "prod --p8 AuthKey_A.p8 --team ABCDE12345 --key-id 0123456789 --sandbox")
        #expect(key?.name == "prod" && key?.kind == .p8 && key?.path == "AuthKey_A.p8")
        #expect(key?.team == "ABCDE12345" && key?.keyID == "0123456789")
        #expect(key?.environment == .development)
        let p12 = try added("prod --p12 c.p12 --password env:PASS --topic com.example.a")
        #expect(p12?.kind == .p12 && p12?.password == .variable("PASS"))
        #expect(p12?.topic == "com.example.a" && p12?.environment == nil)
        #expect(try added("prod --pem c.pem")?.kind == .pem)
        #expect(try added("prod --service-account a.json")?.kind == .serviceAccount)
    }

    @Test(arguments: [
        Refused(
            "credential add prod",
            "missingArgument: `credential add` needs `--p8`, `--p12`, `--pem` or "
                + "`--service-account`"),
        Refused(
            "credential add prod --pem a --p12 b",
            "invalidValue: `--p12` and `--pem` cannot be used together"),
        Refused(
            "credential add prod --p8 a",
            "missingArgument: a `--p8` needs `--team`: every provider token names its team "
                + "[developer.apple.com shows it under Membership details; without it APNs "
                + "answers MissingProviderToken or InvalidProviderToken]"),
        Refused(
            "credential add prod --p12 a --team ABCDE12345",
            "invalidValue: `--team` only goes with `--p8`"),
        Refused(
            "credential add prod --pem a --key-id ABCDE12345",
            "invalidValue: `--key-id` only goes with `--p8`"),
        Refused(
            "credential add prod --pem a --password env:P",
            "invalidValue: `--password` only goes with `--p12`"),
        Refused(
            "credential add prod --p8 a --team ABCDE1234",
            "invalidValue: `--team` takes 10 letters and digits, found `ABCDE1234`"),
        Refused(
            "credential add 'my key' --pem a",
            "invalidValue: `credential add` takes 1 to 64 letters, digits, `-`, `_` and `.`, "
                + "found `my key`"),
        Refused(
            "credential test prod --sandbox --production",
            "invalidValue: `--sandbox` and `--production` cannot be used together"),
    ]) func `options of another kind are refused`(_ row: Refused) {
        #expect(Lowering.refusal(row.text) == row.line)
    }

    @Test func `a password given as itself is refused and never repeated`() {
        #expect(
            Lowering.refusal("credential add prod --p12 a --password hunter2")
                == "invalidValue: `--password` takes `env:NAME` or `file:PATH`, "
                + "never the password itself")
    }
}
