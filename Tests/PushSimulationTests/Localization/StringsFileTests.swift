import PushTestSupport
import PushText
import Testing

@testable import PushSimulation

@Suite struct StringsFileTests {
    private func pairs(_ bytes: [UInt8]) throws -> [String] {
        try StringsFile.entries(bytes).map { "\($0.key)=\($0.text)" }
    }

    @Test(arguments: [
        ("", []), ("\"a\" = \"b\";", ["a=b"]), ("\"a\"=\"b\";\"c\"=\"d\";", ["a=b", "c=d"]),
        ("/* note */ \"a\" /**/ = // more\n \"b\" ;\n", ["a=b"]),
        ("key_1.x = \"v\"; \"alone\";", ["key_1.x=v", "alone=alone"]),
        (#""a" = "q\"n\nt\tb\\u\U3042\U00e9o\101x\'";"#, ["a=q\"n\nt\tb\\uあéoAx'"]),
        (#""e" = "\Ud83d\Ude00";"#, ["e=😀"]), ("\"挨拶\" = \"%@さん\";", ["挨拶=%@さん"]),
        ("\"m\" = \"two\nlines\";", ["m=two\nlines"]),
    ])
    func `a strings file is read`(text: String, expected: [String]) throws {
        #expect(try pairs(Array(text.utf8)) == expected)
    }

    @Test(arguments: [true, false], [true, false])
    func `UTF-16 is read in both orders, with a mark or without`(
        bigEndian: Bool, mark: Bool
    ) throws {
        let text = (mark ? "\u{FEFF}" : "") + "\"a\" = \"日本😀\";"
        let bytes = text.utf16.flatMap { unit in
            let pair = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
            return bigEndian ? pair : pair.reversed()
        }
        #expect(try pairs(bytes) == ["a=日本😀"])
        #expect(throws: Fault.self) { try pairs(bytes + [0]) }
    }

    @Test func `a mark before UTF-8 is skipped`() throws {
        #expect(try pairs([0xEF, 0xBB, 0xBF] + Array("\"a\"=\"b\";".utf8)) == ["a=b"])
    }

    @Test(arguments: [
        ("\"a\" = \"b\"", 1, "wanted `;`, found the end of the file"),
        ("\n\n\"a\" = \"b", 3, "a quoted text without its end"),
        ("\"a\" \"b\";", 1, "wanted `;`, found `\"`"), ("= x;", 1, "wanted a key, found `=`"),
        ("\"a\" = ;", 1, "wanted a text, found `;`"), ("/* x", 1, "a comment without its `*/`"),
        ("/x", 1, "wanted a comment, found `x`"),
        (#""a"="\U12";"#, 1, "wanted four hexadecimal digits, found `\"`"),
        (#""a"="\Ud800";"#, 1, "wanted the second half of a surrogate pair, found `\"`"),
        ("\u{1}", 1, "wanted a key, found a control character"),
    ])
    func `a broken file is refused with its line`(text: String, line: Int, message: String) {
        #expect(throws: Fault(message, at: line)) {
            try StringsFile.entries(Array(text.utf8))
        }
    }

    @Test func `no bytes crash the reader`() {
        var generator = SeededGenerator(seed: 3)
        let good = Array(#"/* c */ "a %1$@" = "\U3042\n"; // x"#.utf8)
        for _ in 0..<5000 {
            let bytes = generator.mutated(good, tokens: ["\\U", "\"", "/*", ";", "\u{FEFF}"])
            _ = try? StringsFile.entries(bytes)
        }
        #expect(throws: Fault.self) { try StringsFile.entries([0xFF]) }
    }

    @Test(arguments: [
        "", "plain", "a \"quote\"", "back\\slash", "two\nlines\r\n", "今日 %@", "\u{1}",
    ])
    func `entries are written as a file that reads as the same entries`(text: String) throws {
        let strings = LanguageStrings(language: "en", entries: [.init(key: text, text: text + "!")])
        let read = try LanguageStrings(language: "en", file: Array(strings.fileText.utf8))
        #expect(read == strings)
    }
}
