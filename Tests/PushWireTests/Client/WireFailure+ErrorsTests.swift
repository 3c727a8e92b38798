import Glibc
import NIOCore
import NIOHTTP1
import Testing

@testable import PushWire

/// What people read when the network fails, and whether trying again may help.
@Suite struct WireFailureErrorsTests {
    private static func failure(_ error: any Error, proxy: ProxyChoice? = nil) -> WireFailure? {
        WireURL("https://a.jp:8443").map { WireFailure(error, $0, proxy: proxy) }
    }

    static let numbers: [(Int32, WireFailure.Kind, String)] = [
        (ECONNREFUSED, .refused, "connection refused by `a.jp` port 8443"),
        (ECONNRESET, .reset, "connection reset"), (EPIPE, .reset, "connection reset"),
        (ECONNABORTED, .reset, "connection reset"), (ETIMEDOUT, .timeout, "time-out"),
        (EHOSTUNREACH, .unreachable, "`a.jp` port 8443 cannot be reached"),
        (ENETUNREACH, .unreachable, "`a.jp` port 8443 cannot be reached"),
    ]

    @Test(arguments: numbers) func `the system's errors are told in words, and may pass`(
        _ number: Int32, _ kind: WireFailure.Kind, _ message: String
    ) {
        let failure = Self.failure(IOError(errnoCode: number, reason: "connect"))
        #expect(failure == WireFailure(kind, message))
        #expect(failure?.mayPass == true)
    }

    @Test func `a proxy that refuses is named, not the host behind it`() {
        let proxy = ProxyChoice(.http, host: "proxy", port: 3128, user: "me", password: "secret")
        let refused = Self.failure(IOError(errnoCode: ECONNREFUSED, reason: "x"), proxy: proxy)
        #expect(
            refused == WireFailure(.proxy, "connection refused by the proxy `proxy` port 3128"))
        #expect(refused?.mayPass == true)
        let reset = Self.failure(IOError(errnoCode: ECONNRESET, reason: "x"), proxy: proxy)
        #expect(reset == WireFailure(.reset, "connection reset"))
    }

    @Test func `an answer that is not HTTP is told, and one that is cut`() {
        #expect(
            Self.failure(HTTPParserError.invalidVersion)
                == WireFailure(.garbled, "`a.jp` port 8443 does not answer in HTTP"))
        #expect(
            Self.failure(HTTPParserError.invalidEOFState) == WireFailure(.reset, "connection reset")
        )
        #expect(Self.failure(ChannelError.eof) == WireFailure(.reset, "connection reset"))
        #expect(
            Self.failure(ChannelError.connectTimeout(.seconds(10)))
                == WireFailure(.timeout, "time-out"))
    }

    @Test func `a failure of ours passes through, and any other is told without its words`() {
        struct Strange: Error {}
        let own = WireFailure(.tlsPin, "the certificate is not pinned")
        #expect(Self.failure(own) == own)
        #expect(
            Self.failure(Strange())
                == WireFailure(.other, "the request to `a.jp` port 8443 failed"))
    }

    @Test func `who sends to another host is told of its own option`() {
        let failure = WireFailure(.tlsUntrusted, "")
        #expect(failure.cure(at: "127.0.0.1:2197")?.hasPrefix("`--ca FILE` trusts") == true)
        #expect(failure.cure(at: nil) == failure.cure)
        #expect(WireFailure(.reset, "").cure(at: "127.0.0.1:2197") == nil)
        let other = WireFailure(.tls, "").cure(at: "127.0.0.1:2197")
        #expect(other?.hasPrefix("is this the port of another service?") == true)
    }

    @Test func `what a person must change first is not tried again`() {
        let lasting = WireFailure.Kind.allCases.filter { !WireFailure($0, "").mayPass }
        #expect(
            lasting == [
                .tlsUntrusted, .tlsExpired, .tlsWrongHost, .tlsPin, .tls, .proxyRefused,
                .answerTooLarge, .badURL, .badOptions, .interrupted,
            ])
    }
}
