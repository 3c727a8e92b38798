import PushText
import Testing

@testable import PushCrypto

/// PL-05: the ciphers of encrypted bodies against published vectors and another implementation.
@Suite struct BodySealTests {
    /// A vector: key, nonce, text, and what the cipher makes of it.
    struct Vector: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var cipher = BodySeal.Cipher.aesGCM
        var key: String
        var nonce = String(repeating: "00", count: 12)
        var text = ""
        var sealed: String
    }

    private static let zeros = String(repeating: "00", count: 16)
    private static let key = "feffe9928665731c6d6a8f9467308308"
    private static let long =
        "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72"
        + "1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b391aafd255"

    /// The cases without additional data of "The Galois/Counter Mode of Operation" (McGrew and
    /// Viega, appendix B), which NIST's SP 800-38D refers to.
    static let vectors = [
        Vector(testDescription: "1", key: zeros, sealed: "58e2fccefa7e3061367f1d57a4e7455a"),
        Vector(
            testDescription: "2", key: zeros, text: zeros,
            sealed: "0388dace60b6a392f328c2b971b2fe78ab6e47d42cec13bdf53a67b21257bddf"),
        Vector(
            testDescription: "3", key: key, nonce: "cafebabefacedbaddecaf888", text: long,
            sealed: "42831ec2217774244b7221b784d0d49ce3aa212f2c02a4e035c17e2329aca12e"
                + "21d514b25466931c7d8f6a5aac84aa051ba30b396a0aac973d58e091473f5985"
                + "4d5c2af327cd64a62cf35abd2ba6fab4"),
        Vector(
            testDescription: "7", key: zeros + "0000000000000000",
            sealed: "cd33b28ac773f74ba00ed1f312572435"),
        Vector(
            testDescription: "8", key: zeros + "0000000000000000", text: zeros,
            sealed: "98e7247c07f0fe411c267e4384b0f6002ff58d80033927ab8ef4d4587514f0fb"),
        Vector(
            testDescription: "13", key: zeros + zeros,
            sealed: "530f8afbc74536b9a963b4f1c4cb738b"),
        Vector(
            testDescription: "14", key: zeros + zeros, text: zeros,
            sealed: "cea7403d4d606b6e074ec5d3baf39d18d0d1c8a799996bf0265b98b5d48ab919"),
        Vector(
            testDescription: "15", key: key + key, nonce: "cafebabefacedbaddecaf888", text: long,
            sealed: "522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa"
                + "8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662898015ad"
                + "b094dac5d93471bdec1a502270e3cc6c"),
    ]

    /// Computed with Python's `cryptography` 48.0.0, ChaCha20Poly1305 without additional data.
    static let others = [
        Vector(
            testDescription: "an empty text", cipher: .chaChaPoly, key: BodySealTests.counting,
            sealed: "10324f800a160bd9a1794255be7ec29d"),
        Vector(
            testDescription: "こんにちは", cipher: .chaChaPoly, key: BodySealTests.counting,
            nonce: "000102030405060708090a0b",
            text: "e38193e38293e381abe381a1e381af",
            sealed: "6a7a9be3ab8446c11c60be527b9ca1efdd46d5def18aeb8052876b04f9b78e"),
    ]

    private static let counting =
        "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"

    private func bytes(_ hex: String) throws -> [UInt8] { try #require(Hex.bytes(hex.utf8)) }

    private func seal(_ cipher: BodySeal.Cipher = .aesGCM) throws -> BodySeal {
        try BodySeal(cipher, key: try bytes(Self.counting))
    }

    @Test(arguments: vectors + others)
    func `a published vector is sealed and opened`(vector: Vector) throws {
        let seal = try BodySeal(vector.cipher, key: try bytes(vector.key))
        let text = try bytes(vector.text)
        let sealed = try seal.seal(text, nonce: try bytes(vector.nonce))
        #expect(try Base64.bytes(sealed) == (try bytes(vector.nonce + vector.sealed)))
        #expect(try seal.open(sealed) == text)
    }

    @Test(arguments: [BodySeal.Cipher.aesGCM, .chaChaPoly])
    func `no changed bit passes`(cipher: BodySeal.Cipher) throws {
        let seal = try seal(cipher)
        let sealed = try Base64.bytes(
            try seal.seal(Array("Your code is 1234".utf8), nonce: Array(0..<12)))
        for index in sealed.indices {
            for bit in 0..<8 {
                var changed = sealed
                changed[index] ^= 1 << bit
                #expect(throws: BodySeal.Fault.notAuthentic) {
                    try seal.open(Base64.text(changed))
                }
            }
        }
        for count in [28, sealed.count - 1] {
            #expect(throws: BodySeal.Fault.notAuthentic) {
                try seal.open(Base64.text(Array(sealed.prefix(count))))
            }
        }
    }

    @Test func `another key or cipher opens nothing`() throws {
        let sealed = try seal().seal([1, 2, 3], nonce: Array(0..<12))
        let other = try BodySeal(.aesGCM, key: [UInt8](repeating: 9, count: 32))
        #expect(throws: BodySeal.Fault.notAuthentic) { try other.open(sealed) }
        #expect(throws: BodySeal.Fault.notAuthentic) { try seal(.chaChaPoly).open(sealed) }
    }

    @Test(arguments: ["?", "AAA", "AAAA AAAA", "AAAA\n", "A===", "-_-_", "こ"])
    func `what is no Base64 is named`(text: String) throws {
        #expect(throws: BodySeal.Fault.notBase64) { try seal().open(text) }
    }

    @Test(arguments: [0, 1, 12, 27])
    func `what is shorter than nonce and tag is named`(count: Int) throws {
        let text = Base64.text([UInt8](repeating: 0, count: count))
        #expect(throws: BodySeal.Fault.tooShort) { try seal().open(text) }
    }

    @Test func `keys and nonces of other lengths are refused`() {
        for count in 0...40 where ![16, 24, 32].contains(count) {
            #expect(throws: BodySeal.Fault.keyLength(count)) {
                try BodySeal(.aesGCM, key: [UInt8](repeating: 0, count: count))
            }
        }
        for count in [16, 24] {
            #expect(throws: BodySeal.Fault.keyLength(count)) {
                try BodySeal(.chaChaPoly, key: [UInt8](repeating: 0, count: count))
            }
        }
        for count in [0, 11, 13, 16] {
            #expect(throws: BodySeal.Fault.nonceLength(count)) {
                try seal().seal([], nonce: [UInt8](repeating: 0, count: count))
            }
        }
    }

    @Test func `a derived nonce repeats for a text, and for no other text, key or prefix`() throws {
        let other = try BodySeal(.aesGCM, key: [UInt8](repeating: 9, count: 32))
        var seen: Set<[UInt8]> = []
        for number in 0..<1000 {
            let text = Array("text \(number)".utf8)
            let nonce = try seal().derivedNonce(for: text)
            #expect(nonce.count == BodySeal.nonceLength)
            #expect(try seal().derivedNonce(for: text) == nonce)
            #expect(seen.insert(nonce).inserted)
            #expect(seen.insert(other.derivedNonce(for: text)).inserted)
        }
    }

    @Test func `a key is hexadecimal or Base64, of a length that a cipher takes`() throws {
        #expect(BodySeal.key(Self.counting) == Array(0..<32))
        #expect(BodySeal.key(Self.counting.uppercased()) == Array(0..<32))
        #expect(BodySeal.key("AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=") == Array(0..<32))
        #expect(BodySeal.key("AAECAwQFBgcICQoLDA0ODw==") == Array(0..<16))
        // Hexadecimal comes first where a text could be either.
        #expect(BodySeal.key(Self.zeros) == [UInt8](repeating: 0, count: 16))
        for text in ["", "00", "zz", String(Self.counting.dropLast()), Self.counting + "00"] {
            #expect(BodySeal.key(text) == nil)
        }
    }
}

/// Base64 by hand, so that the tests do not trust the library that they test.
private enum Base64 {
    private static let letters = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    static func text(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let part = Array(bytes[start..<min(start + 3, bytes.count)])
            let number = (0..<3).reduce(0) { $0 << 8 | ($1 < part.count ? Int(part[$1]) : 0) }
            for place in 0..<4 {
                text.append(
                    place <= part.count ? letters[number >> (18 - 6 * place) & 63] : 61)
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    static func bytes(_ text: String) throws -> [UInt8] {
        var bytes: [UInt8] = []
        var (number, bits) = (0, 0)
        for letter in text.utf8 where letter != 61 {
            number = (number << 6 | (try #require(letters.firstIndex(of: letter)))) & 0xFF_FFFF
            bits += 6
            guard bits >= 8 else { continue }
            bits -= 8
            bytes.append(UInt8(truncatingIfNeeded: number >> bits))
        }
        return bytes
    }
}
