import PushText
import Testing

@testable import PushCommands

/// The words of `send`: one target or a list, and what each option takes.
@Suite struct SendCommandTests {
    private func options(_ words: String) throws -> SendOptions? {
        guard case .send(_, _, let options) = try Lowering.instruction("send a --to t " + words)
        else { return nil }
        return options
    }

    @Test func `targets are a word, a file or standard input`() throws {
        func address(_ text: String) throws -> SendAddress? {
            guard case .send(_, let address, _) = try Lowering.instruction("send a --to \(text)")
            else { return nil }
            return address
        }
        let (start, end): (UInt32, UInt32) = (12, 12)
        #expect(try address("phone") == .text("phone", at: Span(start: start, end: end + 5)))
        #expect(try address("@t.txt") == .file("t.txt", at: Span(start: start, end: end + 6)))
        #expect(try address("-") == .standardInput(at: Span(start: start, end: end + 1)))
        // In quotes it is a target of that name.
        #expect(try address("'-'") == .text("-", at: Span(start: start, end: end + 3)))
        #expect(
            try address("topic:news") == .text("topic:news", at: Span(start: start, end: end + 10)))
    }

    @Test func `a list may bring its payloads, so none is needed`() throws {
        guard case .send(let input, _, _) = try Lowering.instruction("send --to @t.jsonl") else {
            Issue.record("no `send`")
            return
        }
        #expect(input == nil)
    }

    @Test func `every option has its place, and nothing is on by itself`() throws {
        #expect(try options("") == SendOptions())
        let found = try options(
            "--via fcm --as prod --production --type voip --priority 1 --topic com.example.a "
                + "--collapse-id c --ttl 1h --id 0F8FAD5B-d9cb-469f-a165-70867728950e --dry-run "
                + "--jobs 7 --rate 50/s --retry 0 --failed f --dead d --skip-malformed --yes "
                + "--force --curl --host localhost:2197 --ca ca.pem")
        var wanted = SendOptions()
        wanted.gateway = .fcm
        wanted.credential = "prod"
        wanted.environment = .production
        wanted.pushType = .voip
        wanted.priority = 1
        wanted.topic = "com.example.a"
        wanted.collapseID = "c"
        wanted.timeToLive = 3600
        wanted.id = "0F8FAD5B-d9cb-469f-a165-70867728950e"
        wanted.isDryRun = true
        wanted.jobs = 7
        wanted.rate = 50
        wanted.retries = 0
        wanted.failedPath = "f"
        wanted.deadPath = "d"
        wanted.skipsMalformed = true
        wanted.isConfirmed = true
        wanted.isForced = true
        wanted.printsCurl = true
        wanted.host = "localhost:2197"
        wanted.authority = "ca.pem"
        #expect(found == wanted)
    }

    @Test(
        arguments: [
            ("0", 0), ("90", 90), ("90s", 90), ("5m", 300), ("1h30m", 5400), ("30d", 2_592_000),
            ("2592000", 2_592_000), ("2592001", nil), ("31d", nil), ("-1", nil), ("x", nil),
            ("1.5", nil),
        ] as [(String, Int?)])
    func `a push is kept for seconds or a duration, at most 30 days`(
        _ text: String, _ seconds: Int?
    ) throws {
        guard let seconds else {
            #expect(
                Lowering.refusal("send a --to t --ttl '\(text)'")
                    == "invalidValue: `--ttl` takes seconds or a duration such as `90s`, "
                    + "at most 30 days, found `\(text)`")
            return
        }
        #expect(try options("--ttl \(text)")?.timeToLive == seconds)
    }

    @Test(
        arguments: [
            ("1", 1), ("50/s", 50), ("100000", 100_000), ("100000/s", 100_000), ("0", nil),
            ("100001", nil), ("50/m", nil), ("/s", nil), ("50 /s", nil), ("1.5/s", nil),
        ] as [(String, Int?)])
    func `a rate is requests in a second`(_ text: String, _ rate: Int?) throws {
        guard let rate else {
            #expect(
                Lowering.refusal("send a --to t --rate '\(text)'")
                    == "invalidValue: `--rate` takes a number such as `50/s`, found `\(text)`")
            return
        }
        #expect(try options("--rate '\(text)'")?.rate == rate)
    }

    @Test(
        arguments: [
            ("localhost:2197", true), ("127.0.0.1:1", true), ("a.example:65535", true),
            ("[::1]:2197", true), ("localhost", false), (":2197", false), ("localhost:", false),
            ("localhost:0", false), ("localhost:65536", false), ("localhost:x", false),
            ("localhost:-1", false), ("localhost:+443", false), ("[::1:443", false),
            ("[]:443", false), ("::1]:443", false), ("me@localhost:1", false),
            ("https://localhost:1", false), ("local host:1", false), ("löcalhost:1", false),
        ])
    func `a host has a port, so that nothing goes to the vendor by mistake`(
        _ text: String, _ isRight: Bool
    ) {
        #expect(
            Lowering.refusal("send a --to t --host '\(text)'")
                == (isRight
                    ? nil
                    : "invalidValue: `--host` takes a host with a port, found `\(text)`"))
    }

    @Test(
        arguments: [
            ("0f8fad5b-d9cb-469f-a165-70867728950e", true),
            ("0F8FAD5B-D9CB-469F-A165-70867728950E", true),
            ("0f8fad5bd9cb469fa16570867728950e", false),
            ("0f8fad5b-d9cb-469f-a165-70867728950", false),
            ("0f8fad5b-d9cb-469f-a165-70867728950g", false), ("msg-1", false),
        ])
    func `an apns-id is a UUID`(_ text: String, _ isRight: Bool) {
        #expect(
            Lowering.refusal("send a --to t --id \(text)")
                == (isRight ? nil : "invalidValue: `--id` takes a UUID, found `\(text)`"))
    }

    @Test(arguments: [
        Refused(
            "send",
            "missingArgument: `send` needs `--to`: the target [`--to phone` is the simulated one]"),
        Refused(
            "send - --to -",
            "invalidValue: payload and targets cannot both come from standard input"),
        Refused(
            "send a --to t --sandbox --production",
            "invalidValue: `--sandbox` and `--production` cannot be used together"),
        Refused(
            "send a --to t --failed list.txt --dead list.txt",
            "invalidValue: `--failed` and `--dead` need a file each"),
        Refused(
            "send a --to t --via fmc",
            "invalidValue: `--via` takes `apns` or `fcm`, found `fmc` "
                + "[did you mean `fcm`?]"),
        Refused(
            "send a --to t --jobs 0",
            "invalidValue: `--jobs` takes a whole number from 1 to 1000, found `0`"),
        Refused(
            "send a --to t --retry 11",
            "invalidValue: `--retry` takes a whole number from 0 to 10, found `11`"),
        Refused(
            "send a --to t --collapse-id \(String(repeating: "x", count: 65))",
            "invalidValue: `--collapse-id` takes 1 to 64 bytes, "
                + "found `\(String(repeating: "x", count: 65))`"),
    ]) func `what cannot be sent is refused before anything is`(_ row: Refused) {
        #expect(Lowering.refusal(row.text) == row.line)
    }
}
