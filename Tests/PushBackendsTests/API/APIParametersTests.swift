import PushText
import Testing

@testable import PushBackends

/// The parameters of a request, in whichever form a client sends them.
@Suite struct APIParametersTests {
    private static func parameters(
        _ body: String, type: String? = nil, query: String = ""
    ) throws(ServiceRefusal) -> APIParameters {
        let headers = type.map { [HeaderField("Content-Type", $0)] } ?? []
        return try APIParameters(
            ServiceRequest(
                method: "POST", path: "/v3/job/list" + query, headers: headers,
                body: Array(body.utf8)))
    }

    private static func refusal(_ body: () throws(ServiceRefusal) -> Void) -> String? {
        do throws(ServiceRefusal) { try body() } catch { return "\(error.status) \(error.message)" }
        return nil
    }

    @Test func `the body is added to the query, and the last of a name counts`() throws {
        let found = try Self.parameters("b=2&c=3&c=4", query: "?a=1&b=1")
        #expect(found["a"] == "1" && found["b"] == "2" && found["c"] == "4")
        #expect(found["d"] == nil && found[""] == nil)
    }

    @Test(
        arguments: [
            ("a=x", "x"), ("a=", ""), ("a", ""), ("a=b=c", "b=c"), ("a=x+y%2Bz", "x y+z"),
            ("%61=x", "x"), ("&&a=x&", "x"), ("A=x", nil), ("b=a", nil),
        ] as [(String, String?)])
    func `a form is decoded`(_ body: String, _ value: String?) throws {
        #expect(try Self.parameters(body)["a"] == value)
    }

    @Test(
        arguments: [
            (#"{"a":"x"}"#, "x"), (#"{"a":1.50}"#, "1.50"), (#"{"a":true}"#, "true"),
            (#"{"a":null}"#, nil), (#"{"a":[1,{"b":"c"}]}"#, #"[1,{"b":"c"}]"#), ("{}", nil),
        ] as [(String, String?)])
    func `JSON's values are texts, as a form would have them`(_ body: String, _ value: String?)
        throws
    {
        #expect(try Self.parameters(body, type: "application/json")["a"] == value)
    }

    @Test(arguments: ["[]", "1", "{", "query=x"]) func `a body that is no object is refused`(
        _ body: String
    ) {
        let told = Self.refusal { () throws(ServiceRefusal) in
            _ = try Self.parameters(body, type: "application/json; charset=utf-8")
        }
        #expect(told == "400 the body is not a JSON object")
    }

    private static func part(_ head: String, _ content: String) -> String {
        "--b\r\n\(head)\r\n\r\n\(content)\r\n"
    }

    private static let name = #"Content-Disposition: form-data; name="a""#

    @Test(
        arguments: [
            (part(name, "x") + "--b--\r\n", "x"), (part(name, "") + "--b--", ""),
            (part(name, "x\r\ny\r\n") + "--b--", "x\r\ny\r\n"),
            (part(name, "1") + part(name, "2") + "--b--", "2"),
            (part("content-disposition: form-data; name=a", "x") + "--b--", "x"),
            (part(#"Content-Disposition: form-data; filename="f"; name="a""#, "x") + "--b--", "x"),
            (part("Content-Type: text/plain\r\n" + name, "x") + "--b--", "x"),
            (part(#"Content-Disposition: form-data; filename="a""#, "x") + "--b--", nil),
            ("a preamble\r\n" + part(name, "x") + "--b--\r\nan epilogue", "x"),
        ] as [(String, String?)])
    func `parts of a multipart body have names`(_ body: String, _ value: String?) throws {
        #expect(try Self.parameters(body, type: "multipart/form-data; boundary=b")["a"] == value)
    }

    private static let noBoundary =
        "400 `multipart/form-data` without a boundary of 1 to 70 bytes (RFC 2046)"

    /// Marks that begin like themselves are found wherever the content nearly has them.
    @Test(arguments: ["a", "aa", "aab", "abab", "--", "-a-", String(repeating: "-", count: 70)])
    func `a boundary is found behind its own beginnings`(_ boundary: String) throws {
        let type = "multipart/form-data; boundary=\(boundary)"
        let mark = "\r\n--\(boundary)"
        for length in 0..<mark.utf8.count {
            let content = String(decoding: mark.utf8.prefix(length), as: UTF8.self) + "\r\n-"
            let body = "--\(boundary)\r\n\(Self.name)\r\n\r\n\(content)\(mark)--"
            #expect(try Self.parameters(body, type: type)["a"] == content)
        }
    }

    @Test func `a body of hyphens takes a step for each byte`() {
        let boundary = String(repeating: "-", count: 69) + "a"
        let body = "--\(boundary)\r\n\(Self.name)\r\n\r\n" + String(repeating: "-", count: 200_000)
        let told = Self.refusal { () throws(ServiceRefusal) in
            _ = try Self.parameters(body, type: "multipart/form-data; boundary=\(boundary)")
        }
        #expect(told == "400 a part of the body does not end")
    }

    @Test(arguments: [
        ("multipart/form-data", "x", noBoundary),
        ("multipart/form-data; boundary=\"\"", "x", noBoundary),
        ("multipart/form-data; boundary=" + String(repeating: "b", count: 71), "x", noBoundary),
        ("multipart/form-data; boundary=b", "x", "400 the body has no part"),
        (
            "multipart/form-data; boundary=b", "--b\r\n\(name)\r\n\r\nx",
            "400 a part of the body does not end"
        ),
        ("multipart/form-data; boundary=b", "--b\r\n", "400 a part of the body does not end"),
    ])
    func `a broken multipart body is refused`(_ type: String, _ body: String, _ message: String) {
        let told = Self.refusal { () throws(ServiceRefusal) in
            _ = try Self.parameters(body, type: type)
        }
        #expect(told == message)
    }

    @Test(
        arguments: [
            ("", 7, nil), ("n=", 7, nil), ("n=-2", -2, nil), ("n=2", 2, nil), ("n=002", 2, nil),
            ("n=3", nil, "3"), ("n=-3", nil, "-3"), ("n=1.0", nil, "1.0"), ("n=x", nil, "x"),
            ("n=%201", nil, " 1"),
        ] as [(String, Int?, String?)])
    func `a number is whole and in its range`(
        _ body: String, _ number: Int?, _ shown: String?
    ) throws {
        let parameters = try Self.parameters(body)
        var found: Int?
        let told = Self.refusal { () throws(ServiceRefusal) in
            found = try parameters.number("n", in: -2...2, default: 7)
        }
        #expect(found == number)
        #expect(told == shown.map { "422 `n` is `\($0)`, wanted a whole number from -2 to 2" })
    }
}
