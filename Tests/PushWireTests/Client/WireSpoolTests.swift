import PushSimulation
import Testing
import WireTestSupport

@testable import PushWire

/// An answer that is too large for the memory goes into a file as it comes (TD-13).
@Suite struct WireSpoolTests {
    private func lines(_ spool: WireSpool, stopsAfter limit: Int = .max) throws -> [String] {
        var lines: [String] = []
        try spool.eachLine {
            lines.append(String(decoding: $0, as: UTF8.self))
            return lines.count < limit
        }
        return lines
    }

    private func spool(_ pieces: [String], limit: Int = 1 << 20) throws -> WireSpool {
        let spool = try WireSpool(limit: limit)
        for piece in pieces { try Array(piece.utf8).withUnsafeBytes { try spool.append($0) } }
        return spool
    }

    @Test(arguments: [
        ([], []), ([""], []), (["a"], ["a"]), (["a\n"], ["a"]), (["a\n\n\nb"], ["a", "b"]),
        (["a", "b\nc", "d\n", "e"], ["ab", "cd", "e"]), (["\n"], []), (["あ\r\n"], ["あ\r"]),
    ]) func `lines come back whole`(_ pieces: [String], _ wanted: [String]) throws {
        let spool = try spool(pieces)
        #expect(spool.count == pieces.joined().utf8.count)
        #expect(try lines(spool) == wanted)
        #expect(try lines(spool) == wanted)
    }

    @Test func `lines cross the pieces in which the file is read`() throws {
        let long = (0..<40).map { String(repeating: "x\($0)", count: 10_000 + $0) }
        let spool = try spool(long.map { $0 + "\n" }, limit: 4 << 20)
        #expect(try lines(spool) == long)
        #expect(try lines(spool, stopsAfter: 3) == Array(long[..<3]))
    }

    @Test func `more than the file may have is refused`() throws {
        let spool = try spool(["abcd"], limit: 5)
        #expect(throws: WireFailure(.answerTooLarge, "the answer has more than 0 MB")) {
            try Array("ef".utf8).withUnsafeBytes { try spool.append($0) }
        }
        #expect(try lines(spool) == ["abcd"])
    }

    @Test func `an answer goes into the file, and its message stays in memory`() throws {
        let server = try ScriptedServer([
            .status(200, body: "one\ntwo\n"), .status(404, body: "not here"),
            .status(200, body: "three\n"), .status(200, body: ""),
        ])
        let client = WireClient { _ in nil }
        let spool = try WireSpool(limit: 1000)
        let request = WireRequest(method: "GET", url: server.url + "/r")
        let first = try client.send(request, into: spool)
        #expect(first.status == 200 && first.body == [])
        #expect(try lines(spool) == ["one", "two"])
        let refused = try client.send(request, into: spool)
        #expect(refused.status == 404 && refused.body == Array("not here".utf8))
        #expect(try client.send(request, into: spool).status == 200)
        #expect(try lines(spool) == ["three"])
        #expect(try client.send(request, into: spool).status == 200)
        #expect(try lines(spool) == [])
    }

    @Test func `an answer that outgrows the file, or breaks off, is a failure`() throws {
        let server = try ScriptedServer([
            .status(200, body: String(repeating: "x", count: 2_000_000)),
            .raw("HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nhalf of it"),
            .status(500, body: String(repeating: "y", count: 5000)),
        ])
        let client = WireClient { _ in nil }
        let spool = try WireSpool(limit: 1 << 20)
        let request = WireRequest(
            method: "GET", url: server.url + "/r", limitMilliseconds: 300, answerLimit: 1000)
        #expect(throws: WireFailure(.answerTooLarge, "the answer has more than 1 MB")) {
            try client.send(request, into: spool)
        }
        #expect(throws: WireFailure(.timeout, "time-out")) {
            try client.send(request, into: spool)
        }
        #expect(throws: WireFailure(.answerTooLarge, "the answer has more than 1000 bytes")) {
            try client.send(request, into: spool)
        }
    }
}
