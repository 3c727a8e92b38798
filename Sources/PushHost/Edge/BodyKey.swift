import PushCrypto
import PushModel
import PushRuntime

/// The key of encrypted bodies; it is read for one operation and never kept.
struct BodyKey {
    /// The published key of examples, which protects nothing: the bytes 0 to 31.
    static let embedded = (UInt8(0)..<32).map { $0 }

    /// Decrypts a body for an app's service extension.
    static func answer(_ request: DecryptionRequest) -> DecryptionAnswer {
        DecryptionAnswer(request, Result { () throws(DecryptionAnswer.Fault) in try open(request) })
    }

    /// Encrypts a text in the form that an app's service extension accepts.
    static func seal(_ request: SealingRequest) throws(Failure) -> SealedBody {
        let text = Array(request.text.utf8)
        do throws(DecryptionAnswer.Fault) {
            let box = try seal(request.cipher, request.keySource)
            let nonce =
                request.nonce ?? (request.isReplayable ? box.derivedNonce(for: text) : random())
            do throws(BodySeal.Fault) {
                return SealedBody(text: try box.seal(text, nonce: nonce), nonce: nonce)
            } catch { throw .key("cannot be used") }
        } catch {
            throw Failure(.invalidKeys, error.reason())
        }
    }

    /// Returns the text of an encrypted body; throws in the terms of what an extension can find
    /// wrong.
    private static func open(
        _ request: DecryptionRequest
    ) throws(DecryptionAnswer.Fault) -> String {
        let box = try seal(request.cipher, request.keySource)
        let bytes: [UInt8]
        do throws(BodySeal.Fault) { bytes = try box.open(request.text) } catch {
            switch error {
            case .notBase64: throw .notBase64
            case .tooShort: throw .tooShort
            case .notAuthentic, .keyLength, .nonceLength: throw .notAuthentic
            }
        }
        guard let text = String(validating: bytes, as: UTF8.self) else { throw .notText }
        return text
    }

    /// Makes the cipher with its key; throws if the key has another length than the cipher takes.
    private static func seal(
        _ cipher: BodyCipher, _ source: String
    ) throws(DecryptionAnswer.Fault) -> BodySeal {
        let key = try bytes(source)
        do throws(BodySeal.Fault) {
            return try BodySeal(cipher == .aesGCM ? .aesGCM : .chaChaPoly, key: key)
        } catch {
            let wanted = cipher == .aesGCM ? "16, 24 or 32" : "32"
            throw .key(
                "the key of `\(source)` has \(key.count) bytes, and \(cipher.rawValue) takes "
                    + wanted)
        }
    }

    /// Reads a key: the embedded one, or one in hexadecimal or Base64 at its source.
    private static func bytes(_ source: String) throws(DecryptionAnswer.Fault) -> [UInt8] {
        if source == "embedded" { return embedded }
        // The setting accepts nothing else, but the workspace may come from elsewhere.
        guard let place = KeySource(source) else {
            throw .key("`\(source)` does not say where a key is")
        }
        let text: String
        do throws(Failure) { text = try KeyReader.text(place) } catch {
            throw .key(error.message)
        }
        guard let key = BodySeal.key(text) else {
            throw .key("`\(source)` has no key of 16, 24 or 32 bytes in hexadecimal or Base64")
        }
        return key
    }

    /// Returns 12 bytes from the system's random source.
    private static func random() -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        return (0..<BodySeal.nonceLength).map { _ in
            UInt8.random(in: 0...255, using: &generator)
        }
    }
}
