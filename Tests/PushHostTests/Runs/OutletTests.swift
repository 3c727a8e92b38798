import Glibc
import PushTestSupport
import Testing

@testable import PushHost

/// SH-03: lines for a reader who is slow, or does not read.
@Suite struct OutletTests {
    /// A console whose streams are one pipe, which is read only when a test says so.
    private final class Piped {
        let console: StandardConsole
        let writeEnd: Int32
        private let readEnd: Int32

        struct NoPipe: Error {}

        init() throws {
            var ends: [Int32] = [-1, -1]
            guard pipe(&ends) == 0 else { throw NoPipe() }
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            (readEnd, writeEnd) = (ends[0], ends[1])
            _ = fcntl(readEnd, F_SETFL, O_NONBLOCK)
            console = StandardConsole(output: writeEnd, errors: writeEnd)
        }

        deinit {
            close(readEnd)
            close(writeEnd)
        }

        /// Reads what is in the pipe.
        func taken() -> String {
            var bytes: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 65_536)
            while true {
                let count = read(readEnd, &buffer, buffer.count)
                guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
                bytes += buffer[..<count]
            }
        }

        /// Reads all that waits, as lines.
        func lines() -> [String] {
            var text = ""
            repeat {
                text += taken()
                console.flush()
            } while console.unwritten >= 0
            text += taken()
            #expect(text.isEmpty || text.hasSuffix("\n"))
            return text.split(separator: "\n").map(String.init)
        }

        /// Prints so many numbered lines.
        func print(_ count: Int) {
            for number in 0..<count { console.out(Self.line(number)) }
            console.flush()
        }

        static func line(_ number: Int) -> String { "line \(number) of a long output" }
    }

    private let piped: Piped

    init() throws { piped = try Piped() }

    @Test func `lines that nobody reads wait up to a bound, and those beyond it are counted`() {
        piped.console.wait(.never)
        piped.print(40_000)
        #expect(piped.console.unwritten == piped.writeEnd)
        let lines = piped.lines()
        let told = lines.count - 1
        #expect(Array(lines.prefix(told)) == (0..<told).map(Piped.line))
        #expect(lines.last == "… \(40_000 - told) lines left out: nobody read the output")
        let size = lines.reduce(0) { $0 + $1.utf8.count + 1 }
        #expect(size > Outlet.bound && size < Outlet.bound + (128 << 10), "\(size)")
        piped.console.out("next")
        #expect(piped.console.unwritten < 0 && piped.lines() == ["next"])
    }

    /// SH-01: each line of `jsonl` is JSON.
    @Test func `in the forms of JSON their number is an object`() {
        piped.console.wait(.never, inJSON: true)
        piped.print(40_000)
        let lines = piped.lines()
        let missing = 40_000 - (lines.count - 1)
        let text = "\(missing) lines left out: nobody read the output"
        #expect(lines.last == #"{"type":"left_out","lines":\#(missing),"text":"\#(text)"}"#)
        piped.console.wait(.never)
        piped.print(40_000)
        #expect(piped.lines().last?.hasPrefix("… ") == true)
    }

    @Test func `a line longer than the bound is not cut`() {
        piped.console.wait(.never)
        let long = String(repeating: "x", count: 2 * Outlet.bound)
        piped.console.out(long)
        piped.print(1)
        #expect(piped.lines() == [long, "… 1 line left out: nobody read the output"])
    }

    @Test func `what nobody has taken at the end of serving is left out`() {
        piped.console.wait(.never)
        piped.print(10_000)
        piped.console.wait(.always)
        #expect(piped.console.unwritten < 0)
        let told = piped.lines()
        #expect(!told.isEmpty && told == (0..<told.count).map(Piped.line))
        piped.console.out("next")
        piped.console.flush()
        #expect(
            piped.lines() == [
                "… \(10_000 - told.count) lines left out: nobody read the output", "next",
            ])
        #expect(piped.console.failure == nil)
    }

    @Test func `a signal ends the wait for a reader`() {
        piped.console.interruption = Interruption(descriptor: -1) { true }
        piped.print(10_000)
        #expect(piped.console.unwritten < 0 && piped.console.failure == nil)
        let told = piped.lines()
        #expect(!told.isEmpty && told == (0..<told.count).map(Piped.line))
    }

    @Test func `errors for the same reader come where they belong`() {
        piped.console.wait(.never)
        piped.print(5000)
        piped.console.err("warning: a")
        piped.console.out("next")
        piped.console.flush()
        #expect(piped.lines() == (0..<5000).map(Piped.line) + ["warning: a", "next"])
    }
}
