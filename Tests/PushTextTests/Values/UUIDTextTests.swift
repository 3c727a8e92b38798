import PushText
import Testing

/// 128 bits become a uuid of version 4, whatever they are.
@Suite struct UUIDTextTests {
    @Test func `a uuid is read by its groups, as Java does`() {
        let text = "12151fd2-7586-11e9-8f9e-2a86e4085a59"
        #expect(UUIDText.read(text.uppercased()) == text)
        #expect(UUIDText.read("1-2-3-4-5") == "00000001-0002-0003-0004-000000000005")
        #expect(UUIDText.read("f00000001-2-3-4-5") == "00000001-0002-0003-0004-000000000005")
        for bad in ["", "x", "1-2-3-4", "1-2-3-4-5-6", "1--3-4-5", " 1-2-3-4-5", text + "0"] {
            #expect(UUIDText.read(bad) == nil, "\(bad)")
        }
        #expect(UUIDText.bytes(text).flatMap(UUIDText.text) == text)
        #expect(UUIDText.bytes("12151fd2") == nil && UUIDText.text([1]) == nil)
    }

    @Test func `a whole uuid has its 36 characters in their places`() {
        let text = "12151fd2-7586-11e9-8f9e-2a86e4085a59"
        for good in [text, text.uppercased(), "12345678-1234-1234-1234-123456789012"] {
            #expect(UUIDText.isWhole(good), "\(good)")
        }
        for bad in [
            "", text + "0", String(text.dropLast()), "{" + text.dropFirst(2) + "}",
            text.replacing("-", with: ""), text.replacing("f", with: "g"),
            "12151fd-27586-11e9-8f9e-2a86e4085a59", "1-2-3-4-5",
        ] {
            #expect(!UUIDText.isWhole(bad), "\(bad)")
        }
    }

    @Test func `version and variant take their bits`() {
        #expect(
            UUIDText.version4(0, 0, digits: Hex.upper) == "00000000-0000-4000-8000-000000000000")
        #expect(
            UUIDText.version4(.max, .max, digits: Hex.lower)
                == "ffffffff-ffff-4fff-bfff-ffffffffffff")
    }

    @Test func `the other bits stay where they are`() {
        #expect(
            UUIDText.version4(0x0123_4567_89AB_CDEF, 0x8ABC_DEF0_1234_5678, digits: Hex.upper)
                == "01234567-89AB-4DEF-8ABC-DEF012345678")
    }
}
