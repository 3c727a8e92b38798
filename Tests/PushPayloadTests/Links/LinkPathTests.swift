import PushText
import Testing

@testable import PushPayload

@Suite struct LinkPathTests {
    @Test(
        arguments: [
            ("", ""), ("abc", "abc"), ("a+b", "a+b"), ("a%20b", "a b"), ("%E3%82%AF", "ク"),
            ("%41%5a%5A", "AZZ"), ("%2525", "%25"), ("%", nil), ("%4", nil), ("%zz", nil),
            ("a%4", nil), ("%ff", nil), ("%E3%82", nil), ("%+1", nil), ("% 1", nil),
        ] as [(String, String?)])
    func `two hexadecimal digits after a percent sign are a byte of UTF-8`(
        _ text: String, _ decoded: String?
    ) {
        #expect(LinkPath.unescaped(text[...]) == decoded)
    }

    @Test func `a plus sign is a blank in a query, unless it is written as one`() {
        #expect(LinkPath.unescaped("a+b%2Bc", plusIsSpace: true) == "a b+c")
    }

    @Test(
        arguments: [
            (["a", "", "b"], ["a", "b"], nil), ([], [], nil), (["..."], ["..."], nil),
            (["a%20b"], ["a b"], nil), ([".."], nil, "its path leaves the app's screens"),
            (["%2e%2E"], nil, "its path leaves the app's screens"),
            (["a", "."], nil, "its path leaves the app's screens"),
            (["a%2fb"], nil, "its path hides a slash"), (["a%5cb"], nil, "its path hides a slash"),
            (["a%0a"], nil, "its path hides control characters"),
            (["a%C2%85"], nil, "its path hides control characters"),
            (["%E2%80%AEa"], nil, "its path hides control characters"),
            (["%EF%BB%BFa"], nil, "its path hides control characters"),
            (["%"], nil, "its percent-encoding is broken"),
        ] as [([String], [String]?, String?)])
    func `a path is a list of names that stay inside the app`(
        _ segments: [String], _ names: [String]?, _ fault: String?
    ) {
        var found: [String]?
        var told: String?
        do throws(Fault) { found = try LinkPath.decoded(segments) } catch { told = error.message }
        #expect(found == names)
        #expect(told == fault)
    }
}
