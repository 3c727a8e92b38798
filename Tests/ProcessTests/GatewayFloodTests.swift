import Foundation
import PushTestSupport
import Testing

/// Clients that flood, stall or trickle: memory stays bounded, others are served, and the
/// connection ends with a reason where HTTP/2 has one (KD-06).
@Suite(.serialized, .enabled(if: SenderStage.python != nil, "skipped: PyPI cannot be reached"))
struct GatewayFloodTests {
    let stage: SenderStage

    init() throws { stage = try SenderStage() }

    /// Bytes that the server may grow by while it is flooded: a client that got through would need
    /// many times as much.
    private static let growth = 150 << 20

    private func flood(_ cases: [String], _ more: [String: Any] = [:]) throws -> String {
        let server = try stage.serve()
        _ = try stage.send("h2_sender.py", ["once"], server)
        let before = server.residentBytes
        let text = try stage.send("flood.py", cases, server, more)
        let grown = server.residentBytes - before
        #expect(grown < Self.growth, "\(cases): \(grown >> 20) MB")
        #expect(server.end(SIGTERM).status == 0)
        return text
    }

    @Test func `frames that no client sends end the connection, with a reason`() throws {
        expectSameText(
            try flood(["frames"]),
            """
            CONTINUATION, GOAWAY ENHANCE_YOUR_CALM, 200 soon
            RST_STREAM, GOAWAY ENHANCE_YOUR_CALM, 200 soon
            HPACK bomb, GOAWAY COMPRESSION_ERROR, 200 soon
            PING, GOAWAY ENHANCE_YOUR_CALM, 200 soon
            SETTINGS, GOAWAY ENHANCE_YOUR_CALM, 200 soon
            empty DATA, GOAWAY ENHANCE_YOUR_CALM, 200 soon
            HPACK garbage, GOAWAY COMPRESSION_ERROR, 200 soon
            a frame of 65,535 bytes, GOAWAY FRAME_SIZE_ERROR, 200 soon

            """)
    }

    @Test func `of too many idle connections the oldest go`() throws {
        expectSameText(
            try flood(["idle"], ["idle": 1100]),
            """
            idle 200 soon
            the oldest GOAWAY NO_ERROR {"reason":"Shutdown"}
            the newest 200

            """)
    }

    @Test func `half a handshake has its time, and holds nobody up`() throws {
        expectSameText(
            try flood(["half"]),
            """
            half-open 200 soon
            left after the handshake's time 0
            a late preface 200

            """)
    }

    @Test func `a body that trickles holds nobody up`() throws {
        expectSameText(
            try flood(["slow"]),
            """
            slow 200 soon
            slow 200 soon
            slow 200 soon
            finished 200

            """)
    }
}
