import PushTestSupport
import Testing

/// What the README shows is what happens.
struct ReadmeTests {
    /// The lines of the first block that follows a line.
    private static func block(after mark: String) throws -> [String] {
        let lines = try Repository.text("README.md")
            .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let start = try #require(lines.firstIndex { $0.hasPrefix(mark) })
        let fence = try #require(lines[start...].firstIndex { $0.hasPrefix("```") })
        return Array(lines[(fence + 1)...].prefix { $0 != "```" })
    }

    @Test(.enabled(if: TerminalDriver.isAvailable, "tmux is not installed"))
    func `the session at its top, typed at a terminal`() throws {
        let session = Array(try Self.block(after: "```console").dropFirst())
        let inputs = session.compactMap { line in
            line.firstMatch(of: /^phone: [^>]*> (.+)$/).map { String($0.1) }
        }
        #expect(inputs.last == "quit")
        let driver = TerminalDriver(
            ["env", "-C", Repository.root, try PushshBinary.path, "--ephemeral", "--no-rc"],
            columns: 110, rows: session.count + 5)
        for input in inputs {
            // A command is typed once the prompt stands that the README shows in front of it.
            let prompts = session.filter { $0.hasSuffix("> " + input) }
            let prompt = String(try #require(prompts.first).dropLast(input.count + 1))
            _ = driver.screen { $0.rows.last == prompt }
            driver.type(input)
            driver.press("Enter")
        }
        let screen = driver.screen { $0.rows.contains { $0.hasPrefix("exited") } }
        #expect(Array(screen.rows.prefix(session.count)) == session)
        #expect(screen.rows.dropFirst(session.count).first == "exited 0")
    }

    @Test func `the script that fails, and how`() throws {
        let directory = try TemporaryDirectory()
        let script = try Self.block(after: "<!-- file: coupon.psh -->")
        try directory.write(script.joined(separator: "\n") + "\n", to: "coupon.psh")
        let outcome = try Shell.run(
            "sh", ["-c", "\"$0\" coupon.psh 2>&1", PushshBinary.path], directory: directory.path)
        let wanted = try Self.block(after: "<!-- run: pushsh coupon.psh -->")
        #expect(outcome.status == 1)
        expectSameText(outcome.stdout, wanted.joined(separator: "\n") + "\n")
    }

    @Test func `its cure makes it pass`() throws {
        let directory = try TemporaryDirectory()
        let cure = "\"aps\": {\"alert\": \"Sale\", \"mutable-content\": 1}"
        #expect(try Repository.text("README.md").contains("`\(cure)`"))
        let script = try Self.block(after: "<!-- file: coupon.psh -->").joined(separator: "\n")
        let path = try directory.write(
            script.replacing("\"title\"", with: cure + ", \"title\"") + "\n", to: "coupon.psh")
        #expect(try ProcessSurroundings.all[0].run([path]).status == 0)
    }

    @Test func `why answers as the README says`() throws {
        let script = try Self.block(after: "<!-- file: coupon.psh -->")
            .map { $0.replacing("tap msg-1", with: "why delivery") }
            .filter { !$0.contains("expect") && !$0.hasPrefix("test") && $0 != "end" }
        let outcome = try ProcessSurroundings.all[0].run(["-c", script.joined(separator: "\n")])
        let answer = try Self.block(after: "No `delivery`, although")
        #expect(outcome.stdout.contains(answer.joined(separator: "\n")))
    }

    @Test func `the outage loses nothing`() throws {
        let script = try Self.block(after: "<!-- file: outage.psh -->").joined(separator: "\n")
        #expect(try ProcessSurroundings.all[0].run(["-c", script]).status == 0)
    }

    @Test func `every file it links to is there`() throws {
        let links = try Repository.text("README.md").matches(of: /\]\(([^)#:]+)\)/)
        #expect(links.count >= 8)
        for link in links { #expect((try? Repository.text(String(link.1))) != nil, "\(link.1)") }
    }
}
