import PushModel
import PushTestSupport
import Testing
import WorldTestSupport

@testable import PushSimulation

@Suite struct NetworkTests {
    @Test(arguments: [
        ("", "", true), ("", "a", false), ("*", "", true), ("**", "abc", true), ("a", "a", true),
        ("a", "ab", false), ("a*", "a", true), ("*a", "bca", true), ("*a", "bcab", false),
        ("a*c", "abbc", true), ("*ab*ab", "aababab", true), ("*aab", "aaab", true),
        ("https://x.jp/*.png", "https://x.jp/a/b.png", true),
        ("https://x.jp/*.png", "https://x.jp/a.jpg", false), ("é*", "école", true),
    ])
    func `a star stands for any text`(pattern: String, text: String, matches: Bool) {
        #expect(WildcardPattern.matches(pattern, text) == matches)
    }

    @Test func `patterns match as their definition says`() {
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<5000 {
            let pattern = Self.text("ab**", &generator)
            let text = Self.text("ab", &generator)
            let expected = Self.covers(Array(pattern)[...], Array(text)[...])
            #expect(WildcardPattern.matches(pattern, text) == expected, "\(pattern) \(text)")
        }
    }

    @Test func `a hostile pattern takes no time`() {
        let text = String(repeating: "a", count: 2000)
        let pattern = String(repeating: "*a", count: 1000) + "*b"
        #expect(!WildcardPattern.matches(pattern, text))
    }

    @Test func `faults of the service are taken in order, each as often as it says`() {
        var network = Network()
        network.stubs = [
            stub(.fcm(GatewayFault(.refused("UNAVAILABLE"))), nil), stub(.ingest(.timeout), 2),
            stub(.ingest(.reset), nil),
        ]
        let taken = (1...4).map { _ in network.takeIngestFault() }
        #expect(taken == [.timeout, .timeout, .reset, .reset])
        #expect(network.stubs.map(\.timesLeft) == [nil, nil])
    }

    @Test func `a fault of a gateway is for the requests that it chooses`() {
        let fault = GatewayFault(.reset)
        var network = Network()
        network.stubs = [
            stub(.apns(fault, .init(token: "0f", topic: "a.b")), nil),
            stub(.apns(GatewayFault(.silence), .init(connection: 2)), nil),
            stub(.fcm(fault, .init(topic: "news")), 1), stub(.noSettings(.apns), nil),
        ]
        func apns(_ token: String, _ topic: String, _ connection: Int?) -> GatewayFault? {
            network.takeAPNsFault(
                of: .init(token: token, topic: topic, connection: connection))
        }
        #expect(apns("0f1", "a.b", nil) == fault)
        #expect(apns("0f1", "a.c", nil) == nil)
        #expect(apns("0e1", "a.b", 1) == nil)
        #expect(apns("0e1", "a.b", 2) == GatewayFault(.silence))
        let news = GatewayRequest(token: nil, topic: "news", connection: nil)
        #expect(network.fcmFault(of: .init(token: nil, topic: nil, connection: nil)) == nil)
        #expect(network.takeFCMFault(of: nil) == nil)
        #expect(network.fcmFault(of: news) == fault)
        #expect(network.takeFCMFault(of: news) == fault)
        #expect(network.takeFCMFault(of: news) == nil)
        #expect(network.withholdsSettings(at: .apns) && network.choosesConnections)
        #expect(!network.withholdsSettings(at: .fcm))
        #expect(!Network().withholdsSettings(at: .apns) && !Network().choosesConnections)
    }

    @Test func `an answer is taken by the first pattern that covers the URL`() {
        var late = Stub.Download()
        late.delayMilliseconds = 31_000
        var gone = Stub.Download()
        gone.status = 404
        var network = Network()
        network.stubs = [
            stub(.url(pattern: "https://a/*.png", late), 1), stub(.url(pattern: "*", gone), nil),
        ]
        #expect(network.takeDownload(for: "https://b/x.png") == gone)
        #expect(network.takeDownload(for: "https://a/x.png") == late)
        #expect(network.takeDownload(for: "https://a/x.png") == gone)
        #expect(network.takeIngestFault() == nil)
        #expect(network.stubs == [stub(.url(pattern: "*", gone), nil)])
    }

    @Test func `of two answers to the same requests the newer one holds`() {
        let (early, late) = (GatewayFault(.refused("UNAVAILABLE")), GatewayFault(.silence))
        let news = GatewayChoice(topic: "news")
        var network = Network()
        for planted in [
            stub(.fcm(early), nil), stub(.fcm(early, news), nil), stub(.ingest(.timeout), 1),
            stub(.ingest(.timeout), nil), stub(.noSettings(.apns), nil), stub(.apns(early), nil),
        ] { network.plant(planted) }
        #expect(network.stubBeforeNewest == nil)
        network.plant(stub(.ingest(.reset), nil))
        network.plant(stub(.noSettings(.apns), nil))
        network.plant(stub(.fcm(late, news), nil))
        #expect(network.stubBeforeNewest == stub(.fcm(early), nil))
        network.plant(stub(.fcm(late), nil))
        #expect(
            network.stubs == [
                stub(.ingest(.timeout), 1), stub(.apns(early), nil), stub(.ingest(.reset), nil),
                stub(.noSettings(.apns), nil), stub(.fcm(late, news), nil), stub(.fcm(late), nil),
            ])
        #expect(network.stubBeforeNewest == nil)
    }

    private func stub(_ kind: Stub.Kind, _ times: Int?) -> Stub {
        Stub(kind: kind, timesLeft: times, text: "")
    }

    private static func text(_ letters: String, _ generator: inout SeededGenerator) -> String {
        let count = Int.random(in: 0...7, using: &generator)
        return String((0..<count).compactMap { _ in letters.randomElement(using: &generator) })
    }

    private static func covers(
        _ pattern: ArraySlice<Character>, _ text: ArraySlice<Character>
    ) -> Bool {
        guard let first = pattern.first else { return text.isEmpty }
        let rest = pattern.dropFirst()
        if first == "*" { return (0...text.count).contains { covers(rest, text.dropFirst($0)) } }
        return text.first == first && covers(rest, text.dropFirst())
    }

    @Test func `only the real network takes uploads out, and never the embedded service`() {
        for endpoint in Endpoint.regions {
            #expect(endpoint.isOnTheWire(.real) == (endpoint.name != "embedded"))
            #expect(!endpoint.isOnTheWire(.simulated) && !endpoint.isOnTheWire(.off))
        }
    }
}
