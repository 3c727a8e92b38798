import PushModel
import Testing

@Suite struct CertificatePinTests {
    static let zero = "sha256//AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="

    @Test func `a public key's digest is in Base64, a certificate's in hexadecimal`() {
        #expect(
            CertificatePin(Self.zero)
                == CertificatePin(.publicKey, digest: [UInt8](repeating: 0, count: 32)))
        let hex = String(repeating: "0a:", count: 31) + "Ff"
        let digest = [UInt8](repeating: 10, count: 31) + [255]
        #expect(CertificatePin("cert:" + hex) == CertificatePin(.certificate, digest: digest))
        #expect(
            CertificatePin("cert:" + hex.replacing(":", with: ""))
                == CertificatePin(.certificate, digest: digest))
    }

    @Test(arguments: [
        "", "sha256//", "sha256//AAAA", "sha256/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
        "sha256//AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA!A=", "cert:00", "cert:0",
        "cert:" + String(repeating: "0g", count: 32),
    ])
    func `anything else is no pin`(text: String) {
        #expect(CertificatePin(text) == nil)
    }

    @Test func `a list has a semicolon between its pins`() {
        #expect(CertificatePin.list(Self.zero + ";" + Self.zero)?.count == 2)
        #expect(CertificatePin.list("") == nil)
        #expect(CertificatePin.list(Self.zero + ";x") == nil)
    }
}
