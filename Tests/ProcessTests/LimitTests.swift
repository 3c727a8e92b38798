import PushTestSupport
import Testing

/// Everything has a limit, and exceeding it is told, not crashed on.
@Suite struct LimitTests {
    /// A script of repeated parts, and the beginning of what must be said about it.
    struct Excess: CustomTestStringConvertible {
        var message: String
        var parts: [(count: Int, text: String)]

        init(_ message: String, _ parts: (Int, String)...) {
            self.message = message
            self.parts = parts
        }

        var script: String {
            parts.map { String(repeating: $0.text, count: $0.count) }.joined()
        }

        var testDescription: String {
            parts.map { "\($0.count) × \($0.text.debugDescription)" }.joined(separator: ", ")
        }
    }

    static let excesses: [Excess] = [
        Excess("-:1:1: error: this line is longer than 1 MB", (1, "login "), (10_000_000, "a")),
        Excess("-:1:1: error: this line is longer than 1 MB", (10_000_000, "a")),
        Excess("-:1:1: error: this line is longer than 1 MB", (1, "# "), (10_000_000, "あ")),
        Excess("-:2:1: error: this line is longer", (1, "receive <<J\n"), (10_000_000, "a")),
        Excess("-:2:1: error: this line is longer", (1, "clock now\n\""), (10_000_000, "a")),
        Excess("-:65:1: error: blocks are nested", (10_000, "repeat 1\n"), (10_000, "end\n")),
        Excess("-:1:33: error: lists are nested deeper", (1, "expect queue == "), (10_000, "[")),
        Excess(
            "-:2:513: error: found more than 512 levels of nesting, wanted fewer",
            (1, "receive <<JSON\n"), (10_000, "["), (10_000, "]"), (1, "\nJSON")),
        Excess(
            "-:2:2561: error: found more than 512 levels of nesting, wanted fewer",
            (1, "receive <<JSON\n"), (10_000, "{\"a\":"), (1, "1"), (10_000, "}"), (1, "\nJSON")),
        Excess("-:1:", (300_000, "\"\" ")), Excess("-:1:", (100_000, "[tty] ")),
        Excess("-:1:", (100_000, "! ")), Excess("-:1:", (100_000, "login ${")),
        Excess("-:1:10: error: the script contains a zero byte", (1, "clock now\0")),
        Excess("-:", (50_000, "test \"a\"\n")),
        Excess("-:3:1: error: ", (1, "test a"), (50_000, " @a"), (1, "\nend\nend")),
    ]

    @Test(arguments: excesses)
    func `a script beyond a limit is refused`(excess: Excess) throws {
        let run = try Pushsh.script(excess.script + "\n")
        #expect(run.stderr.hasPrefix(excess.message), "\(run.stderr.prefix(500))")
        #expect(run.stderr.utf8.count < 20_000)
        #expect(run.status == 2)
    }

    @Test(
        arguments: [
            [0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xE3, 0x81],
        ] as [[UInt8]])
    func `bytes that are not UTF-8 are pointed at`(bytes: [UInt8]) throws {
        let script = Array("clock now\nlogin 山".utf8) + bytes + Array("\nclock now\n".utf8)
        let run = try Pushsh.run(["-f", "-"], input: script)
        #expect(run.stderr.hasPrefix("-:2:8: error: these bytes are not UTF-8\nlogin 山"))
        #expect(run.stdout == "")
        #expect(run.status == 2)
    }

    @Test func `a script in UTF-16 is shown as text, where it is damaged`() throws {
        let units = Array("clock now\nlogin 山😀".utf16).dropLast()
        var script: [UInt8] = [0xFF, 0xFE]
        for unit in units { script += [UInt8(truncatingIfNeeded: unit), UInt8(unit >> 8)] }
        let run = try Pushsh.run(["-f", "-"], input: script)
        #expect(
            run.stderr == """
                -:2:8: error: the script is in UTF-16, and ends within a character
                login 山\u{FFFD}
                        ^
                hint: the file is cut off: get it again, and save the file in UTF-8


                """)
        #expect(run.stdout == "" && run.status == 2)
    }

    @Test func `a zero byte is pointed at`() throws {
        let run = try Pushsh.script("clock now\nlogin a\0b\n")
        #expect(run.stderr.hasPrefix("-:2:8: error: the script contains a zero byte\n"))
        #expect(run.stdout == "")
        #expect(run.status == 2)
    }

    @Test func `an endless or huge file is refused`() throws {
        let endless = try Pushsh.run(["/dev/zero"])
        #expect(
            endless == Pushsh.Run(stderr: "pushsh: `/dev/zero` is larger than 256 MB\n", status: 3))
    }

    @Test(arguments: ["/tmp", "/proc/self/mem", "/", "/dev/null/x", "\u{1F514}"])
    func `what is no file is refused`(path: String) throws {
        let run = try Pushsh.run([path])
        #expect(run.stderr.hasPrefix("pushsh: cannot read "))
        #expect(run.status == 3)
    }

    @Test func `files that include each other are refused, however deep`() throws {
        let place = try TemporaryDirectory()
        for number in 0..<300 {
            try place.write("include \"\(number + 1).psh\"\n", to: "\(number).psh")
        }
        try place.write("include \"0.psh\"\n", to: "300.psh")
        let run = try Pushsh.run(["0.psh"], in: place)
        #expect(run.stderr.contains(": error: "))
        #expect(run.status == 2)
    }

    @Test func `loops within loops can be interrupted`() throws {
        let open = String(repeating: "repeat 100000000\n", count: 20)
        let close = String(repeating: "end\n", count: 20)
        let run = try Shell.run(
            "timeout", ["-k", "1", "-s", "INT", "0.5", try PushshBinary.path, "-f", "-"],
            input: open + close, environment: Pushsh.environment)
        #expect(run.status == 124)
    }

    @Test func `of 300,000 equal keys a hundred are told, and the rest are counted`() throws {
        let place = try TemporaryDirectory()
        let members = (0..<300_000).map { "\"k\":\($0)" }.joined(separator: ",")
        try place.write("{\"aps\":{\"alert\":\"x\"},\(members)}", to: "equal.json")
        let run = try Pushsh.run(["-c", "lint equal.json"], in: place)
        #expect(run.stdout.hasSuffix("\nand 299900 more\n"))
        #expect(run.stdout.split(separator: "\n").count { $0.hasPrefix("equal.json:") } == 100)
        #expect(run.status == 1)
    }

    /// D12: telling so took 1.1 GB, and ten seconds.
    @Test func `a strings file that is too large is refused without reading its lines`() throws {
        let place = try TemporaryDirectory()
        let made = try Pushsh.bash(
            "yes '\"key\" = \"value\";' | head -c 100000000 > large.strings", in: place)
        #expect(made.status == 0)
        let run = try Pushsh.run(["-c", "app launch\napp strings ja large.strings"], in: place)
        #expect(
            run.stderr.hasPrefix(
                "-c:2:16: error: the file has 100000000 bytes, and at most 4194304 are read\n"),
            "\(run)")
        #expect(run.status == 1)
    }

    @Test func `a long argument list is no problem`() throws {
        let arguments = (0..<5000).map { "argument-\($0)" }
        let run = try Pushsh.run(["-c", "expect var 5000 == argument-4999"] + arguments)
        #expect(run == Pushsh.Run())
    }
}
