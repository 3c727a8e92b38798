import PushTestSupport
import Testing

/// Scripts changed at random, through the whole program: never a crash, always a documented status.
///
/// `PUSHSH_FUZZ=N` runs N inputs instead of 200, `PUSHSH_FUZZ_SEED` starts elsewhere.
@Suite struct ScriptFuzzTests {
    static let seeds = [
        """
        psh 1
        setup
          app launch
        end
        test "a tap" @td
          receive <<JSON
            {"td_campaign_id": "c", "message_id": "m-1", "title": "お知らせ", "link": "myapp://x"}
            JSON
          |...
          | tracked delivery m-1
          tap m-1
          expect events == [token_register, delivery, open, deeplink_open]
          !already_handled tap m-1
          flush --max 2
          expect within 5m queue <= 2
        end

        """,
        """
        app launch
        let t = token
        for u in a 'b c' "d\\u{e9}" ${t}
          login ${u}
          ? dismiss --all
        end
        [profile:td] stub ingest status=503 times=2 retry-after=30
        @phone receive <<JSON --priority 5 --ttl 60
          {"aps": {"alert": "x", "badge": 3}}
          JSON
        query "SELECT type, count(*) FROM mobile.push_events GROUP BY 1"
        expect sql "SELECT 1" == 1
        .mode json
        clock advance 1h30m
        expect output not matches /^x+[a-z]$/i
        repeat 3
          token refresh
        end
        device add d2 --os 16.4
        open https://example.com/a?b=c#d
        | anything [..] [UUID]

        """,
    ]

    static let tokens = [
        "\"", "'", "${", "}", "<<JSON\n", "<<'X'\n", "end\n", "test \"x\"\n", "repeat 3\n", "|",
        "|2 ",
        "|...\n", "!", "? ", "[tty] ", "@", "#", "\\", "\u{0}", "\u{1b}[", "\u{202e}", "\r\n", "[",
        "]",
        "{", ":", ",", "1..9", "--", "=", "==", "/(/", "99999999999999999999", "-1", "\u{feff}",
        "💥",
        "setup\n", "include \"x\"\n", "let a = ", "expect ", "within 5s ", ".mode ", "NaN", "1e999",
        "query \"SELECT ", "clock set ", "seed ", "stub ",
    ]

    static func number(_ name: String, _ usual: Int) throws -> Int {
        let text = try Shell.run("printenv", [name]).stdout
        return Int(text.split(separator: "\n").first ?? "") ?? usual
    }

    @Test func `mutated scripts are checked and run without a crash`() throws {
        let count = try Self.number("PUSHSH_FUZZ", 200)
        let seed = try Self.number("PUSHSH_FUZZ_SEED", 1)
        var generator = SeededGenerator(seed: UInt64(seed))
        let place = try TemporaryDirectory()
        for round in 0..<count {
            let sample = Self.seeds[round % Self.seeds.count]
            let script = generator.mutated(Array(sample.utf8), tokens: Self.tokens)
            let context =
                "seed \(seed), round \(round):\n\(String(decoding: script, as: UTF8.self))"
            let check = try Pushsh.run(["--check", "-f", "-"], input: script, in: place)
            #expect([0, 2].contains(check.status), "\(check.status), \(context)")
            let run = try Pushsh.run(["-f", "-"], input: script, in: place, timeout: 20)
            #expect([0, 1, 2, 3].contains(run.status), "\(run.status), \(context)")
            #expect((run.status == 2) == (check.status == 2), "\(run.status), \(context)")
            #expect(
                !run.stdout.utf8.contains(0x1B) && !run.stderr.utf8.contains(0x1B), "\(context)")
        }
    }

    @Test func `random options are refused or taken without a crash`() throws {
        var generator = SeededGenerator(seed: 7)
        // A random option may write: only into a place of its own, and nothing outside is named.
        let place = try TemporaryDirectory()
        let words = [
            "-f", "-c", "-", "--", "--check", "--mode", "json", "--only", "@a", "--from", "1",
            "--jobs",
            "--format", "tap", "--bless=check", "--keep-going", "--fail-fast", "--shuffle",
            "--seed",
            "", "=", "--=", "---", "-ff", "--mode=", "\u{1b}", "--report", "json=r.json", "99",
            "--ephemeral", "--timeout", "1s", "--filter", "x", "--no-rc", "--real-time", "-cf",
            "-Vh",
        ]
        for round in 0..<100 {
            let arguments = (0..<Int.random(in: 1...4, using: &generator)).map { _ in
                words.randomElement(using: &generator) ?? ""
            }
            let run = try Pushsh.run(arguments, in: place, timeout: 20)
            #expect([0, 1, 2, 3].contains(run.status), "\(round): \(arguments): \(run)")
        }
    }
}
