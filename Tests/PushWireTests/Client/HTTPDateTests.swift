import Testing

@testable import PushWire

@Suite struct HTTPDateTests {
    @Test(
        arguments: [
            ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777),
            ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
            ("Sun Nov  6 08:49:37 1994", 784_111_777),
            ("Thu, 01 Jan 1970 00:00:00 GMT", 0), ("Thu, 29 Feb 2024 23:59:59 GMT", 1_709_251_199),
            ("Fri, 31 Dec 1999 23:59:59 GMT", 946_684_799),
            ("Sat, 21 Nov 2026 00:00:00 GMT", 1_795_219_200),
        ] as [(String, Int64)])
    func `the three forms of RFC 9110 are read`(text: String, seconds: Int64) {
        #expect(HTTPDate.parse(text) == seconds)
    }

    @Test(
        arguments: [
            ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777),
            ("Thu, 01 Jan 1970 00:00:00 GMT", 0), ("Thu, 29 Feb 2024 23:59:59 GMT", 1_709_251_199),
            ("Fri, 31 Dec 1999 23:59:59 GMT", 946_684_799),
            ("Sat, 21 Nov 2026 00:00:00 GMT", 1_795_219_200),
        ] as [(String, Int64)])
    func `an instant is written in the form that is not obsolete`(text: String, seconds: Int64) {
        #expect(HTTPDate.text(seconds) == text)
    }

    @Test(arguments: [
        "", "30", "soon", "Sun, 06 Nov 1994", "Sun, 06 Foo 1994 08:49:37 GMT",
        "Sun, 99 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 24:00:00 GMT", "06 Nov 1994 8:49 GMT",
        // No such day, no such second, and a clock that is not Greenwich's.
        "Sun, 31 Feb 2024 08:49:37 GMT", "Thu, 29 Feb 2023 08:49:37 GMT",
        "Sun, 00 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:61 GMT",
        "Sun, 06 Nov 1994 08:-1:37 GMT", "Sun, 06 Nov 1994 08:49:37 +0900",
        "Sun, 06 Nov 1994 08:49:37 JST", "Sun, 06 Nov 19940 08:49:37 GMT",
    ])
    func `anything else is no moment`(text: String) {
        #expect(HTTPDate.parse(text) == nil)
    }

    private func wait(_ fields: [String: String], now: Int64 = 0) -> Int? {
        HTTPDate.retryAfter(
            WireResponse(status: 503, headers: fields.map { .init($0.key, $0.value) }), now: now)
    }

    @Test func `Retry-After is a number of seconds or a moment`() {
        #expect(wait(["retry-after": "30"]) == 30)
        #expect(wait(["Retry-After": "Thu, 01 Jan 1970 00:01:00 GMT"], now: 15) == 45)
        #expect(wait(["Retry-After": "Thu, 01 Jan 1970 00:01:00 GMT"], now: 90) == 0)
        for long in ["99999999", "99999999999999999999", "Thu, 01 Jan 2099 00:01:00 GMT"] {
            #expect(wait(["Retry-After": long]) == 3600, "\(long)")
        }
        #expect(wait(["Retry-After": "-1"]) == nil)
        #expect(wait(["Retry-After": "later"]) == nil)
        #expect(wait([:]) == nil)
    }

    @Test func `the moment is on the service's clock, where it tells it`() {
        let fields = [
            "Retry-After": "Thu, 01 Jan 1970 00:01:00 GMT",
            "Date": "Thu, 01 Jan 1970 00:00:50 GMT",
        ]
        #expect(wait(fields, now: 1_000_000) == 10)
    }
}
