import PushText
import Testing

@testable import PushLanguage

@Suite struct SyntaxErrorTests {
    static let cases =
        [LexerErrorTests.cases, ParserErrorTests.cases, QueryReaderErrorTests.cases]
        .flatMap(ErrorCase.read)

    @Test func `every code is shown by some case, or by a test of its own`() {
        let elsewhere: Set<SyntaxError.Code> = [.invalidText, .unknownVariable]
        let shown = Set(
            Self.cases.flatMap { Sample($0.source, checkJSON: refuse).result.errors.map(\.code) })
        #expect(Set(SyntaxError.Code.allCases).subtracting(shown) == elsewhere)
    }

    @Test func `messages follow the rules of style`() {
        for error in Self.cases.flatMap({ Sample($0.source, checkJSON: refuse).result.errors }) {
            let first = error.message.unicodeScalars.first
            #expect(first.map { !$0.properties.isUppercase } == true, "\(error.message)")
            #expect(!error.message.hasSuffix("."), "\(error.message)")
            #expect(error.message.count <= 75, "\(error.message)")
            #expect(!(error.hint ?? "").hasSuffix("."), "\(error.hint ?? "")")
            #expect(error.message.count { $0 == "`" }.isMultiple(of: 2), "\(error.message)")
        }
    }

    @Test func `codes are words that a script can name behind an exclamation mark`() {
        for code in SyntaxError.Code.allCases {
            let sample = Sample("!\(code.rawValue) tap")
            #expect(sample.outline == "1 command !\(code.rawValue) tap")
        }
    }

    private func refuse(_ text: [UInt8]) -> JSONError? {
        text.isEmpty
            ? nil
            : JSONError(
                kind: .unexpected, span: ByteSpan(start: 0, end: 1), message: "no JSON")
    }

    @Test func `a quote that swallows lines is named beside the one that stays open`() {
        let sample = Sample("a 'b\nc' d\ne \"f\ng \"h\" i 'j")
        #expect(
            sample.result.errors.map(\.hint) == [
                "the quote that opens on line 3 ends in the middle of a word"
            ])
        #expect(sample.result.errors.map(\.span.start) == [19])
    }

    @Test func `bodies of documents are not read as statements after an error`() {
        let sample = Sample("a \"\\q\" <<A <<'B'\nend\nA\nend\nB\ntap")
        #expect(sample.result.errors.map(\.code) == [.unknownEscape])
        #expect(sample.outline.hasSuffix("6 command tap"))
    }

    @Test func `a broken document behind an error does not swallow the next line`() {
        let sample = Sample("a \"\\q\" <<\nend\ntap")
        #expect(sample.result.errors.map(\.code) == [.unknownEscape, .unmatchedEnd])
        #expect(sample.outline.hasSuffix("3 command tap"))
    }

    @Test func `each wrong line is reported, and the lines between are read`() {
        let sample = Sample("end\ntap a\nlet\nlock b\nexpect\n")
        #expect(sample.result.errors.map(\.span.start) == [0, 10, 21])
        #expect(sample.outline == "2 command tap a\n4 command lock b")
    }

    @Test func `a wrong line leaves nothing behind in the statement before`() {
        let sample = Sample(
            "tap a\n| b\n[tty] lock c \"\\q\"\n| d\n[x] !not_found \"\\q\"\nflush\n")
        #expect(sample.result.errors.count == 2)
        #expect(sample.outline == "1 command tap a\n  | b\n6 command flush")
    }

    @Test func `a forgotten end is reported once, and the next test is still read`() {
        let sample = Sample("test 'a'\n  repeat 2\n    x\ntest 'b'\n  y\nend\ntest 'c'\nend\n")
        #expect(sample.result.errors.map(\.hint) == ["the `test` on line 1 has no `end`"])
        #expect(
            sample.outline == """
                1 test ~'a'
                  2 repeatLoop 2
                    3 command x
                4 test ~'b'
                  5 command y
                7 test ~'c'
                """)
    }
}
