import PushTestSupport
import Testing

@testable import PushText

@Suite struct JSONWriterTests {
    @Test(arguments: [
        ("a/b", #""a/b""#), ("\"\\", #""\"\\""#), ("\n\r\t", #""\n\r\t""#),
        ("\u{0}\u{1F}\u{7F}", #""\u0000\u001f\u007f""#),
        ("\u{80}\u{9B}\u{A0}é", "\"\\u0080\\u009b\u{A0}é\""),
        ("お知らせ😀", "\"お知らせ😀\""), ("", "\"\""), ("\u{1B}[31m", #""\u001b[31m""#),
    ])
    func `strings are escaped only where they must be`(_ text: String, _ written: String) {
        #expect(JSON.string(text).text == written)
    }

    @Test(arguments: [UInt8(0x1F), 0x22, 0x5C, 0x7F])
    func `a byte is escaped wherever it stands in a text`(byte: UInt8) {
        for length in 1...50 {
            for place in 0..<length {
                var bytes = Array(repeating: UInt8(0x7E), count: length)
                bytes[place] = byte
                let written = JSON.string(String(decoding: bytes, as: UTF8.self)).text
                #expect(written.utf8.count > length + 2, "\(length), \(place)")
            }
            let plain = String(repeating: " ~", count: length)
            #expect(JSON.string(plain).text == "\"\(plain)\"")
        }
    }

    @Test func `numbers are written as they were read`() throws {
        let text = "[1.50,1E+2,-0,100000000000000000000]"
        #expect(try JSONParser.parse(Array(text.utf8)).text == text)
    }

    @Test func `pretty text has one member a line`() {
        let json: JSON = ["aps": ["alert": "x", "list": [1, []]], "empty": [:]]
        #expect(
            json.pretty() == """
                {
                  "aps": {
                    "alert": "x",
                    "list": [
                      1,
                      []
                    ]
                  },
                  "empty": {}
                }
                """)
        #expect(JSON.array([1]).pretty(indent: 4) == "[\n    1\n]")
    }

    @Test(arguments: 0..<40 as Range<UInt64>)
    func `what is written is read back the same`(_ seed: UInt64) throws {
        var source = RandomJSON(seed: seed)
        for _ in 0..<25 {
            let value = source.value(depth: 5)
            #expect(try JSONParser.parse(Array(value.text.utf8)) == value)
            #expect(try JSONParser.parse(Array(value.pretty().utf8)) == value)
            #expect(try JSONParser.document(Array(value.text.utf8), .apple).root.json == value)
        }
    }
}
