import Foundation
import PushTestSupport
import Testing

/// What happens to a prompt from outside: signals, time that passes, other prompts.
@Suite(.serialized, .enabled(if: TerminalDriver.isAvailable, "tmux is not installed"))
struct PromptLivingTests {
    let place: TemporaryDirectory

    init() throws {
        place = try TemporaryDirectory()
    }

    /// The process of the shell itself, below the one that the terminal started.
    private func shell(_ prompt: PromptSession) throws -> Int32 {
        let above = try #require(prompt.driver.shellProcess)
        let found = try Shell.run("pgrep", ["-P", "\(above)"]).stdout
        return try #require(Int32(found.trimmingCharacters(in: .whitespacesAndNewlines)))
    }

    @Test func `a prompt undoes its own steps, and another's only by force`() throws {
        let first = try PromptSession(place)
        first.enter("app launch")
        let second = try PromptSession(place)
        first.enter("login a")
        second.enter("login b")
        let blocked = first.enter("undo")
        #expect(blocked.first == "error: `login b` was typed at another prompt", "\(blocked)")
        #expect(blocked.contains("hint: `undo --force` undoes it all the same"))
        #expect(first.enter("undo --force") == ["undone  login b"])
        #expect(second.enter("undo").first == "error: `login a` was typed at another prompt")
        #expect(first.enter("undo 2") == ["undone  login a", "undone  app launch"])
        first.enter("app launch")
        // What was there when a prompt began is its own to undo.
        let third = try PromptSession(place)
        #expect(third.enter("undo") == ["undone  app launch"])
    }

    @Test func `an interrupt in no gap between two entries ends the shell`() throws {
        let prompt = try PromptSession(place)
        let process = try shell(prompt)
        for round in 0..<60 {
            prompt.driver.type("network")
            prompt.driver.press("Enter")
            for _ in 0..<8 {
                try #require(kill(process, SIGINT) == 0, "round \(round)")
                usleep(UInt32(300 + round * 40))
            }
        }
        prompt.driver.press("C-c")
        _ = prompt.row(where: PromptSession.isPrompt)
        prompt.driver.type("clock set 2031-02-03T00:00:00Z")
        prompt.driver.press("Enter")
        #expect(prompt.driver.shows("clock   2031-02-03"))
        // What is typed before the prompt is back is the terminal's, which makes an end of ^D.
        _ = prompt.row(where: PromptSession.isPrompt)
        #expect(prompt.leave() == "exited 0")
    }

    @Test func `an interrupt while it starts does not end the shell`() throws {
        for delay in [20, 40, 60, 80, 120] {
            let prompt = TerminalDriver(
                ["env", "-C", place.path, try PushshBinary.path, "--ephemeral"], columns: 90,
                rows: 20, environment: ["SWIFT_BACKTRACE": "enable=no"])
            let above = try #require(prompt.shellProcess)
            usleep(UInt32(delay * 1000))
            let found = try Shell.run("pgrep", ["-P", "\(above)", "pushsh"]).stdout
            // Before the program is there, nothing of ours can be interrupted.
            guard let process = Int32(found.trimmingCharacters(in: .whitespacesAndNewlines)) else {
                continue
            }
            let mask = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
                .split(separator: "\n").first { $0.hasPrefix("SigCgt") }
            guard let caught = mask?.split(separator: "\t").last,
                UInt64(caught, radix: 16).map({ $0 & 2 != 0 }) == true
            else {
                continue
            }
            kill(process, SIGINT)
            #expect(prompt.wait(for: "phone").rows.contains { $0.hasPrefix("phone") })
            prompt.press("C-d")
            #expect(prompt.wait(for: "exited").rows.last == "exited 0")
        }
    }

    @Test func `a quit signal leaves shell and terminal as they are`() throws {
        let prompt = try PromptSession(place)
        let process = try shell(prompt)
        kill(process, SIGQUIT)
        prompt.enter("app launch")
        prompt.driver.type(
            "query --dialect sqlite \"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL "
                + "SELECT i + 1 FROM n) "
                + "SELECT sum(i) FROM n\"")
        prompt.driver.press("Enter")
        usleep(200_000)
        prompt.driver.press("C-\\")
        kill(process, SIGQUIT)
        usleep(100_000)
        prompt.driver.press("C-c")
        _ = prompt.driver.screen { $0.rows.last.map(PromptSession.isPrompt) ?? false }
        #expect(prompt.enter("network").contains { $0.contains("simulated") })
        #expect(prompt.leave() == "exited 0")
    }

    @Test func `a quit key in the editor of the user leaves no file behind`() throws {
        let prompt = try PromptSession(
            place,
            variables: [
                "EDITOR": "sh -c 'sleep 1; echo network > $0'", "VISUAL": "",
                "TMPDIR": place.path,
            ])
        let process = try shell(prompt)
        prompt.driver.type("tap")
        prompt.driver.press("C-x", "C-e")
        usleep(300_000)
        prompt.driver.press("C-\\")
        kill(process, SIGQUIT)
        _ = prompt.driver.screen { $0.rows.last?.hasPrefix("phone") ?? false }
        usleep(1_200_000)
        prompt.driver.press("C-c")
        prompt.enter("clock real")
        #expect(prompt.leave() == "exited 0")
        #expect(try place.listing().filter { $0.hasPrefix("pushsh-") } == [])
    }

    @Test func `an editor without a place for its file is told of, and the entry stays`() throws {
        let prompt = try PromptSession(place, variables: ["TMPDIR": "/no/such"])
        prompt.driver.type("network")
        prompt.driver.press("C-x", "C-e")
        let told = "error: cannot make a file in `/no/such`: no such file or directory"
        #expect(prompt.driver.shows(told, within: 20))
        #expect(prompt.press("Enter") == ["network simulated"])
        let empty = try PromptSession(
            place, variables: ["TMPDIR": "", "VISUAL": "sh -c 'echo network > $0'"])
        empty.driver.press("C-x", "C-e")
        #expect(empty.row { $0.hasSuffix("> network") }.hasSuffix("> network"))
    }

    @Test func `what falls due while nobody types is told above the prompt`() throws {
        let prompt = try PromptSession(place)
        prompt.enter("app launch")
        prompt.enter("app background")
        prompt.enter("local add --in 2s --title 春のお知らせ")
        prompt.driver.type("quer")
        #expect(prompt.driver.shows("春のお知らせ"))
        #expect(prompt.row { $0.contains("> quer") }.contains("> quer"))
        let rows = prompt.driver.screen { $0.rows.contains { $0.contains("shown") } }.rows
        #expect(rows.contains { $0.hasPrefix("shown") || $0.contains("banner") }, "\(rows)")
    }

    @Test func `an expectation waits as long as the clock on the wall says`() throws {
        let prompt = try PromptSession(place)
        prompt.enter("app launch")
        prompt.enter("clock real")
        prompt.enter("local add --in 2s --title t")
        let start = Date()
        prompt.driver.type("expect within 20s $.none exists")
        #expect(prompt.driver.shows("$.none exists"))
        prompt.driver.press("Enter")
        let screen = prompt.driver.screen(within: 1) {
            $0.rows.last.map(PromptSession.isPrompt) ?? false
        }
        #expect(!(screen.rows.last.map(PromptSession.isPrompt) ?? true), "\(screen)")
        prompt.driver.press("C-c")
        #expect(prompt.driver.shows("interrupted"))
        #expect(Date().timeIntervalSince(start) < 15)
    }

    @Test func `every workspace has the history of all, and a private one leaves none`() throws {
        let state = ["XDG_STATE_HOME": place.path + "/state"]
        let first = try PromptSession(place, variables: state)
        first.enter("login 山田")
        let second = try PromptSession(TemporaryDirectory(), variables: state)
        second.driver.press("Up")
        #expect(second.row { $0.hasSuffix("login 山田") }.hasSuffix("> login 山田"))
        second.driver.press("C-u")
        second.enter("whoami")
        // A prompt that is open finds what another one wrote since.
        first.enter("network")
        second.driver.press("C-r")
        second.driver.type("netw")
        let found = "(search)'netw': network"
        #expect(second.row { $0 == found } == found)
        second.driver.press("C-g")
        #expect(second.leave() == "exited 0")
        let alone = TerminalDriver(
            [try PushshBinary.path, "--ephemeral"], columns: 90, rows: 20, environment: state)
        alone.wait(for: "phone")
        alone.type("login 鈴木")
        alone.press("Enter", "C-d")
        #expect(alone.wait(for: "exited").rows.last == "exited 0")
        first.driver.press("C-r")
        first.driver.type("鈴")
        #expect(first.row { $0.hasPrefix("(no match)") }.hasPrefix("(no match)"))
    }
}
