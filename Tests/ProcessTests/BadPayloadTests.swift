import PushTestSupport
import Testing

/// Payloads and files that cannot be used: each is pointed at, and the device stays as it was.
@Suite struct BadPayloadTests {
    let place: TemporaryDirectory

    init() throws {
        place = try TemporaryDirectory()
        try place.makeWorkspace("app launch\nflush\n")
    }

    /// Receives a file of bytes; gives what was said, and expects an unchanged world.
    func receive(_ bytes: [UInt8]) throws -> Pushsh.Run {
        try place.write(bytes, to: "p.json")
        let run = try place.inWorkspace("receive @p.json\n")
        let after = try place.inWorkspace("expect shown empty\nexpect queue == 0\n")
        #expect(after.status == 0, "\(after)")
        #expect(run.stdout == "")
        return run
    }

    @Test(arguments: [
        ("", "error: `p.json` is empty, wanted a JSON object"), (" \n\n", "`p.json` is empty"),
        ("{", "p.json:1:2: error: the text ends, wanted"),
        ("nonsense", "p.json:1:1: error: found `nonsense`, wanted a value"),
        ("[1, 2]", "error: "), ("\"aps\"", "error: "), ("7", "error: "), ("null", "error: "),
        ("{\"aps\": {}} x", "p.json:1:13: error: found `x` after the value, wanted the end"),
        ("{\"aps\": {\"alert\": \"\\x\"}}", "p.json:1:20: error: "),
        (
            "{\n  \"aps\": {\n    \"alert\" \"x\"\n  }\n}",
            "p.json:3:13: error: found `\"`, wanted `:`"
        ),
        ("{\"aps\": {\"alert\": \"unfinished", "p.json:1:30: error: the text ends, wanted `\"`"),
        ("{\"aps\": 'x'}", "p.json:1:9: error: "), ("{\"a\": +1}", "p.json:1:7: error: "),
        ("{\"a\": NaN}", "p.json:1:7: error: "), ("\u{FEFF}{", "p.json:1:"),
    ])
    func `a malformed payload is pointed at`(text: String, message: String) throws {
        let run = try receive(Array(text.utf8))
        #expect(run.stderr.contains(message), "\(run)")
        #expect(run.status == 1)
    }

    @Test(
        arguments: [
            [0xFF, 0xFE, 0x41], [0x7B, 0xC3, 0x28, 0x7D], [0], Array(0...255),
            Array("{\"aps\": {\"alert\": \"".utf8) + [0xED, 0xA0, 0x80] + Array("\"}}".utf8),
            Array("{\"aps\": {\"alert\": \"".utf8) + [0x00] + Array("\"}}".utf8),
        ] as [[UInt8]])
    func `bytes that are no text are refused`(bytes: [UInt8]) throws {
        let run = try receive(bytes)
        #expect(run.stderr.contains("p.json:1:"), "\(run)")
        #expect(run.status == 1)
    }

    @Test func `JSON nested a million deep is refused by its size, before it is read`() throws {
        let open = String(repeating: "{\"a\":", count: 1_000_001)
        let run = try receive(
            Array((open + "1" + String(repeating: "}", count: 1_000_001)).utf8))
        #expect(run.stderr.contains("the payload has 6000007 bytes, and APNs accepts 4096"))
        #expect(run.status == 1)
    }

    @Test(arguments: [512, 10_000])
    func `JSON nested too deep is refused with its place`(depth: Int) throws {
        let open = String(repeating: "{\"a\":", count: depth + 1)
        let run = try receive(Array((open + "1" + String(repeating: "}", count: depth + 1)).utf8))
        #expect(run.stderr.hasPrefix("p.json:1:2561: error: found more than 512 levels of nesting"))
        #expect(run.status == 1)
    }

    @Test func `a payload larger than APNs takes is refused in APNs' words`() throws {
        let text = "{\"aps\": {\"alert\": \"\(String(repeating: "x", count: 4096))\"}}"
        let run = try receive(Array(text.utf8))
        #expect(run.stderr.hasPrefix("-:1:"))
        #expect(run.stderr.contains("and APNs accepts 4096: PayloadTooLarge (413)"))
        #expect(run.status == 1)
    }

    @Test func `a payload of 20 MB is refused`() throws {
        let text = "{\"aps\": {\"alert\": \"\(String(repeating: "x", count: 20_000_000))\"}}"
        let run = try receive(Array(text.utf8))
        #expect(run.stderr.count < 1000)
        #expect(run.status == 1)
    }

    @Test(arguments: [
        ("receive gone.json", "-:1:9: error: cannot read `gone.json`: no such file or directory"),
        ("receive @gone.json", "-:1:9: error: cannot read `gone.json`: no such file or directory"),
        ("receive .", "-:1:9: error: cannot read `.`: it is a directory"),
        ("receive p/q", "-:1:9: error: cannot read `p/q`: not a directory"),
        (".read gone.psh", "-:1:7: error: cannot read `gone.psh`: no such file or directory"),
        (
            ".record start gone/r.psh",
            "-:1:15: error: cannot write `gone/r.psh`: no such file or directory"
        ),
    ])
    func `a file that cannot be used ends with status 3`(line: String, message: String) throws {
        try place.write("", to: "p")
        let run = try place.inWorkspace(line + "\n")
        #expect(run.stderr.hasPrefix(message + "\n"), "\(run)")
        #expect(run.stdout == "")
        #expect(run.status == 3)
    }

    @Test func `a file in the place of a word is read, or told where it cannot be`() throws {
        try place.write("cust-1", to: "user.txt")
        let missing = try place.inWorkspace("login @gone.txt\n")
        let user = try place.inWorkspace("login @user.txt\n")
        #expect(missing.status == 3)
        #expect(missing.stderr.hasPrefix("-:1:7: error: cannot read `gone.txt`: "))
        #expect(user.lines.first == "login   cust-1")
    }

    @Test func `a file of a script that cannot be parsed is pointed at in that file`() throws {
        try place.write("whoami\napp lanch\n", to: "sub.psh")
        let run = try place.inWorkspace(".read sub.psh\n")
        #expect(run.stdout == "")
        #expect(run.stderr.hasPrefix("sub.psh:2:5: error: unknown command `app lanch`\n"))
        #expect(run.status == 1 || run.status == 2)
    }

    @Test func `scripts that read each other for ever are refused`() throws {
        try place.write(".read b.psh\n", to: "a.psh")
        try place.write(".read a.psh\n", to: "b.psh")
        let run = try Pushsh.run(["a.psh"], in: place)
        #expect(run.status == 1)
        #expect(run.stderr.contains("error: "))
    }
}
