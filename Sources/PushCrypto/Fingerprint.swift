import Crypto
import FoundationEssentials

/// Digests and signatures, computed by swift-crypto.
public enum Fingerprint {
    /// The SHA-256 digest of bytes: 32 bytes.
    public static func sha256(_ bytes: [UInt8]) -> [UInt8] { Array(SHA256.hash(data: bytes)) }

    /// The SHA-256 digest of bytes that arrive in pieces.
    public final class Running {
        private var function = SHA256()

        /// Begins a digest.
        public init() {}

        /// Adds the next bytes.
        public func add(_ bytes: UnsafeRawBufferPointer) { function.update(bufferPointer: bytes) }

        /// Returns the digest of what was added: 32 bytes.
        public func finish() -> [UInt8] { Array(function.finalize()) }
    }

    /// Appends the MD5 digest of bytes, 16 bytes, to an output.
    ///
    /// For Treasure Data's `TD_MD5` alone: MD5 protects nothing.
    public static func appendMD5(_ bytes: UnsafeRawBufferPointer, _ output: inout [UInt8]) {
        var function = Insecure.MD5()
        function.update(bufferPointer: bytes)
        output.append(contentsOf: function.finalize())
    }

    /// The digests of Trino's functions, by their names there; each appends its bytes.
    public static let digests: [String: @Sendable (UnsafeRawBufferPointer, inout [UInt8]) -> Void] =
        [
            "sha1": { bytes, output in
                var function = Insecure.SHA1()
                function.update(bufferPointer: bytes)
                output.append(contentsOf: function.finalize())
            },
            "sha256": { bytes, output in
                var function = SHA256()
                function.update(bufferPointer: bytes)
                output.append(contentsOf: function.finalize())
            },
            "sha512": { bytes, output in
                var function = SHA512()
                function.update(bufferPointer: bytes)
                output.append(contentsOf: function.finalize())
            },
        ]

    /// Returns the HMAC-SHA256 of a text, keyed with another, in Base64 as NCMB's SDK sends it.
    public static func signature(of text: String, key: String) -> String {
        let code = HMAC<SHA256>.authenticationCode(
            for: Array(text.utf8), using: SymmetricKey(data: Array(key.utf8)))
        return Data(code).base64EncodedString()
    }
}
