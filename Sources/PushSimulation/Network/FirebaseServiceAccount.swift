import PushPayload
import PushText

/// A service account that may send for a Firebase project, as Google's console lists it.
///
/// Only the public half of its key is known here: the private one is in the sender's JSON file.
public struct FirebaseServiceAccount: Equatable, Sendable {
    /// The account's e-mail address; an assertion names it as `iss`.
    public var email: String
    /// The project that it may send for.
    public var projectID: String
    /// The ID of its key; an assertion may name it as `kid`.
    public var keyID: String
    /// The public key, DER in hexadecimal.
    public var publicKey: String

    /// Makes an account.
    public init(email: String, projectID: String, keyID: String, publicKey: String) {
        self.email = email
        self.projectID = projectID
        self.keyID = keyID
        self.publicKey = publicKey
    }
}

extension FirebaseServiceAccount {
    /// The account as the workspace stores it.
    var json: JSON {
        [
            "email": .string(email), "project": .string(projectID), "id": .string(keyID),
            "key": .string(publicKey),
        ]
    }

    init?(_ json: JSON) {
        guard let email = json["email"]?.stringValue, let project = json["project"]?.stringValue,
            let id = json["id"]?.stringValue, let key = json["key"]?.stringValue
        else { return nil }
        self.init(email: email, projectID: project, keyID: id, publicKey: key)
    }
}
