import Testing

@testable import PushTerminal

/// A sequence behind ESC is a key, or nothing; never text.
struct KeySequenceTests {
    @Test(arguments: [
        ("[A", true), ("OA", true), ("[1;5C", true), ("[200~", true), ("[3~", true), ("[24~", true),
        ("[201~", false), ("[?62;22c", false), ("[<0;10;5M", false), ("[8;24;80t", false),
        ("[57441;2u", false),
    ])
    func `a sequence is bound, or is nothing`(_ text: String, _ isBound: Bool) {
        #expect(KeySequence.meaning(of: text) == (isBound ? .bound : .nothing))
    }

    @Test(
        arguments: [
            ("[13;2u", [0x1B, 0x0D]), ("[27;2;13~", [0x1B, 0x0D]), ("[13;3u", [0x1B, 0x0D]),
            ("[13u", [0x0D]), ("[99;5u", [0x03]), ("[27;5;99~", [0x03]), ("[102;3u", [0x1B, 0x66]),
            ("[12354u", [0x3042]), ("[9u", [0x09]), ("[127u", [0x7F]),
        ] as [(String, [UInt32])])
    func `kitty's and xterm's forms of a key are that key`(_ text: String, _ keys: [UInt32]) {
        #expect(KeySequence.meaning(of: text) == .keys(keys))
    }
}
