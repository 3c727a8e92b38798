import PushTestSupport
import Testing

@testable import PushText

@Suite struct PercentCodingTests {
    @Test(arguments: [
        ("", ""), ("a%20b+c%2Fd", "a b+c/d"), ("%E3%81%82", "あ"), ("%e3%81%82", "あ"),
        ("%FF", "\u{fffd}"), ("あ%41", "あA"), ("%00", "\0"),
    ])
    func `codes become the bytes that they stand for`(_ coded: String, _ text: String) {
        #expect(PercentCoding.decode(coded) == text)
    }

    @Test(arguments: [
        "%", "%4", "100%", "%zz", "%4g", "%g4", "% 41", "%+1", "%-1", "%１１", "a%",
    ])
    func `a percent sign that starts no code stays as it is`(_ text: String) {
        #expect(PercentCoding.decode(text) == text)
    }

    @Test(arguments: [
        ("a%201", "a 1"), ("%25", "%"), ("a-1", nil), ("100%", nil), ("%zz", nil), ("", nil),
    ])
    func `a text without a code has no other form`(_ text: String, _ decoded: String?) {
        #expect(PercentCoding.decoded(text) == decoded)
    }

    @Test func `a code begins behind a percent sign that starts none`() {
        #expect(PercentCoding.decode("%4%41%%42%zz") == "%4A%B%zz")
    }

    @Test func `a form's plus is a blank, and a coded plus is a plus`() {
        #expect(PercentCoding.decode("a+b%2Bc", plusIsBlank: true) == "a b+c")
        #expect(PercentCoding.decode("a+b%2Bc"[...], plusIsBlank: false) == "a+b+c")
        #expect(PercentCoding.decode(bytes: "%+".utf8, plusIsBlank: true) == Array("% ".utf8))
    }

    @Test func `letters, digits and what is kept stay, all else is coded`() {
        #expect(
            PercentCoding.encode("a b/あ~*-._%", keeping: "")
                == "a%20b%2F%E3%81%82%7E%2A%2D%2E%5F%25")
        #expect(
            PercentCoding.encode("a b/あ~*-._", keeping: "-._~") == "a%20b%2F%E3%81%82~%2A-._")
        var form = Array("q=".utf8)
        PercentCoding.append(encoded: "a b+c".utf8, keeping: "*", plusIsBlank: true, to: &form)
        #expect(String(decoding: form, as: UTF8.self) == "q=a+b%2Bc")
    }

    @Test func `any text comes back from its code`() {
        var random = SeededGenerator(seed: 7)
        for _ in 0..<2000 {
            let scalars = (0..<Int.random(in: 0..<12, using: &random)).map { _ in
                Unicode.Scalar(UInt32.random(in: 0..<0x2000, using: &random)) ?? "%"
            }
            let text = String(String.UnicodeScalarView(scalars))
            for kept in ["", "-._~", "/:", "*-._"] {
                let coded = PercentCoding.encode(text, keeping: kept)
                #expect(coded.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
                #expect(PercentCoding.decode(coded) == text)
            }
            var form: [UInt8] = []
            PercentCoding.append(encoded: text.utf8, keeping: "", plusIsBlank: true, to: &form)
            #expect(PercentCoding.decode(bytes: form, plusIsBlank: true) == Array(text.utf8))
        }
    }
}
