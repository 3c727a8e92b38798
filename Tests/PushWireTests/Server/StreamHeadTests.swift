import NIOHPACK
import PushBackends
import PushText
import Testing

@testable import PushWire

/// The heads of requests over HTTP/2, and those that RFC 9113 calls malformed (8.2, 8.3).
@Suite struct StreamHeadTests {
    private static let whole = [
        (":method", "POST"), (":scheme", "https"), (":path", "/3/device/00"),
        (":authority", "api.push.apple.com"),
    ]

    private static func parts(_ fields: [(String, String)]) -> StreamHead.Parts? {
        StreamHead.parts(
            HPACKHeaders(fields), from: "127.0.0.1", on: ServiceConnection(id: 7))
    }

    @Test func `a head becomes a request, its authority the host`() throws {
        let fields = [("apns-topic", "a.b"), ("te", "trailers"), ("content-length", "5")]
        let parts = try #require(Self.parts(Self.whole + fields))
        #expect(parts.contentLength == 5)
        #expect(parts.request.method == "POST" && parts.request.path == "/3/device/00")
        #expect(parts.request.connection?.id == 7)
        #expect(
            parts.request.headers == [
                HeaderField("host", "api.push.apple.com"), HeaderField("apns-topic", "a.b"),
                HeaderField("te", "trailers"), HeaderField("content-length", "5"),
            ])
        #expect(Self.parts(Array(Self.whole.dropLast()))?.request.headers == [])
    }

    @Test(
        arguments: [
            ("authorization", "bearer ", "`authorization` ends with a blank"),
            ("apns-priority", " 10", "`apns-priority` begins with a blank"),
            ("apns-id", "a\nb", "`apns-id` has the end of a line or a null in it"),
            ("Apns-Topic", "a.b", "`Apns-Topic` is not a name in lower case"),
            ("connection", "close", "`connection` is a field of HTTP/1"),
            (":path", "/", "its fields are incomplete, come twice, or contradict each other"),
        ])
    func `[KD-06] what is malformed is told to whoever reads the server's lines`(
        name: String, value: String, fault: String
    ) {
        let fields = Self.whole + [(name, value)]
        #expect(Self.parts(fields) == nil)
        #expect(StreamHead.fault(of: HPACKHeaders(fields)) == fault)
        #expect(
            ConnectionRefusal.malformed(.apns, fault).line
                == "refused apns: a malformed request was reset: \(fault) (RFC 9113, 8.2)")
    }

    @Test(arguments: [":method", ":scheme", ":path"]) func `a request needs its pseudo-fields`(
        _ name: String
    ) {
        #expect(Self.parts(Self.whole.filter { $0.0 != name }) == nil)
        let twice = Self.whole + Self.whole.filter { $0.0 == name }
        #expect(Self.parts(twice) == nil)
    }

    @Test func `pseudo-fields come first, and only the known ones`() {
        let ordinary = [("apns-topic", "a.b")]
        #expect(Self.parts(ordinary + Self.whole) == nil)
        #expect(Self.parts(Array(Self.whole[..<3]) + ordinary + [Self.whole[3]]) == nil)
        #expect(Self.parts(Self.whole + [(":status", "200")]) == nil)
        #expect(Self.parts(Self.whole + [(":protocol", "websocket")]) == nil)
        let empty = Self.whole.map { $0.0 == ":path" ? ($0.0, "") : $0 }
        #expect(Self.parts(empty) == nil)
    }

    @Test func `CONNECT names a host and nothing else`() {
        let connect = [(":method", "CONNECT"), (":authority", "a:443")]
        #expect(Self.parts(connect) != nil)
        #expect(Self.parts([(":method", "CONNECT")]) == nil)
        #expect(Self.parts(connect + [(":path", "/")]) == nil)
        #expect(Self.parts(connect + [(":scheme", "https")]) == nil)
    }

    @Test(
        arguments: [
            ("apns-topic", "a.b", true), ("x!#$%&'*+.^_`|~9", "v", true), ("x", "", true),
            ("x", "a b\tc", true), ("x", "é", true), ("X-Topic", "v", false), ("", "v", false),
            ("x y", "v", false), ("x:", "v", false), ("é", "v", false), ("x", "a\nb", false),
            ("x", "a\rb", false), ("x", "a\u{0}b", false), ("x", " a", false), ("x", "a ", false),
            ("x", "\ta", false), ("x", "a\t", false), ("connection", "close", false),
            ("keep-alive", "1", false), ("proxy-connection", "a", false),
            ("transfer-encoding", "chunked", false), ("upgrade", "h2c", false),
            ("te", "gzip", false), ("te", "trailers", true),
        ])
    func `a field has a lower-case name and a plain value, and is not about the connection`(
        _ name: String, _ value: String, _ isRight: Bool
    ) {
        #expect((Self.parts(Self.whole + [(name, value)]) != nil) == isRight)
        let isTrailer = isRight && name != "te" || name == "te"
        #expect(StreamHead.areTrailers(HPACKHeaders([(name, value)])) == isTrailer)
    }

    @Test(
        arguments: [
            ("0", 0), ("5", 5), ("0005", 5), ("", nil), ("-1", nil), ("+5", nil), ("5,5", nil),
            ("5 ", nil), ("x", nil), ("99999999999999999999", nil),
        ] as [(String, Int?)])
    func `a length is digits`(_ text: String, _ length: Int?) {
        #expect(Self.parts(Self.whole + [("content-length", text)])?.contentLength == length)
    }

    @Test func `two lengths are one if they are equal`() {
        let five = ("content-length", "5")
        #expect(Self.parts(Self.whole + [five, five])?.contentLength == 5)
        #expect(Self.parts(Self.whole + [five, ("content-length", "6")]) == nil)
    }
}
