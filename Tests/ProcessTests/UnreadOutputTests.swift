import Foundation
import Glibc
import PushTestSupport
import Testing

/// KD-06, SH-03: a reader of standard output who is slow, or does not read at all.
@Suite struct UnreadOutputTests {
    let place: TemporaryDirectory

    init() throws { place = try TemporaryDirectory() }

    /// A request that is refused with a line of more than 200 bytes.
    private static let refused =
        "POST /mobile/\(String(repeating: "a", count: 100)) HTTP/1.1\r\nHost: localhost\r\n"
        + "Origin: https://evil.example\r\nContent-Length: 0\r\n\r\n"

    /// Sends so many requests that the pipe and what waits behind it are full.
    private func flood(_ server: ServedProcess) throws -> Int {
        let connection = try server.connect()
        for number in 1...3000 {
            connection.send(Self.refused)
            let answer = connection.readAnswer()
            try #require(answer.hasPrefix("HTTP/1.1 403 "), "request \(number): \(answer)")
        }
        return 3000
    }

    @Test(arguments: [SIGTERM, SIGINT, SIGHUP])
    func `a server whose output nobody reads answers on, and ends when it is asked to`(
        signal: Int32
    ) throws {
        let server = try ServedProcess("serve --ingest 0", in: place)
        _ = try flood(server)
        let upload = try server.ask(WireRequest.upload(WireRequest.event("x")))
        #expect(upload.hasPrefix("HTTP/1.1 200 "), "\(upload)")
        #expect(server.residentBytes < 150 << 20)
        let start = Date.now
        #expect(server.end(signal).status == 0)
        #expect(Date.now.timeIntervalSince(start) < 5)
    }

    @Test func `who reads late gets the first lines, the number of those left out, and the next`()
        throws
    {
        let server = try ServedProcess("serve --ingest 0", in: place)
        let sent = try flood(server)
        server.readOutput(until: " left out: nobody read the output\n")
        #expect(try server.ask(Self.refused).hasPrefix("HTTP/1.1 403 "))
        let lines = server.end(SIGTERM).lines
        let told = lines.filter { $0.hasPrefix("refused POST ") && $0.hasSuffix("lets one in") }
        let notes = lines.filter { $0.hasPrefix("… ") }
        let missing = notes.compactMap { Int($0.split(separator: " ")[1]) }
        #expect(notes.count == 1 && told.count + missing.reduce(0, +) == sent + 1, "\(notes)")
        #expect(lines.last?.hasPrefix("refused POST ") == true, "\(lines.last ?? "")")
        #expect(lines.dropLast().last == notes.first)
    }

    /// SH-01: a program reads each line of `jsonl` by itself.
    @Test func `who reads JSON late gets JSON alone`() throws {
        let server = try ServedProcess("serve --ingest 0", ["--mode", "jsonl"], in: place)
        let sent = try flood(server)
        server.readOutput(until: " left out: nobody read the output\"}\n")
        let objects = try server.end(SIGTERM).lines.map { line in
            let found = try JSONSerialization.jsonObject(with: Data(line.utf8))
            return try #require(found as? [String: Any], "\(line)")
        }
        let types = objects.dropFirst().map { $0["type"] as? String }
        #expect(Set(types.dropLast()) == ["told"] && types.last == "left_out")
        #expect(types.count - 1 + (objects.last?["lines"] as? Int ?? 0) == sent)
    }

    @Test(arguments: ["TERM", "HUP", "INT"]) func `a script that waits for its reader can be ended`(
        signal: String
    ) throws {
        try place.write("repeat 100000\n  whoami\nend\n", to: "long.psh")
        #expect(try ended("\"$PUSHSH\" -f long.psh", by: signal) == [signal, "soon"])
    }

    @Test(arguments: ["TERM", "HUP", "INT"]) func `--jsonl that waits for its reader can be ended`(
        signal: String
    ) throws {
        let request = #"{"method":"run","params":{"text":"whoami"}}"#
        let lines = String(repeating: request + "\n", count: 2000)
        try place.write(lines, to: "requests")
        #expect(try ended("\"$PUSHSH\" --jsonl < requests", by: signal) == [signal, "soon"])
    }

    /// Starts a program whose output nobody reads, sends it a signal, and gives the signal it died
    /// of and whether that was soon.
    private func ended(_ command: String, by signal: String) throws -> [String] {
        let run = try Pushsh.bash(
            """
            trap - INT
            set -m
            rm -f out
            mkfifo out
            \(command) > out &
            child=$!
            exec 3< out
            state() { cut -d ' ' -f 3 /proc/$child/stat; }
            # It sleeps once the pipe is full.
            for try in {1..200}; do
                sleep 0.1
                [[ $(state) == S ]] && sleep 0.1 && [[ $(state) == S ]] && break
            done
            SECONDS=0
            kill -\(signal) $child
            wait $child
            kill -l $?
            ((SECONDS < 5)) && echo soon
            """, in: place)
        return run.lines
    }

    @Test func `a slow reader gets all that a script prints`() throws {
        let run = try Pushsh.bash(
            """
            "$PUSHSH" -c $'repeat 20000\\nwhoami\\nend' > whole
            "$PUSHSH" -c $'repeat 20000\\nwhoami\\nend' | { sleep 1; cat > read; }
            cmp whole read && wc -l < read
            """, in: place)
        #expect(run.lines == ["100000"], "\(run)")
    }
}
