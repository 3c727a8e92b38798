import Foundation
import PushTestSupport
import PushText
import Testing

@testable import PushLanguage

@Suite struct ExpansionTests {
    static let pieces = [
        "a", " ", "'", "\"", "\\", "$", "${", "}", "#", "<<A", "@", "あ", "🔔", "\u{301}", "\t", "\n",
        "|", "[", "]", "\\n", "\\u{41}", ",",
    ]

    @Test func `text in single quotes with its quotes doubled stands for itself`() throws {
        var random = SeededGenerator(seed: 21)
        for _ in 0..<2000 {
            let text = random.text(of: Self.pieces)
            let quoted = text.replacingOccurrences(of: "'", with: "''", options: .literal)
            let sample = Sample("say '\(quoted)' behind")
            #expect(sample.errors == "", "\(text)")
            #expect(try sample.text(sample.script.word(1, of: sample.first)) == text)
            #expect(sample.first.wordCount == 3)
        }
    }

    @Test func `values do not grow a text without end`() throws {
        let sample = Sample("say ${a}${a}")
        let word = sample.script.word(1, of: sample.first)
        let half = String(repeating: "x", count: Expansion.growthLimit / 2)
        #expect(try sample.text(word, ["a": half]).utf8.count == Expansion.growthLimit)
        let error = #expect(throws: SyntaxError.self) {
            try sample.text(word, ["a": half + String(repeating: "y", count: 10)])
        }
        #expect(error?.code == .limitExceeded)
        #expect(error?.message == "with `a` the text grows by more than 1 MB")
    }

    @Test func `text in double quotes with its marks escaped stands for itself`() throws {
        var random = SeededGenerator(seed: 22)
        for _ in 0..<2000 {
            let text = random.text(of: Self.pieces)
            let quoted = text.unicodeScalars.reduce(into: "") { quoted, scalar in
                if ["\\", "\"", "$"].contains(scalar) { quoted += "\\" }
                quoted.unicodeScalars.append(scalar)
            }
            let sample = Sample("say \"\(quoted)\" behind")
            #expect(sample.errors == "", "\(text)")
            #expect(try sample.text(sample.script.word(1, of: sample.first)) == text)
            #expect(sample.first.wordCount == 3)
        }
    }

    @Test func `a value is never split, and never read again`() throws {
        var random = SeededGenerator(seed: 23)
        for _ in 0..<500 {
            let value = random.text(of: Self.pieces)
            let sample = Sample("say ${v} a${v} \"${v}\" '${v}'")
            let words = sample.script.words(of: sample.first)
            let texts = try words.map { try sample.text($0, ["v": value]) }
            #expect(texts == ["say", value, "a" + value, value, "${v}"])
        }
    }

    @Test func `a raw here-document stands for its lines, however it is indented`() throws {
        var random = SeededGenerator(seed: 24)
        for _ in 0..<1000 {
            let lines = (0..<1 + random.below(5)).map { _ in
                random.text(of: Self.pieces.filter { $0 != "\n" })
            }
            let margin = String(repeating: random.pick([" ", "\t"]), count: random.below(5))
            // The lines of its text end as the statement's own line does.
            let end = random.pick(["\n", "\r\n"])
            let body = lines.map { margin + $0 + end }.joined()
            let sample = Sample("say <<'END'\(end)\(body)\(margin)END\(end)behind")
            #expect(sample.errors == "")
            let word = sample.script.word(1, of: sample.first)
            #expect(try sample.text(word) == lines.joined(separator: "\n"))
            #expect(sample.script.statementCount == 2)
        }
    }

    @Test func `a variable in a JSON string is whatever text it holds`() throws {
        var random = SeededGenerator(seed: 25)
        for _ in 0..<1000 {
            let value = random.text(of: Self.pieces + ["\u{1}", "\u{1F}", "\r", "\u{7F}"])
            let sample = Sample("r <<JSON\n{\"k\": \"x${v}y\"}\nJSON")
            let text = try sample.text(sample.script.word(1, of: sample.first), ["v": value])
            let object = try JSONSerialization.jsonObject(with: Data(text.utf8))
            #expect((object as? [String: String]) == ["k": "x\(value)y"])
        }
    }

    @Test(arguments: [
        ("\"${v}\"", false), ("${v}", true), ("{\"a\": ${v}}", true), ("\"\\\"${v}\"", false),
        ("\"\\\\\"${v}", true), ("\"a\" \"${v}\"", false), ("$v", false), ("", false), ("$", false),
    ])
    func `a variable outside strings is told apart`(_ text: String, _ isOutside: Bool) {
        #expect(JSONText.hasVariableOutsideString(Array(text.utf8)) == isOutside)
    }

    @Test func `a variable's error names its place in a here-document`() {
        let sample = Sample("say <<A\n  あ ${nope}\n  A")
        let word = sample.script.word(1, of: sample.first)
        let error = #expect(throws: SyntaxError.self) { try sample.text(word) }
        #expect(error?.message == "unknown variable `nope`")
        #expect(error.map { sample.script.source.text(of: $0.span) } == "${nope}")
        #expect(error?.hint == nil)
    }
}
