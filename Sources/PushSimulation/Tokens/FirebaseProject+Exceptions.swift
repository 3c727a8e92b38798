import PushText

extension FirebaseProject {
    /// An entry of the project's file for which `FirebaseApp.configure()` raises an exception.
    package struct Exception: Equatable, Sendable {
        /// The entry's key.
        package let key: String
        /// The fault of the entry, as the rest of a sentence that begins with the key.
        package let finding: String
        /// The code of the line that the SDK logs before it raises the exception.
        package let code: String

        /// The finding as a whole sentence, without what follows from it.
        package var text: String { key + " " + finding }
        /// The fault as `app import` reports it.
        var fault: PropertyListFault {
            PropertyListFault(
                key, "\(finding): FirebaseApp.configure() raises an exception (\(code))")
        }
    }

    /// The entries for which the SDK raises an exception, in the order in which it looks at them.
    package var exceptions: [Exception] {
        var found: [Exception] = []
        if let applicationIDFinding {
            found.append(
                Exception(
                    key: "GOOGLE_APP_ID", finding: applicationIDFinding, code: "I-COR000009"))
        }
        if senderID.isEmpty {
            found.append(
                Exception(key: "GCM_SENDER_ID", finding: "has no value", code: "I-FCM001000"))
        }
        return found
    }

    /// The fault for which `+[FIRApp validateAppID:]` rejects the ID; nil for one that it takes.
    ///
    /// Only version 1 has a known form; the SDK takes any other version as it is.
    private var applicationIDFinding: String? {
        guard !googleAppID.isEmpty else { return "has no value" }
        let shown = VisibleText.escape(String(googleAppID.prefix(80)))
        let parts = googleAppID.split(separator: ":", omittingEmptySubsequences: false)
        if parts.count > 1, parts[0].isDigits, parts[0] != "1" { return nil }
        if parts.count == 4, let owner = Self.otherPlatforms[String(parts[2])] {
            return "is `\(shown)`, the ID of \(owner), wanted the iOS app's"
        }
        let isValid =
            parts.count == 4 && parts[0] == "1" && parts[1].isDigits && parts[2] == "ios"
            && !parts[3].isEmpty && parts[3].utf8.allSatisfy(Hex.isDigit)
        return isValid ? nil : "is `\(shown)`, wanted `1:SENDER:ios:HASH`"
    }

    private static let otherPlatforms = ["android": "an Android app", "web": "a web app"]
}
