import PushTestSupport
import Testing

/// The tests' own tools do what the other tests rely on.
@Suite struct ShellTests {
    @Test func `a program's outputs and status come back`() throws {
        let outcome = try Shell.run("sh", ["-c", "cat; echo oops >&2; exit 3"], input: "héllo")
        #expect(
            outcome
                == Shell.Outcome(
                    output: Array("héllo".utf8), errors: Array("oops\n".utf8), status: 3))
    }

    @Test func `a large output does not stop a large input`() throws {
        let input = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)
        let outcome = try Shell.run("sh", ["-c", "tee /dev/stderr"], input: input)
        #expect(outcome.output.count == 1 << 20 && outcome.errors == input && outcome.status == 0)
    }

    @Test func `a program that reads nothing is no error`() throws {
        let input = [UInt8](repeating: 0, count: 1 << 20)
        #expect(try Shell.run("true", input: input) == Shell.Outcome(status: 0))
    }

    @Test func `a program that hangs is killed with what it started`() throws {
        let outcome = try Shell.run("sh", ["-c", "echo a; sleep 77 & sleep 77"], timeout: 0.3)
        #expect(
            outcome == Shell.Outcome(output: Array("a\n".utf8), signal: 9, timedOut: true))
    }

    @Test func `a signal is told from a status`() throws {
        let outcome = try Shell.run("sh", ["-c", "kill -TERM $$"])
        #expect(outcome == Shell.Outcome(signal: 15))
    }

    @Test func `the environment and the directory are those asked for`() throws {
        let directory = try TemporaryDirectory()
        let outcome = try Shell.run(
            "/bin/sh", ["-c", "pwd; echo $A"],
            environment: ["A": "b", "PATH": "/usr/bin:/bin"], directory: directory.path)
        #expect(outcome.stdout == "\(directory.path)\nb\n")
    }

    @Test func `a program that does not exist is an error`() {
        #expect(throws: Shell.CannotStart(executable: "no-such-program", code: 2)) {
            try Shell.run("no-such-program")
        }
    }

    @Test func `a temporary directory goes with its value`() throws {
        var directory: TemporaryDirectory? = try TemporaryDirectory()
        let path = try #require(directory?.path)
        try directory?.write("text", to: "a/b.txt")
        #expect(try directory?.listing() == ["a", "a/b.txt"])
        #expect(try directory?.text("a/b.txt") == "text")
        directory = nil
        #expect(try Shell.run("test", ["-e", path]).status == 1)
    }

    @Test func `the generator repeats itself and gives the published numbers`() {
        var generator = SeededGenerator(seed: 1_234_567)
        let drawn = (0..<3).map { _ in generator.next() }
        #expect(
            drawn == [
                6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
            ])
        var first = SeededGenerator(seed: 7)
        var second = SeededGenerator(seed: 7)
        let input = Array("a good input".utf8)
        #expect(
            first.mutated(input, tokens: ["end"]) == second.mutated(input, tokens: ["end"]))
    }

    @Test func `a difference shows the lines that differ`() {
        let difference = LineDifference(
            expected: "a\nb\nc\nd\ne\nf", actual: "a\nb\nc\nd\nE\nf")
        #expect(difference.description == "…\n c\n d\n-e\n+E\n f")
    }

    @Test func `a change that was not stated is an issue`() {
        var value = [1, 2]
        expectDifference(in: &value, when: { $0.append(3) }, is: { $0 = [1, 2, 3] })
        withKnownIssue {
            expectDifference(in: &value, when: { $0.append(4) }, is: { _ in })
            expectSameText("a", "b")
        } matching: { issue in
            issue.comments.first?.rawValue.contains("\n") == true
        }
    }
}
