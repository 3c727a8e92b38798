import Testing

@testable import PushSimulation

@Suite struct LinkParametersTests {
    @Test(arguments: [
        ("a=1&b=2", ["a=1", "b=2"], []),
        ("a=1=2&flag&&b=", ["a=1=2", "flag", "b="], []),
        ("u=%E3%82%AF&p=a+b%2B", ["u=ク", "p=a b+"], []),
        ("a=1&a=2", ["a=1"], ["a: it is there twice"]),
        ("a=%0d%0aX", [], ["a: it contains control characters"]),
        ("a=%E2%80%AEx", [], ["a: it contains control characters"]),
        ("a=%3Cscript%3E", [], ["a: it contains markup"]),
        ("next=javascript:alert(1)", [], ["next: it contains a `javascript:` link"]),
        ("next=%20DATA:text/html", [], ["next: it contains a `data:` link"]),
        ("next=https://example.com", ["next=https://example.com"], []),
        ("a=%zz", [], ["a: its percent-encoding is broken"]),
        (
            "%00=1&=2", [],
            [
                "a parameter: its name has characters other than letters, digits, `_`, `-`, `.`",
                "a parameter: its name has characters other than letters, digits, `_`, `-`, `.`",
            ]
        ),
    ])
    func `parameters are let through or removed with a reason`(
        query: String, kept: [String], removed: [String]
    ) {
        let parameters = LinkParameters(query: query[...])
        #expect(parameters.kept == kept)
        #expect(parameters.removed == removed)
    }

    @Test func `a screen gets a limited number of parameters of limited length`() {
        let many = (0..<100).map { "p\($0)=1" }.joined(separator: "&")
        let parameters = LinkParameters(query: many[...])
        #expect(parameters.kept.count == LinkParameters.limit)
        #expect(parameters.removed.count == LinkParameters.limit + 1)
        #expect(parameters.removed.last == "36 more parameters")
        let long = "a=" + String(repeating: "x", count: LinkParameters.valueLimit + 1)
        #expect(LinkParameters(query: long[...]).removed == ["a: it has more than 1024 bytes"])
    }
}
