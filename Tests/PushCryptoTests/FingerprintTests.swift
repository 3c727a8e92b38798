import PushBackends
import PushModel
import Testing

@testable import PushCrypto

@Suite struct FingerprintTests {
    /// Vectors of FIPS 180-4.
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    ])
    func `a digest is SHA-256`(text: String, wanted: String) {
        let digest = Fingerprint.sha256(Array(text.utf8))
        let hex = digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        #expect(hex == wanted)
    }

    /// Vectors of RFC 1321, appendix A.5.
    @Test(arguments: [
        ("", "d41d8cd98f00b204e9800998ecf8427e"), ("a", "0cc175b9c0f1b6a831c399e269772661"),
        ("abc", "900150983cd24fb0d6963f7d28e17f72"),
        ("message digest", "f96b697d7cb7938d525a2f31aaf161d0"),
        ("abcdefghijklmnopqrstuvwxyz", "c3fcd3d76192e4007dfb496cca67e13b"),
    ])
    func `a digest for SQL is MD5 and is appended`(text: String, wanted: String) {
        var output: [UInt8] = [7]
        Array(text.utf8).withUnsafeBytes { Fingerprint.appendMD5($0, &output) }
        let hex = output.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        #expect(hex == "07" + wanted)
    }

    /// NC-01: the vector of the SDK's own test, NCMBSignatureCalculatorTests.
    @Test func `a request is signed as the SDK signs it`() {
        let signature = NCMBSignature(
            method: "GET", path: "/2013-09-01/classes/TestClass",
            query: "where=%7B%22testKey%22%3A%22testValue%22%7D",
            applicationKey: "6145f91061916580c742f806bab67649d10f45920246ff459404c46f00ff3e56",
            timestamp: "2013-12-02T02:44:35.452Z")
        let code = Fingerprint.signature(
            of: signature.text,
            key: "1343d198b510a0315db1c03f3aa0e32418b7a743f8e4b47cbff670601345cf75")
        #expect(code == "AltGkQgXurEV7u0qMd+87ud7BKuueldoCjaMgVc9Bes=")
    }
}
