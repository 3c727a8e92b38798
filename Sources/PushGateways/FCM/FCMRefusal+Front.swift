import PushModel
import PushSimulation
import PushText

/// Refusals of Google's front end, before FCM itself looks at a request.
extension FCMRefusal {
    /// The refusal of a body that is not JSON; `found` describes what it is instead.
    ///
    /// Google also says which token it expected, and quotes the place.
    public static func noJSON(_ found: String, isCutOff: Bool = false) -> FCMRefusal {
        let fault = isCutOff ? "Unexpected end of string." : "Unexpected token."
        return invalid(
            "message", "Invalid JSON payload received. " + fault,
            found: "the body is not JSON: \(found)", googleField: "", hasCode: false)
    }

    /// The challenge that a refusal of credentials by Google's front end carries (RFC 6750, 3);
    /// nil for other answers.
    public var challenge: String? {
        guard errorCode == nil else { return nil }
        let realm = "Bearer realm=\"https://accounts.google.com/\""
        switch info?.reason {
        case "CREDENTIALS_MISSING": return realm
        case Self.scopeReason:
            return realm + ", error=\"insufficient_scope\", scope=\""
                + ServiceAssertion.scopes.joined(separator: " ") + "\""
        default: return status == 401 ? realm + ", error=\"invalid_token\"" : nil
        }
    }

    /// A refusal by Google's front end, with a reason for programs.
    private static func front(
        _ status: Int, _ message: String, _ reason: String, found: String,
        fault: RequestFault? = nil
    ) -> FCMRefusal {
        var refusal = FCMRefusal(status, message)
        refusal.info = Info(reason: reason)
        refusal.found = found
        refusal.fault = fault
        return refusal
    }

    /// A request without an access token.
    public static let missingCredential = front(
        401,
        "Request is missing required authentication credential. Expected OAuth 2 access token, "
            + "login cookie or other valid authentication credential. See "
            + "https://developers.google.com/identity/sign-in/web/devconsole-project.",
        "CREDENTIALS_MISSING", found: "found no `Authorization: Bearer`", fault: .noAccessToken)

    /// A request whose access token is unknown.
    public static let wrongCredential = FCMRefusal(
        401,
        "Request had invalid authentication credentials. Expected OAuth 2 access token, login "
            + "cookie or other valid authentication credential. See "
            + "https://developers.google.com/identity/sign-in/web/devconsole-project.")

    /// A request whose access token is unknown, with the fault of its credential.
    ///
    /// Google's answer is the same for all of them. A self-signed JWT (AIP-4111) counts as none:
    /// that FCM takes it is not documented.
    ///
    /// - Parameters:
    ///   - field: the field `Authorization`; nil if the query has the access token.
    ///   - token: the bearer token; nil if the field has none.
    /// - Returns: the refusal.
    public static func wrongCredential(_ field: String?, token: String?) -> FCMRefusal {
        var refusal = wrongCredential
        let fault: RequestFault =
            if let token {
                JSONWebToken(token) != nil
                    ? .ownToken : isServerKey(token) ? .serverKey : .strangeAccessToken
            } else {
                isServerKey(field ?? "") ? .serverKey : .otherScheme
            }
        refusal.fault = fault
        refusal.found = fault.clause
        return refusal
    }

    /// Whether a credential is a server key: `key=` and the key, or the bare key.
    private static func isServerKey(_ text: String) -> Bool {
        let text = text.drop { $0 == " " }
        return text.lowercased().hasPrefix("key=")
            || text.hasPrefix("AAAA") && text.contains(":APA91b")
    }

    /// A request whose access token has expired.
    public static let expiredCredential = front(
        401, wrongCredential.message, "ACCESS_TOKEN_EXPIRED",
        found: "the access token is older than an hour")

    /// The reason for programs if an access token was made for other services of Google's.
    static let scopeReason = "ACCESS_TOKEN_SCOPE_INSUFFICIENT"

    /// A request whose access token was made for other services of Google's.
    public static let insufficientScope = front(
        403, "Request had insufficient authentication scopes.", scopeReason,
        found: "the assertion asked for other scopes than `"
            + ServiceAssertion.scopes.joined(separator: "` and `") + "`")

    /// A caller that may not do what it asks for; Google's usual text.
    private static let forbidden = FCMRefusal(403, "The caller does not have permission")

    /// Returns the refusal with an answer of the front end's that a stub plants; nil for FCM's own.
    ///
    /// A token that expires in the middle of a run is the usual 401.
    static func front(_ answer: GatewayAnswer) -> FCMRefusal? {
        guard answer.isOfFrontEnd else { return nil }
        return switch answer.status {
        case 401: expiredCredential
        case 403: answer.reason == scopeReason ? insufficientScope : forbidden
        default: noPath
        }
    }

    /// The refusal of a call that sends nothing: what Google's interfaces name it is not known.
    public var ofOtherCall: FCMRefusal {
        var refusal = self
        refusal.info?.metadata.removeAll { $0.name == "method" }
        return refusal
    }

    /// The refusal of a query or form parameter that the API does not have.
    ///
    /// `found` says where it was.
    public static func unknownParameter(_ name: String, found: String) -> FCMRefusal {
        invalid(
            "query",
            "Invalid JSON payload received. Unknown name \"\(name)\": Cannot bind query parameter. "
                + "Field '\(name)' could not be found in request message.",
            found: found, googleField: "", hasCode: false)
    }

    /// A registration that is neither a token nor an installation ID.
    public static let malformedRegistration = noToken("name")

    /// A string that is not a topic's name.
    public static let malformedTopic = invalid(
        "topicName", "Malformed topic name", found: "found a text that is not a topic's name")

    /// One topic more than an installation may have.
    ///
    /// Google documents the number and no answer; this is its code for a resource that is used up
    /// (AIP-193), and not that of the quota, which a wait would help.
    public static let tooManyTopics: FCMRefusal = {
        var refusal = FCMRefusal(429, "Resource has been exhausted (e.g. check quota).")
        refusal.field = "topicName"
        refusal.found =
            "the registration is subscribed to \(App.topicLimit) topics, and FCM allows no more"
        return refusal
    }()

    /// A size or a token of a page that the API does not take.
    public static func malformedPage(_ field: String) -> FCMRefusal {
        invalid(
            field, "Request contains an invalid argument.",
            found: "found a `\(field)` that is none", hasCode: false)
    }

    /// A parameter of the query that wants a Boolean and has another text.
    public static func malformedFlag(_ name: String, _ text: String) -> FCMRefusal {
        let text = String(text.prefix(200))
        return invalid(
            name, "Invalid value at '\(name)' (TYPE_BOOL), \"\(text)\"",
            found: "found `\(text)`, wanted `true` or `false`", hasCode: false)
    }

    /// A path that the API does not have.
    public static let noPath = FCMRefusal(404, "Requested entity was not found.")

    /// The refusal of a message that was sent to such a path.
    ///
    /// `path` has no query, in which old clients put an access token.
    public static func stray(_ method: String, _ path: String) -> FCMRefusal {
        var refusal = noPath
        refusal.found = "found \(method.prefix(20)) `\(DisplayWidth.truncated(path, to: 100))`"
        return refusal
    }

    /// An access token of a service account that may not send for the project.
    public static func notAllowed(_ permission: String, project: String) -> FCMRefusal {
        var refusal = FCMRefusal(
            403,
            "Permission '\(permission)' denied on resource "
                + "'//cloudresourcemanager.googleapis.com/projects/\(project)' "
                + "(or it may not exist).")
        refusal.info = Info(
            reason: "IAM_PERMISSION_DENIED", domain: "cloudresourcemanager.googleapis.com",
            metadata: [
                Metadatum("permission", permission),
                Metadatum("resource", "projects/\(project)"),
            ])
        return refusal
    }
}
