import Testing

@testable import PushText

@Suite struct HexTests {
    @Test func `hexadecimal text has two digits a byte`() {
        #expect(Hex.text([]) == "")
        #expect(Hex.text([0, 9, 0x1A, 0xFF]) == "00091aff")
    }

    @Test func `every byte comes back from its digits in either case`() {
        let bytes = (UInt8.min...UInt8.max).map { $0 }
        #expect(Hex.bytes(Hex.text(bytes).utf8) == bytes)
        #expect(Hex.bytes(Hex.text(bytes).uppercased().utf8) == bytes)
    }

    @Test(arguments: ["0", "0g", "+1", " 1", "-1", "１１", "00 11", "0x11"])
    func `what is not made of pairs of digits is no bytes`(_ text: String) {
        #expect(Hex.bytes(text.utf8) == nil)
    }

    @Test func `a digit has the value that the standard library gives it`() {
        for byte in UInt8.min...UInt8.max {
            let character = Character(Unicode.Scalar(byte))
            let wanted = byte < 0x80 ? character.hexDigitValue : nil
            #expect(Hex.value(byte).map(Int.init) == wanted)
        }
    }
}
