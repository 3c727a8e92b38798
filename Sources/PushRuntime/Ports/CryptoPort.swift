import PushCommands
import PushModel
import PushText

/// Digests, ciphers and keys; no secret is returned in full.
public protocol CryptoPort: AnyObject {
    /// The SHA-256 digest of bytes.
    func digest(_ bytes: [UInt8]) throws(Failure) -> [UInt8]
    /// Reads a property list, XML or binary, as JSON with sorted keys.
    func propertyList(_ bytes: [UInt8]) throws(Failure) -> JSON
    /// Shows the NCMB keys of a source, each by its name and its first characters.
    func ncmbKeys(_ source: String) throws(Failure) -> [(name: String, shown: String)]
    /// Encrypts a text with an app's key.
    func seal(_ request: SealingRequest) throws(Failure) -> SealedBody
    /// Writes the files of new credentials, none of which may exist; a refusal leaves none.
    func makeCredentials(_ order: CredentialOrder) throws(Failure) -> [MadeCredential]
    /// Shows a key of Treasure Data by its account and first characters.
    func shownKey(_ source: KeySource, setting: String) throws(Failure) -> String
}

extension CryptoPort {
    /// Refuses: not every edge can do this.
    public func digest(_ bytes: [UInt8]) throws(Failure) -> [UInt8] { throw .notSupported }

    /// Refuses: not every edge can do this.
    public func propertyList(_ bytes: [UInt8]) throws(Failure) -> JSON { throw .notSupported }

    /// Refuses: not every edge can do this.
    public func ncmbKeys(_ source: String) throws(Failure) -> [(name: String, shown: String)] {
        throw .notSupported
    }

    /// Refuses: not every edge can do this.
    public func seal(_ request: SealingRequest) throws(Failure) -> SealedBody {
        throw .notSupported
    }

    /// Refuses: not every edge can do this.
    public func makeCredentials(
        _ order: CredentialOrder
    ) throws(Failure) -> [MadeCredential] { throw .notSupported }

    /// Refuses: not every edge has a real network.
    public func shownKey(_ source: KeySource, setting: String) throws(Failure) -> String {
        throw .notSupported
    }
}
