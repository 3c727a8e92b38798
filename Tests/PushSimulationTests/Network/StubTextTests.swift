import PushText
import Testing

@testable import PushSimulation

@Suite struct StubTextTests {
    static let faults: [(String, Stub.IngestFault, Int?)] = [
        (
            "ingest status=503 times=2 retry-after=30", .status(503, retryAfter: 30), 2
        ),
        ("ingest retry-after=0 status=200", .status(200, retryAfter: 0), nil),
        ("ingest timeout", .timeout, nil), ("ingest reset times=1", .reset, 1),
        ("ingest drop-response", .dropResponse, nil),
        (
            "ingest receipts fail=3,7 error=InvalidPropertyNameError",
            .receipts(fail: [3, 7], error: "InvalidPropertyNameError"), nil
        ),
        ("ingest receipts", .receipts(fail: [1], error: "InternalError"), nil),
        ("ingest delay=5s", .delayed(5000, nil), nil),
        ("ingest delay=250ms status=503", .delayed(250, .status(503, retryAfter: nil)), nil),
        ("ingest drop-response delay=2m times=3", .delayed(120_000, .dropResponse), 3),
        (
            "ingest receipts fail=2 delay=1s",
            .delayed(1000, .receipts(fail: [2], error: "InternalError")), nil
        ),
        (
            "ingest status=200 body=%7B%7D retry-after=3",
            .answer(200, retryAfter: 3, body: "{}"), nil
        ),
        ("ingest status=500 body=", .answer(500, retryAfter: nil, body: ""), nil),
    ]

    @Test(arguments: faults)
    func `a fault of the service is read`(text: String, fault: Stub.IngestFault, times: Int?) throws
    {
        let read = try StubText.read(words(text))
        #expect(read.kind == .ingest(fault))
        #expect(read.times == times)
        #expect(StubText.parse(text) == .ingest(fault))
    }

    @Test func `an answer of a gateway is read`() throws {
        let apns = try StubText.read(words("apns reason=Unregistered token=0f"))
        #expect(apns.kind == .apns(GatewayFault(.refused("Unregistered")), .init(token: "0f")))
        let fcm = try StubText.read(words("fcm error=UNAVAILABLE times=3"))
        #expect(fcm.kind == .fcm(GatewayFault(.refused("UNAVAILABLE"))))
        #expect(fcm.times == 3)
    }

    @Test func `a fault of a gateway may be for a token, a topic and a connection`() throws {
        let apns = try StubText.read(words("apns connection=2 goaway topic=com.example.shop"))
        #expect(
            apns.kind
                == .apns(
                    GatewayFault(.taken, goAway: "Shutdown"),
                    .init(topic: "com.example.shop", connection: 2)))
        let fcm = try StubText.read(words("fcm token=dA reset topic=news"))
        #expect(fcm.kind == .fcm(GatewayFault(.reset), .init(token: "dA", topic: "news")))
        #expect(try StubText.read(words("apns no-settings")) == (.noSettings(.apns), nil))
        #expect(try StubText.read(words("fcm no-settings")) == (.noSettings(.fcm), nil))
        #expect(
            try StubText.read(words("fcm goaway")) == (.fcm(GatewayFault(.taken, goAway: "")), nil))
    }

    @Test(
        arguments: [
            ("timeout", GatewayFault(.silence)), ("reset", GatewayFault(.reset)),
            ("delay=5s", GatewayFault(.taken, delayMilliseconds: 5000)),
            ("slow=3s", GatewayFault(.taken, slowMilliseconds: 3000)),
            ("goaway", GatewayFault(.taken, goAway: "Shutdown")),
            ("goaway=IdleTimeout", GatewayFault(.taken, goAway: "IdleTimeout")),
            (
                "reason=TooManyRequests retry-after=7 delay=1s goaway",
                GatewayFault(
                    .refused("TooManyRequests"), delayMilliseconds: 1000, goAway: "Shutdown",
                    retryAfter: 7)
            ),
        ])
    func `a fault of APNs is read`(text: String, fault: GatewayFault) throws {
        #expect(try StubText.read(words("apns " + text)).kind == .apns(fault))
        #expect(StubText.parse("apns " + text) == .apns(fault))
    }

    @Test(
        arguments: [
            ("status=404", 404, 24_576, 0, nil, false),
            ("size=12MB", 200, 12 << 20, 0, nil, false), ("size=3kb", 200, 3 << 10, 0, nil, false),
            ("size=7B delay=31s", 200, 7, 31_000, nil, false),
            ("size=0 delay=250ms", 200, 0, 250, nil, false),
            ("delay=2m timeout", 200, 24_576, 120_000, nil, true),
            ("type=text/html", 200, 24_576, 0, "text/html", false),
        ] as [(String, Int, Int64, Int64, String?, Bool)])
    func `an answer to a download is read`(
        options: String, status: Int, bytes: Int64, delay: Int64, type: String?, timesOut: Bool
    ) throws {
        var answer = Stub.Download()
        answer.status = status
        answer.byteCount = bytes
        answer.delayMilliseconds = delay
        answer.contentType = type
        answer.timesOut = timesOut
        let read = try StubText.read(words("https://x.jp/* " + options))
        #expect(read.kind == .url(pattern: "https://x.jp/*", answer))
    }

    @Test(arguments: [("", 302), ("status=308 ", 308)])
    func `a redirect is read`(code: String, status: Int) throws {
        var answer = Stub.Download()
        answer.status = status
        answer.location = "https://y.jp/b.png?a=b"
        let read = try StubText.read(
            words("https://x.jp/* " + code + "location=https://y.jp/b.png?a=b"))
        #expect(read.kind == .url(pattern: "https://x.jp/*", answer))
    }

    static let wrong: [(String, Int, String)] = [
        ("", 0, "found nothing, wanted `ingest`, `apns`, `fcm` or a URL"),
        ("x.jp", 0, "found `x.jp`, wanted `ingest`, `apns`, `fcm` or a URL"),
        (
            "ingest times=2", 0,
            "wanted `status=`, `delay=`, `timeout`, `reset`, `drop-response` or `receipts`"
        ),
        ("ingest staus=503", 1, "found `staus`: did you mean `status`?"),
        ("ingest times=2 tiemout", 2, "found `tiemout`: did you mean `timeout`?"),
        ("apns resaon=Unregistered", 1, "found `resaon`: did you mean `reason`?"),
        ("https://x.jp/* sise=12MB", 1, "found `sise`: did you mean `size`?"),
        ("ingest status=700", 1, "`status` takes 200 to 599, found `700`"),
        ("ingest status=199", 1, "`status` takes 200 to 599, found `199`"),
        ("ingest status=5x", 1, "`status` takes 200 to 599, found `5x`"),
        ("ingest status=503 retry-after=86401", 2, "`retry-after` takes seconds"),
        ("ingest status=503 times=0", 2, "`times` takes a number from 1"),
        ("ingest times=many timeout", 1, "`times` takes a number from 1"),
        ("ingest timeout reset", 2, "unexpected `reset`"),
        ("ingest timeout delay=5s", 2, "`delay` is for an answer, and there is none here"),
        ("ingest delay=5s reset", 1, "`delay` is for an answer, and there is none here"),
        ("ingest delay=soon", 1, "`delay` takes a time like `31s`"),
        ("ingest file=@x.json", 1, "an answer with a body needs a `status=`"),
        ("ingest body=x", 1, "an answer with a body needs a `status=`"),
        (
            "ingest status=200 file=x.json", 2,
            "`file` takes a file like `@answer.json`, found `x.json`"
        ),
        ("ingest status=200 file=@", 2, "`file` takes a file like `@answer.json`, found `@`"),
        ("ingest status=200 file=@a message=x", 3, "unexpected `message=x`"),
        ("apns reason=Unregistered file=@a", 2, "unexpected `file=@a`"),
        (
            "https://x.jp/* file=@a.png size=7", 2,
            "with `file`, the size is the file's own"
        ),
        ("ingest receipts fail=0", 2, "`fail` takes positions from 1, like `3,7`"),
        ("ingest receipts fail=", 2, "`fail` takes positions from 1, like `3,7`"),
        ("ingest receipts fail=1,x", 2, "`fail` takes positions from 1, like `3,7`"),
        (
            "apns", 0,
            "wanted `reason=…`, `timeout`, `reset`, `delay=`, `slow=`, `goaway` or `no-settings`"
        ),
        (
            "fcm error=", 0,
            "wanted `error=…`, `timeout`, `reset`, `delay=`, `slow=`, `goaway` or `no-settings`"
        ),
        ("fcm delay=1s goaway=IdleTimeout", 2, "unexpected `goaway=IdleTimeout`"),
        ("apns reset slow=1s", 2, "`slow` is for an answer, and there is none here"),
        ("apns slow=x", 1, "`slow` takes a time like `31s`"),
        ("apns reset connection=0", 2, "`connection` takes a number from 1"),
        (
            "apns no-settings times=2", 2,
            "`no-settings` applies to every connection, until `stub clear`"
        ),
        ("apns no-settings reset", 2, "unexpected `reset`"),
        ("apns timeout delay=5s", 2, "`delay` is for an answer, and there is none here"),
        ("apns reset retry-after=5", 2, "`retry-after` is for a refusal: `reason=…`"),
        (
            "apns goaway=Idle", 1,
            "found `Idle`, wanted one of APNs' reasons, such as `BadDeviceToken`; "
                + "`man pushsh-gateways` lists them"
        ),
        ("https://x.jp/* location=/b.png", 1, "`location` takes a whole URL"),
        (
            "https://x.jp/* location=https://y.jp/b.png status=404", 1,
            "`location` is for the status 301, 302, 303, 307 or 308"
        ),
        ("https://x.jp/* loction=https://y.jp", 1, "found `loction`: did you mean `location`?"),
        ("https://x.jp/* size=12XB", 1, "`size` takes bytes, `KB` or `MB`, like `12MB`"),
        (
            "https://x.jp/* size=9999999999999MB", 1,
            "`size` takes bytes, `KB` or `MB`, like `12MB`"
        ),
        (
            "https://x.jp/*", 0,
            "wanted an answer: `status=`, `size=`, `delay=`, `type=`, `file=` or `timeout`"
        ),
        (
            "https://x.jp/* times=2", 0,
            "wanted an answer: `status=`, `size=`, `delay=`, `type=`, `file=` or `timeout`"
        ),
        ("https://x.jp/* delay=5h", 1, "`delay` takes a time like `31s`"),
        ("https://x.jp/* delay=ms", 1, "`delay` takes a time like `31s`"),
        ("https://x.jp/* status=200 status=404", 2, "unexpected `status=404`"),
    ]

    @Test(arguments: wrong)
    func `a wrong word is pointed at`(text: String, word: Int, message: String) {
        let fault = #expect(throws: Fault.self) { try StubText.read(words(text)) }
        #expect(fault == Fault(message, at: word))
        #expect(StubText.parse(text) == nil)
    }

    @Test func `a blank in a URL is refused, for the stub would not be found again`() {
        for pattern in ["https://x.jp/a b*", "https://x.jp/a\tb"] {
            let fault = #expect(throws: Fault.self) {
                try StubText.read([pattern, "status=404"])
            }
            #expect(
                fault
                    == Fault(
                        "a URL has no blanks, wanted `%20`", at: 0))
        }
    }

    private func words(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }
}

extension StubText {
    /// Reads a stub whose words have no blanks.
    static func parse(_ text: String) -> Stub.Kind? {
        try? read(text.split(separator: " ").map(String.init)).kind
    }
}
