import PushTestSupport
import Testing

/// Golden lines that no longer hold are rewritten, and nothing else is.
@Suite struct BlessTests {
    let place: TemporaryDirectory

    static let old = """
        # The comment above stays.
        psh 1
        app launch
        |...
        | tracked token_register
        |...
          login cust-1   # as does this one
          | login   nobody
          | tracked token_[..] user cust-1
        clock now
        | clock   [TIME]

        """
    static var new: String { old.replacing("nobody", with: "cust-1") }

    init() throws {
        place = try TemporaryDirectory()
        try place.write(Self.old, to: "b.psh")
    }

    func run(_ arguments: String..., variables: [String: String] = [:]) throws -> Pushsh.Run {
        try Pushsh.run(arguments + ["b.psh"], in: place, variables: variables)
    }

    @Test func `bless rewrites what no longer holds, and shows the difference`() throws {
        let blessed = try run("--bless")
        #expect(blessed.status == 0)
        #expect(
            blessed.stdout.hasSuffix(
                "b.psh\n-  | login   nobody\n+  | login   cust-1\n"))
        #expect(try place.text("b.psh") == Self.new)
        #expect(try place.listing() == ["b.psh"])
        #expect(try run().status == 0)
    }

    @Test func `bless brings no secret into a script`() throws {
        let key = "8/c0ffee0123456789abcdefc0ffee0123456789ab"
        try place.write(#"{"aps": {"alert": "\#(key)"}, "message_id": "k"}"#, to: "p.json")
        let head = "app launch\nreceive @p.json\n"
        let check = "\nexpect shown == <<JSON\n  [\"k\"]\n  JSON\n"
        let document = "show k\nexpect $.body == <<JSON\n  \"x\"\n  JSON\n"
        try place.write(head + "| x" + check, to: "b.psh")
        #expect(try run("--bless").status == 0)
        #expect(try place.text("b.psh").contains("| shown   k banner \"8/[..]\"\n"))
        #expect(try run().status == 0)
        let old = head + document
        try place.write(old, to: "b.psh")
        let refused = try run("--bless")
        #expect(refused.status == 1, "\(refused)")
        #expect(refused.stderr.contains("error: the value found here holds a secret\n"))
        #expect(try place.text("b.psh") == old)
    }

    @Test func `a second bless finds nothing to change`() throws {
        _ = try run("--bless")
        let again = try run("--bless=check")
        #expect(again == (try run()))
        #expect(again.status == 0)
    }

    @Test func `bless=check says what would change and writes nothing`() throws {
        let checked = try run("--bless=check")
        #expect(checked.status == 1)
        #expect(checked.stdout.hasSuffix("-  | login   nobody\n+  | login   cust-1\n"))
        #expect(try place.text("b.psh") == Self.old)
    }

    @Test func `bless refuses to run where CI is set`() throws {
        let refused = try run("--bless", variables: ["CI": "1"])
        #expect(refused.status == 2)
        #expect(refused.stderr == "pushsh: `--bless` is refused where CI is set\n")
        #expect(try place.text("b.psh") == Self.old)
        #expect(refused.stdout == "")
    }

    @Test func `an included file stays as it is, and is named`() throws {
        try place.write("clock\n| wrong\n", to: "i.psh")
        try place.write("include \"i.psh\"\n", to: "t.psh")
        let run = try Pushsh.run(["--bless", "t.psh"], in: place)
        #expect(run.status == 1)
        #expect(run.stderr.contains("not those they include; bless `i.psh` itself"))
        #expect(try place.text("i.psh") == "clock\n| wrong\n")
    }

    @Test func `bless=check runs where CI is set`() throws {
        #expect(try run("--bless=check", variables: ["CI": "1"]) == run("--bless=check"))
    }

    @Test func `what fails otherwise is not blessed away`() throws {
        try place.write(Self.old + "expect queue == 99\n", to: "b.psh")
        let blessed = try run("--bless")
        #expect(blessed.status == 1)
        #expect(blessed.stderr.hasPrefix("b.psh:12:1: error: the expectation does not hold\n"))
        #expect(try place.text("b.psh") == Self.new + "expect queue == 99\n")
    }

    @Test func `the script's permissions stay`() throws {
        let before = try Pushsh.bash("chmod 750 b.psh; stat -c %a b.psh", in: place)
        _ = try run("--bless")
        #expect(try Pushsh.bash("stat -c %a b.psh", in: place) == before)
    }

    @Test func `a link to a script stays a link`() throws {
        let linked = try Pushsh.bash(
            "ln -s b.psh l.psh; pushsh --bless l.psh >/dev/null; readlink l.psh", in: place)
        let target = try place.text("b.psh")
        #expect(linked.stdout == "b.psh\n")
        #expect(target == Self.new)
    }

    @Test func `what bless wrote for a loop holds in each of its rounds`() throws {
        try place.write(
            """
            app launch
            for u in a bob
              test "t ${u}"
                login ${u}
                | login   x
                |...
              end
            end
            for u in a bob
              login ${u}
              | login   a
              |2 no such line
              |...
            end

            """, to: "b.psh")
        #expect(try run("--bless").status == 0)
        let again = try run("--bless=check")
        let plain = try run()
        #expect(again == plain && plain.status == 0, "\(again)\n\(plain)")
    }

    @Test func `here-documents that no text can bless are told`() throws {
        let text = """
            for u in 1 2
              expect sql "SELECT ${u}, 0" == <<JSON
                [0, 0]
                JSON
            end

            """
        try place.write(text, to: "b.psh")
        let blessed = try run("--bless")
        #expect(blessed.status == 1)
        #expect(
            blessed.stderr.hasPrefix(
                "b.psh:2:34: error: the rounds of a loop find different values here\n"))
        #expect(try place.text("b.psh") == text)
    }

    @Test func `a here-document with CRLF keeps its line ends`() throws {
        let text = "expect sql \"SELECT 1, 2\" == <<JSON\r\n  [0]\r\n  JSON\r\n"
        try place.write(text, to: "b.psh")
        _ = try run("--bless")
        let blessed = Array(try place.text("b.psh").utf8)
        let ends = blessed.count { $0 == 10 }
        #expect(ends >= 3 && ends == blessed.count { $0 == 13 }, "\(blessed)")
        #expect(try run().status == 0)
    }

    @Test func `a script with CRLF keeps its line ends`() throws {
        try place.write(Self.old.replacing("\n", with: "\r\n"), to: "b.psh")
        _ = try run("--bless")
        let blessed = try place.text("b.psh")
        #expect(blessed == Self.new.replacing("\n", with: "\r\n"))
    }
}
