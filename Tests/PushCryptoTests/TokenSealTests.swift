import Testing

@testable import PushCrypto

@Suite struct TokenSealTests {
    @Test(arguments: ["", "a", "{\"email\":\"s@x\"}", "é🔔"])
    func `a seal opens what it made, and nothing else`(text: String) {
        let seal = TokenSeal()
        let bytes = Array(text.utf8)
        let sealed = seal.seal(bytes)
        #expect(sealed.utf8.count == 2 * bytes.count + 56)
        #expect(seal.open(sealed) == bytes)
        #expect(TokenSeal().open(sealed) == nil)
        for place in sealed.indices {
            let digit = sealed[place] == "0" ? "1" : "0"
            let changed = sealed.replacingCharacters(in: place, with: digit)
            #expect(seal.open(changed) == nil, "\(changed)")
        }
        #expect(seal.open(sealed + "00") == nil && seal.open(sealed.dropLast(2)) == nil)
    }

    @Test(arguments: ["", "0", "zz", "ya29.c.00", String(repeating: "0", count: 56)])
    func `a text that no seal made is not opened`(text: String) {
        #expect(TokenSeal().open(text) == nil)
    }

    @Test func `seals of one secret and purpose are equal, others are not`() {
        let sealed = TokenSeal(secret: "s", purpose: "a").seal([1, 2])
        #expect(TokenSeal(secret: "s", purpose: "a").open(sealed) == [1, 2])
        #expect(TokenSeal(secret: "s", purpose: "b").open(sealed) == nil)
        #expect(TokenSeal(secret: "t", purpose: "a").open(sealed) == nil)
    }

    @Test func `one text is sealed differently each time`() {
        let seal = TokenSeal()
        #expect(seal.seal([1, 2]) != seal.seal([1, 2]))
    }
}

extension String {
    fileprivate func replacingCharacters(in place: Index, with text: String) -> String {
        self[..<place] + text + self[index(after: place)...]
    }
}
