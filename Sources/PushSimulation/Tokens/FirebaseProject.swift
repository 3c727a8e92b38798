/// The Firebase project that an app's `GoogleService-Info.plist` names.
public struct FirebaseProject: Equatable, Sendable {
    /// `PROJECT_ID`.
    public var projectID: String
    /// `GCM_SENDER_ID`: the key of the SDK's token cache, with the bundle ID.
    public var senderID: String
    /// `GOOGLE_APP_ID`.
    public var googleAppID: String
    /// `BUNDLE_ID` as written in the file, which may differ from the app's.
    public var bundleID: String

    /// Makes a project.
    public init(projectID: String, senderID: String, googleAppID: String, bundleID: String) {
        self.projectID = projectID
        self.senderID = senderID
        self.googleAppID = googleAppID
        self.bundleID = bundleID
    }

    /// The project of a fresh sample app.
    public static func sample(bundleID: String) -> FirebaseProject {
        FirebaseProject(
            projectID: "example-push", senderID: "123456789012",
            googleAppID: "1:123456789012:ios:0123456789abcdef", bundleID: bundleID)
    }
}
