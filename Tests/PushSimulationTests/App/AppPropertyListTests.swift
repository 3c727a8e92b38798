import PushModel
import PushText
import Testing

@testable import PushSimulation

/// TD-13, TD-14: what an app's property lists say.
@Suite struct AppPropertyListTests {
    private func take(_ root: JSON) throws -> (app: App, faults: [String]) {
        var stage = Stage()
        try stage.act(.app(.take(try #require(AppPropertyList(root)))))
        let app = try #require(stage.world.app)
        return (app, stage.lines.filter { $0.hasPrefix("warning") })
    }

    private static let good: JSON = [
        "CFBundleIdentifier": "com.example.myapp", "UIBackgroundModes": ["remote-notification"],
        "CFBundleURLTypes": [["CFBundleURLSchemes": ["a", "b"]], ["CFBundleURLSchemes": ["c"]]],
        "TDWriteKey": "1/fedcba9876543210", "TDEndpoint": "https://example.com",
        "TDDatabase": "shop", "TDTable": "events", "CFBundleVersion": 7,
    ]

    @Test func `an Info plist sets what the app can do`() throws {
        var root = Self.good
        root["FirebaseAppDelegateProxyEnabled"] = "NO"
        root["FirebaseMessagingInstallationIdEnabled"] = true
        let (app, faults) = try take(root)
        #expect(faults == [])
        #expect(app.settings.schemes == ["a", "b", "c"])
        #expect(app.settings.build == "7" && app.settings.database == "shop")
        #expect(!app.settings.swizzles && app.settings.installationIDMode)
    }

    @Test(arguments: [
        ("TDWriteKey", "YOUR_KEY", "TDWriteKey is a placeholder, wanted the account's own"),
        ("TDWriteKey", "<write key>", "TDWriteKey is a placeholder, wanted the account's own"),
        ("TDEndpoint", "ftp://x", "TDEndpoint is `ftp://x`, wanted an https URL"),
        ("TDTable", "x", "TDTable is `x`, wanted 3 to 255 of `a-z`, `0-9` and `_`"),
    ])
    func `one mistake is one warning`(key: String, value: String, wanted: String) throws {
        var root = Self.good
        root[key] = .string(value)
        #expect(try take(root).faults == ["warning Info.plist " + wanted])
    }

    @Test(arguments: [
        ("my app", "CFBundleURLSchemes has `my app`, wanted letters, digits, `+`, `-` and `.`"),
        ("1st", "CFBundleURLSchemes has `1st`, wanted letters, digits, `+`, `-` and `.`"),
        (
            "http",
            "CFBundleURLSchemes has `http`, which iOS gives to the browser, whatever an app "
                + "registers"
        ),
    ])
    func `a scheme that opens nothing is a warning`(scheme: String, wanted: String) throws {
        var root = Self.good
        root["CFBundleURLTypes"] = [["CFBundleURLSchemes": ["a", .string(scheme)]]]
        #expect(try take(root).faults == ["warning Info.plist " + wanted])
        root["CFBundleURLTypes"] = [["CFBundleURLSchemes": ["a", "my-app+1.b"]]]
        #expect(try take(root).faults == [])
    }

    @Test func `an application ID of another form is a warning`() throws {
        var root: JSON = [
            "GCM_SENDER_ID": "123", "GOOGLE_APP_ID": "bad", "PROJECT_ID": "p", "API_KEY": "k",
            "BUNDLE_ID": "com.example.myapp",
        ]
        #expect(try take(root).faults.count { $0.contains("I-COR000009") } == 1)
        root["GOOGLE_APP_ID"] = "1:123:ios:ff"
        #expect(try take(root).faults == [])
    }

    @Test(arguments: [
        ("", "has no value"), ("nonsense", "is `nonsense`, wanted `1:SENDER:ios:HASH`"),
        ("1:7:ios:", "is `1:7:ios:`, wanted `1:SENDER:ios:HASH`"),
        ("1:7:ios:fg", "is `1:7:ios:fg`, wanted `1:SENDER:ios:HASH`"),
        ("1:a:ios:ff", "is `1:a:ios:ff`, wanted `1:SENDER:ios:HASH`"),
        ("1:7:android:ff", "is `1:7:android:ff`, the ID of an Android app, wanted the iOS app's"),
        ("1:7:web:ff", "is `1:7:web:ff`, the ID of a web app, wanted the iOS app's"),
        ("1:7:ios:0F", nil), ("2:any", nil),
    ])
    func `configure raises for an ID of version 1 that is not an iOS app's`(
        id: String, finding: String?
    ) {
        let project = FirebaseProject(
            projectID: "p", senderID: "7", googleAppID: id, bundleID: "com.example.myapp")
        #expect(project.exceptions.map(\.finding) == (finding.map { [$0] } ?? []))
        #expect(project.exceptions.allSatisfy { $0.code == "I-COR000009" })
    }

    @Test func `an update reports the same faults of its file as an import`() throws {
        let file = try #require(
            AppPropertyList([
                "GOOGLE_APP_ID": "nonsense", "GCM_SENDER_ID": "", "BUNDLE_ID": "com.example.myapp",
                "API_KEY": "YOUR_API_KEY", "IS_GCM_ENABLED": false,
            ]))
        let imported = try take(file.root)
        var stage = Stage()
        try stage.act(.app(.update(version: nil, firebase: file.project, file: file)))
        #expect(stage.lines.filter { $0.hasPrefix("warning") } == imported.faults)
        #expect(stage.world.app?.settings.firebaseFaults.count == imported.faults.count)
        #expect(imported.faults.count { $0.contains("raises an exception") } == 2)
        try stage.act(.app(.launch))
        #expect(stage.step.failure?.code == .appCrashed)
        #expect(stage.world.app?.state == .notRunning)
    }

    @Test func `a file of an app for another system says so`() throws {
        let another =
            "the file belongs to an app for another system, and only an iPhone is simulated"
        var root = Self.good
        root["DTPlatformName"] = "macosx"
        #expect(
            try take(root).faults == [
                "warning Info.plist DTPlatformName is `macosx`, wanted `iphoneos`: \(another)"
            ])
        root["CFBundleSupportedPlatforms"] = ["MacOSX"]
        #expect(
            try take(root).faults == [
                "warning Info.plist CFBundleSupportedPlatforms is `MacOSX`, wanted `iPhoneOS`: "
                    + another
            ])
        root["CFBundleSupportedPlatforms"] = ["MacOSX", "iPhoneOS"]
        #expect(try take(root).faults == [])
        root["CFBundleSupportedPlatforms"] = ["iPhoneSimulator"]
        root["DTPlatformName"] = "iphonesimulator"
        #expect(try take(root).faults == [])
        root["CFBundleSupportedPlatforms"] = nil
        #expect(try take(root).faults == [])
    }

    @Test func `no write key reaches a document, a line or the public text`() throws {
        let list = try #require(AppPropertyList(Self.good))
        var stage = Stage()
        try stage.act(.app(.take(list)))
        let texts =
            stage.world.documentKeys.compactMap { stage.world.document($0)?.text } + stage.lines
            + [list.publicXML]
        #expect(!texts.contains { $0.contains("fedcba9876543210") })
    }

    @Test func `another bundle ID installs that app, and a known one becomes the current`() throws {
        var stage = Stage()
        let other = try #require(AppPropertyList(["CFBundleIdentifier": "com.example.other"]))
        try stage.act(.app(.take(other)))
        #expect(stage.world.device.apps.map(\.address.bundleID).last == "com.example.other")
        let first = try #require(AppPropertyList(["CFBundleIdentifier": "com.example.myapp"]))
        try stage.act(.app(.take(first)))
        #expect(stage.world.app?.address.bundleID == "com.example.myapp")
        #expect(stage.world.device.apps.count == 2)
    }

    @Test(arguments: [
        ("https://ap01.records.in.treasuredata.com/", "tokyo"),
        ("https://us01.records.in.treasuredata.com", "us"),
        ("https://in.example.com", "https://in.example.com"),
        ("http://us01.records.in.treasuredata.com", nil), ("https://", nil), ("", nil),
        ("https://a:b@in.example.com", nil), ("https://YOUR_ENDPOINT", nil), ("$(HOST)", nil),
    ])
    func `the endpoint is the app's, where it is one`(text: String, name: String?) throws {
        var root = Self.good
        root["TDEndpoint"] = .string(text)
        let list = try #require(AppPropertyList(root))
        var stage = Stage()
        try stage.act(.app(.take(list)))
        #expect(stage.world.surroundings.config.endpoint.name == name ?? "embedded")
        let lines = stage.lines.filter { $0.hasPrefix("config") && $0.contains(" endpoint ") }
        #expect(lines.count == (name == nil ? 0 : 1))
        // Nobody has said where the account is, so the file's region is its own.
        #expect(stage.world.surroundings.config.accountRegion == (name == "tokyo" ? name : "us"))
        #expect(!stage.lines.contains { $0.contains("a:b") && $0.hasPrefix("config") })
        // A second import says only what it changes.
        try stage.act(.app(.take(list)))
        #expect(!stage.lines.contains { $0.hasPrefix("config") })
    }

    @Test func `an imported endpoint keeps the form of upload that was chosen`() throws {
        var stage = Stage()
        try stage.act(.endpoint(try #require(Endpoint("us", postback: true))))
        try stage.act(.app(.take(try #require(AppPropertyList(Self.good)))))
        let endpoint = stage.world.surroundings.config.endpoint
        #expect(endpoint.name == "https://example.com" && endpoint.postback)
    }

    @Test func `what is neither file is not taken`() {
        #expect(AppPropertyList([]) == nil)
        #expect(AppPropertyList(["Other": true]) == nil)
    }

    private static func serviceExtension(_ transport: JSON) -> JSON {
        [
            "CFBundleIdentifier": "com.example.myapp.nse", "NSAppTransportSecurity": transport,
            "NSExtension": [
                "NSExtensionPointIdentifier": "com.apple.usernotifications.service",
                "NSExtensionPrincipalClass": "NotificationService",
            ],
        ]
    }

    private static let insecure: JSON = ["NSExceptionAllowsInsecureHTTPLoads": true]

    @Test(
        arguments: [
            ([:], ""),
            (["NSAllowsArbitraryLoads": true], "any"),
            (["NSAllowsArbitraryLoads": "YES", "NSAllowsLocalNetworking": true], "local"),
            (["NSAllowsArbitraryLoads": true, "NSAllowsArbitraryLoadsForMedia": false], ""),
            (["NSExceptionDomains": ["a.jp": insecure]], "a.jp"),
            (
                [
                    "NSAllowsArbitraryLoads": true,
                    "NSExceptionDomains": ["a.jp": ["NSIncludesSubdomains": true]],
                ], "!*.a.jp,any"
            ),
            (["NSExceptionDomains": ["a.jp": ["NSExceptionMinimumTLSVersion": "TLSv1.3"]]], ""),
            (["NSExceptionDomains": ["A.jp": insecure, "http://b.jp": insecure]], ""),
        ] as [(JSON, String)])
    func `an extension's file says from where it loads over http`(
        transport: JSON, wanted: String
    ) throws {
        let (app, _) = try take(Self.serviceExtension(transport))
        #expect(app.settings.transportExceptions.joined(separator: ",") == wanted)
    }

    @Test func `an app's own exceptions are not its extension's`() throws {
        var root = Self.good
        root["NSAppTransportSecurity"] = ["NSAllowsArbitraryLoads": true]
        let (app, faults) = try take(root)
        #expect(app.settings.transportExceptions == [])
        #expect(faults.count == 1 && faults[0].contains("NSAppTransportSecurity is the app's own"))
    }

    @Test func `another extension's file is none that is read`() {
        let content: JSON = ["NSExtensionPointIdentifier": "com.apple.widgetkit-extension"]
        #expect(AppPropertyList(["CFBundleName": "W", "NSExtension": content]) == nil)
    }

    @Test func `the faults of an extension's file outlast the process`() throws {
        let (app, _) = try take(Self.serviceExtension(["Exception Domains": [:]]))
        #expect(app.settings.extensionFaults.count == 1)
        #expect(AppSettings(app.settings.json).extensionFaults == app.settings.extensionFaults)
    }
}
