import Testing

@testable import PushText

/// Texts that are looked at byte by byte.
@Suite struct StringBytesTests {
    @Test(arguments: [
        ("", ""), ("'", "''"), ("a'b", "a''b"), ("''", "''''"), ("お'知", "お''知"),
        // With what combines, each of these is one character, which differs from an apostrophe.
        ("'\u{301}", "''\u{301}"), ("o'\u{20DD}x", "o''\u{20DD}x"), ("'\u{FE0F}", "''\u{FE0F}"),
        ("'\u{200D}'", "''\u{200D}''"), ("\u{FF07}", "\u{FF07}"),
    ])
    func `every apostrophe is doubled, whatever combines with it`(text: String, doubled: String) {
        let bytes = Array(text.replacing(byte: Ascii.apostrophe, with: "''").utf8)
        #expect(bytes == Array(doubled.utf8))
        #expect(Array(text.quoted(with: Ascii.apostrophe).utf8) == [0x27] + bytes + [0x27])
    }

    @Test(arguments: [
        ("", "''"), ("a b", "'a b'"), ("it's", #"'it'\''s'"#), ("''", #"''\'''\'''"#),
        ("$HOME `x`", "'$HOME `x`'"), ("山\n", "'山\n'"),
        // The accent makes one character of both, which is no apostrophe for Swift.
        ("'\u{301};touch x;'", #"''\''"# + "\u{301}" + #";touch x;'\'''"#),
    ])
    func `a text is one word of a shell`(text: String, wanted: String) {
        #expect(Array(text.asShellWord.utf8) == Array(wanted.utf8))
    }

    @Test(arguments: [
        ("m-1", "m-1"), ("two words", "'two words'"), ("it's", "'it''s'"), ("", "''"),
        ("a\nb\t${c}", #""a\nb\t\${c}""#), ("\"\\\r", #""\"\\\r""#), ("\u{202E}x", #""\u{202E}x""#),
        ("通知", "'通知'"),
    ])
    func `a text is one word of a script, on one line`(text: String, wanted: String) {
        #expect(text.asShownWord == wanted)
    }

    @Test(arguments: [("/x", "/x"), ("", "/tmp"), (nil, "/tmp")] as [(String?, String)])
    func `temporary files have a place`(variable: String?, place: String) {
        let found =
            variable.map { $0.withCString { TemporaryPlace.directory($0) } }
            ?? TemporaryPlace.directory(nil)
        #expect(found == place)
    }

    @Test func `a line feed behind a carriage return is found`() {
        #expect("a\r\nb".replacing(byte: Ascii.lineFeed, with: "\\n") == "a\r\\nb")
        #expect("a\r\nb".replacing(byte: Ascii.carriageReturn, with: "") == "a\nb")
    }

    @Test(arguments: [(-1, ""), (0, ""), (1, "-"), (3, "---")])
    func `a byte is repeated as often as is asked`(count: Int, text: String) {
        #expect(String(repeating: Ascii.minus, count: count) == text)
    }

    @Test func `a text begins with bytes, and not with what looks alike`() {
        #expect("\u{E9}t".begins(with: "\u{E9}"))
        #expect(!"e\u{301}t".begins(with: "\u{E9}"))
        #expect("e\u{301}t".begins(with: "e"))
        #expect(!"".begins(with: "e"))
    }

    @Test func `a byte is found wherever it is, in a text of any length`() {
        for count in 0...20 {
            let plain = String(repeating: UInt8(ascii: "b"), count: count)
            #expect(!plain.contains(byte: Ascii.tab) && plain.isASCII)
            for place in 0..<count {
                let (before, after) = (plain.prefix(place), plain.dropFirst(place + 1))
                #expect((before + "\t" + after).contains(byte: Ascii.tab))
                // The neighbours of a tab, of which one differs in the lowest bit alone.
                #expect(!(before + "\u{8}\n" + after).contains(byte: Ascii.tab))
                #expect(!(before + "\u{E9}" + after).isASCII)
            }
        }
    }

    @Test func `bytes are the same up to the last one`() {
        for count in 0...40 {
            let bytes = (0..<count).map { UInt8($0 + 1) }
            bytes.withUnsafeBytes { one in
                #expect(Array(one).withUnsafeBytes { one.hasSameBytes(as: $0) })
                #expect((bytes + [0]).withUnsafeBytes { !one.hasSameBytes(as: $0) })
                for place in bytes.indices {
                    var other = bytes
                    other[place] ^= 0x80
                    #expect(
                        other.withUnsafeBytes { !one.hasSameBytes(as: $0) }, "\(count), \(place)")
                }
            }
        }
    }
}
