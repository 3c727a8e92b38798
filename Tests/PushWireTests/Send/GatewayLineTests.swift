import NIOCore
import NIOEmbedded
import NIOHPACK
import NIOHTTP2
import Testing

@testable import PushWire

/// KD-06: a connection to APNs, as its sender sees it.
@Suite struct GatewayLineTests {
    private let channel = EmbeddedChannel()
    private let line = GatewayLine(to: "api.push.apple.com", limit: .seconds(30))
    /// A line whose requests are overdue at once, however long the channel's own clock stands.
    private let impatient = GatewayLine(to: "api.push.apple.com", limit: .zero)

    private func open(_ line: GatewayLine) throws {
        try channel.pipeline.syncOperations.addHandler(line)
    }

    /// The outcomes of requests, by their number.
    private final class Outcomes {
        var byNumber: [Int: String] = [:]

        func take(_ result: Result<GatewayReply, any Error>, of number: Int) {
            byNumber[number] =
                switch result {
                case .success(let reply): String(reply.status)
                case .failure(let error as NIOHTTP2Errors.StreamClosed):
                    "\(error.errorCode)".contains("Refused") ? "refused" : "\(error.errorCode)"
                case .failure(let error): "\(error)"
                }
        }
    }

    private func send(
        _ numbers: ClosedRange<Int>, on line: GatewayLine? = nil
    ) -> Outcomes {
        let outcomes = Outcomes()
        for number in numbers {
            let message = GatewaySender.Message(path: "/3/device/\(number)", fields: [], body: [])
            (line ?? self.line).send(message) { outcomes.take($0, of: number) }
        }
        return outcomes
    }

    /// The streams that were opened since the last look.
    private func opened() throws -> [HTTP2StreamID] {
        var streams: [HTTP2StreamID] = []
        while let frame = try channel.readOutbound(as: HTTP2Frame.self) {
            if case .headers = frame.payload { streams.append(frame.streamID) }
        }
        return streams
    }

    private func answer(_ stream: HTTP2StreamID, _ status: Int) throws {
        let headers = HPACKHeaders([(":status", String(status))])
        try channel.writeInbound(
            HTTP2Frame(
                streamID: stream, payload: .headers(.init(headers: headers, endStream: true))))
    }

    @Test func `a connection has one stream until APNs has accepted its sender`() throws {
        try open(line)
        let outcomes = send(1...5)
        #expect(try opened() == [1])
        // Neither a refused token nor a busy gateway accepts anybody.
        try answer(1, 403)
        #expect(try opened() == [3])
        try answer(3, 503)
        #expect(try opened() == [5])
        try answer(5, 410)
        #expect(try opened() == [7, 9])
        for stream in [7, 9] { try answer(HTTP2StreamID(stream), 200) }
        #expect(outcomes.byNumber == [1: "403", 2: "503", 3: "410", 4: "200", 5: "200"])
        _ = send(6...7)
        #expect(try opened() == [11, 13])
        _ = try channel.finish(acceptAlreadyClosed: true)
    }

    @Test func `what waits for its turn is given back when APNs ends the connection`() throws {
        try open(line)
        let outcomes = send(1...3)
        try channel.writeInbound(
            HTTP2Frame(
                streamID: .rootStream,
                payload: .goAway(lastStreamID: 1, errorCode: .noError, opaqueData: nil)))
        #expect(outcomes.byNumber == [2: "refused", 3: "refused"])
        try answer(1, 200)
        #expect(outcomes.byNumber[1] == "200")
        #expect(try opened() == [1])
    }

    @Test func `a gateway that allows few streams gets no more`() throws {
        try open(line)
        let outcomes = send(1...6)
        let setting = HTTP2Setting(parameter: .maxConcurrentStreams, value: 2)
        try channel.writeInbound(
            HTTP2Frame(streamID: .rootStream, payload: .settings(.settings([setting]))))
        try answer(1, 200)
        #expect(try opened() == [1, 3])
        // The stream is closed only now: its answer came before.
        channel.pipeline.fireUserInboundEventTriggered(StreamClosedEvent(streamID: 1, reason: nil))
        #expect(try opened() == [5])
        channel.pipeline.fireUserInboundEventTriggered(
            StreamClosedEvent(streamID: 3, reason: .refusedStream))
        #expect(try opened() == [7])
        try channel.writeInbound(
            HTTP2Frame(
                streamID: .rootStream,
                payload: .goAway(lastStreamID: .maxID, errorCode: .noError, opaqueData: nil)))
        #expect(
            outcomes.byNumber == [1: "200", 2: "refused", 5: "refused", 6: "refused"])
        try answer(5, 200)
        channel.pipeline.fireUserInboundEventTriggered(StreamClosedEvent(streamID: 5, reason: nil))
        #expect(try opened() == [])
        try answer(7, 200)
        #expect(outcomes.byNumber[3] == "200" && outcomes.byNumber[4] == "200")
    }

    @Test func `a gateway that does not answer the first request gets no other there`() throws {
        try open(impatient)
        let outcomes = send(1...3, on: impatient)
        #expect(try opened() == [1])
        channel.embeddedEventLoop.advanceTime(by: .seconds(2))
        #expect(outcomes.byNumber.keys.sorted() == [1, 2, 3])
        #expect(outcomes.byNumber[2] == "refused" && outcomes.byNumber[3] == "refused")
        #expect(try opened() == [])
    }

    @Test func `a gateway that lets nothing begin is given up in time`() throws {
        try open(impatient)
        let setting = HTTP2Setting(parameter: .maxConcurrentStreams, value: 0)
        try channel.writeInbound(
            HTTP2Frame(streamID: .rootStream, payload: .settings(.settings([setting]))))
        let outcomes = send(1...2, on: impatient)
        #expect(try opened() == [] && outcomes.byNumber.isEmpty)
        channel.embeddedEventLoop.advanceTime(by: .seconds(2))
        #expect(outcomes.byNumber.values.count { $0.hasPrefix("Unopened(") } == 2)
        #expect(impatient.isLeaving)
    }
}
