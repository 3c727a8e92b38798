import PushText
import Testing

@testable import PushBackends

@Suite struct ServiceRequestTests {
    private func request(_ path: String, _ headers: (String, String)...) -> ServiceRequest {
        ServiceRequest(
            method: "GET", path: path, headers: headers.map { HeaderField($0.0, $0.1) })
    }

    @Test func `a field is found in any case, and the first of its name counts`() {
        let request = request("/", ("X-Key", "1"), ("x-key", "2"), ("X-Keys", "3"))
        #expect(request.header("x-KEY") == "1")
        #expect(request.header("X-Keys") == "3")
        #expect(request.header("X-Ke") == nil)
    }

    @Test(
        arguments: [
            ("m-1", "m-1"), ("a b%", "a%20b%25"),
            ("x\r\nSet-Cookie: a=b", "x%0D%0ASet-Cookie:%20a=b"),
            ("é", "%C3%A9"), ("\"q\"\\~", "\"q\"\\~"), ("\0\t\u{7F}", "%00%09%7F"),
        ])
    func `the ID of a push is visible ASCII`(_ id: String, _ value: String) {
        let field = HeaderField(event: id)
        #expect(field == HeaderField("pushsh-event", value))
        #expect(field.isWritable)
    }

    @Test(arguments: ["a\nb", "a\rb", "\0", "a\u{7F}", "\u{1B}[1m"])
    func `a value that would break its line cannot be written`(_ value: String) {
        #expect(!HeaderField("x", value).isWritable)
    }

    @Test(
        arguments: [
            ("/", []), ("", []), ("/a/b", ["a", "b"]), ("/a//b/", ["a", "b"]),
            ("/a?b=/c/d", ["a"]), ("/a%2Fb", ["a%2Fb"]),
        ] as [(String, [String])])
    func `a path has parts between its slashes, still encoded`(_ path: String, _ parts: [String]) {
        #expect(request(path).pathParts == parts)
    }

    @Test(
        arguments: [
            ("/a?k=v", "v"), ("/a?k=", ""), ("/a?k", ""), ("/a?x=1&k=2&k=3", "2"),
            ("/a?k=a=b", "a=b"), ("/a?k=a+b%2Bc", "a b+c"), ("/a?k=%E3%82%AF", "ク"),
            ("/a?kk=1&xk=2", nil), ("/a", nil), ("/a?", nil), ("/k=v", nil),
        ] as [(String, String?)])
    func `a value of the query is decoded, the first of its name`(_ path: String, _ value: String?)
    {
        #expect(request(path).queryValue("k") == value)
    }

    @Test func `the names of the query are decoded, in their order`() {
        #expect(request("/a?b=1&c%20d=2&&e").queryNames == ["b", "c d", "e"])
        #expect(request("/a").queryNames == [])
    }

    @Test(arguments: [
        ("application/json", "application/json"), ("Application/JSON", "application/json"),
        ("application/json;charset=utf-8", "application/json"),
        ("application/json ; charset=utf-8", "application/json"), ("", ""),
    ])
    func `a media type counts without its parameters`(_ field: String, _ type: String) {
        #expect(request("/", ("content-type", field)).contentType == type)
        #expect(request("/").contentType == "")
    }

    @Test func `a certificate counts unless something is wrong with it`() {
        var certificate = ServiceConnection.Certificate(bundleID: "a.b", fingerprint: "00")
        #expect(ServiceConnection(id: 1, certificate: certificate).hasValidCertificate)
        certificate.fault = "it has expired"
        #expect(!ServiceConnection(id: 1, certificate: certificate).hasValidCertificate)
        #expect(!ServiceConnection(id: 1).hasValidCertificate)
    }
}
