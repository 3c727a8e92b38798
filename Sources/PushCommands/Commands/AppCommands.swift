import PushModel
import PushPayload
import PushSimulation
import PushText

/// The commands that install, launch and set up an app.
///
/// What happens to a process (`launch`, `kill`) is an action of the app; what changes its build or
/// settings is one as well, so that the store and `why` see all of it in one order.
extension CommandTable {
    private static let profile = Parameter<Profile>.choice(
        "profile", "NAME", "The sample app; defaults to `td`.")
    private static let bundle = Parameter<String>.option(
        "bundle", "ID", "The bundle ID; defaults to the profile's.",
        wants: BundleID.grammar, read: { BundleID.isValid($0) ? $0 : nil })
    private static let app = Parameter<String>.positional(
        "app", "BUNDLE-ID", "The app; defaults to the one used last.",
        wants: BundleID.grammar, completion: .app, read: { BundleID.isValid($0) ? $0 : nil })
    private static let version = Parameter<String>.text(
        "version", "V", "The new CFBundleShortVersionString.")
    private static let firebase = Parameter<String>.option(
        "firebase", "FILE", "The GoogleService-Info.plist of the new project.", wants: "a file",
        completion: .file, read: { $0.isEmpty ? nil : $0 }
    ).asDocument
    private static let propertyList = Parameter<String>.word(
        "file", "FILE|-|<<PLIST", "A property list.", isRequired: true, completion: .file
    ).asDocument
    /// A setting by its key; an unknown one is refused before anything runs, with the nearest name.
    private static let key = Parameter<String>.positional(
        "key", "KEY", "A setting that `app show` lists.", wants: "a setting of `app show`",
        isRequired: true, completion: .setting,
        read: { name in AppSetting.all.contains { $0.key == name } ? name : nil })
    private static let value = Parameter<String>.word(
        "value", "VALUE", "Its new value.", isRequired: true)

    /// The fault in the value that `app set` is given, and its place; nil if the value is valid, or
    /// not known yet.
    ///
    /// The command finds it itself when it runs, so that a script can expect it.
    public static func settingFault(_ words: [Argument]) -> (refusal: Refusal, span: Span)? {
        guard words.count > 3, words[0].text == "app", words[1].text == "set",
            let command = named("app set"),
            let arguments = try? Arguments(words[2...], of: command),
            let word = arguments.argument(of: value), word.kind == .word || word.kind == .quoted,
            let text = word.text,
            let setting = AppSetting.all.first(where: { $0.key == arguments.need(key) }),
            let refusal = setting.fault(in: text)
        else { return nil }
        return (refusal, word.span)
    }

    private static let stringsLanguage = Parameter<String>.positional(
        "language", "LANGUAGE", "The language tag of the `.lproj` folder: `en`, `ja`.",
        wants: LanguageTag.folderGrammar, isRequired: true, read: LanguageTag.readFolder)
    /// The texts of one language, which replace those the app has for it.
    private static let strings = Parameter<String>.word(
        "strings", "FILE|-|<<STRINGS",
        "A `Localizable.strings`: a file, `-` for standard input, or a here-document.",
        isRequired: true, completion: .file
    ).asDocument

    private static let badge = Parameter<Int>.positional(
        "badge", "N", "The number; 0 takes it off.", wants: "a whole number from 0 to 99999",
        isRequired: true,
        read: { Int(digits: $0).flatMap { (0...99_999).contains($0) ? $0 : nil } })

    static let appCommands: [Command] = [
        Command(
            "app install", .app, "Installs a sample app on the current device.",
            discussion: """
                The profile sets the app's capabilities and code paths; `app show` lists them and \
                `app set` changes them. A fresh workspace has the `td` app installed already.
                """,
            parameters: [profile.spec, bundle.spec],
            examples: [
                .init(
                    "An app without a delegate shows nothing while it is in front.",
                    "app install --profile minimal\napp launch")
            ], errors: [.alreadyInstalled], serves: ["TD-16", "NC-06"]
        ) { .act(.app(.install($0[profile] ?? .treasureData, bundleID: $0[bundle]))) },
        Command(
            "app launch", .app, "Opens the app by its icon.",
            discussion: """
                A cold start calls the delegate methods in iOS's order: the app starts, asks for \
                permission if its profile does so, registers with APNs, gets its registration \
                token, and tracks token_register. An app in the background comes to the front. \
                With a bundle ID, that app is opened (`device list` shows the device's apps) and \
                becomes the current app for the commands that follow.
                """,
            parameters: [app.spec],
            examples: [
                .init("Opens the app by its icon.", "app launch"),
                .init(
                    "Back to the first of two apps.",
                    """
                    app install --profile minimal --bundle com.example.second
                    app launch
                    app launch com.example.myapp
                    """),
            ], errors: [.notInstalled, .appCrashed, .uploadFailed],
            serves: ["TD-01", "TD-02", "TD-16", "KD-04"]
        ) {
            guard let bundleID = $0[app] else { return .act(.app(.launch)) }
            return .act(.app(.open(bundleID: bundleID)))
        },
        lifecycle(
            "background", .background, "Leaves the app by the home gesture.",
            setup: "app launch", errors: [.notRunning, .uploadFailed], serves: ["TD-16"]),
        lifecycle(
            "foreground", .foreground, "Brings a running app to the front.",
            setup: "app launch\napp background", errors: [.notRunning], serves: ["TD-16"]),
        lifecycle(
            "kill", .kill, "Ends the process as the system does.",
            discussion: "iOS may start the app again for a push.", setup: "app launch",
            serves: ["TD-16"]),
        lifecycle(
            "force-quit", .forceQuit, "Swipes the app away.",
            discussion: """
                iOS does not start it for a push until it is opened again or the device restarts.
                """, setup: "app launch", serves: ["TD-16", "PL-04"]),
        Command(
            "app restart-device", .app, "Restarts the device the app is on.",
            discussion: """
                Every process ends, and force-quit apps can be started by a push again. Budgets \
                for background pushes stay used: that a restart renews them is not documented by \
                Apple.
                """,
            examples: [.init("A restart ends every app.", "app launch\napp restart-device")],
            serves: ["TD-16"]
        ) { _ in .act(.device(.restart)) },
        Command(
            "app update", .app, "Installs a newer version over the app.",
            discussion: """
                Its data and keychain are kept, including the cached tokens. `--firebase` is the \
                migration to another Firebase project.
                """,
            parameters: [version.spec, firebase.spec],
            examples: [.init("A new version.", "app update --version 1.1")],
            errors: [.notInstalled, .unknownPropertyList], serves: ["MG-03"]
        ) {
            let file = $0.argument(of: firebase) == nil ? nil : input($0, firebase)
            return .update(version: $0[version], firebase: file)
        },
        Command(
            "app import", .app, "Reads an Info.plist or a GoogleService-Info.plist.",
            discussion: """
                Reads XML and binary property lists and reports common mistakes: a bundle ID that \
                differs in case, missing schemes, placeholders. An Info.plist with another bundle \
                ID installs that app, and its TDEndpoint becomes the `endpoint`. The Info.plist of \
                the notification service extension, not the app's, decides from which hosts it may \
                load an image over http, and names the oldest iOS it runs on if Xcode has built \
                it. Keys are checked but never stored.
                """,
            parameters: [propertyList.spec],
            examples: [
                .init(
                    "A Firebase project.",
                    """
                    app import <<PLIST
                      <plist version="1.0"><dict>
                        <key>PROJECT_ID</key><string>shop-push</string>
                        <key>GCM_SENDER_ID</key><string>210987654321</string>
                        <key>GOOGLE_APP_ID</key><string>1:210987654321:ios:0f1e2d3c</string>
                        <key>BUNDLE_ID</key><string>com.example.MyApp</string>
                        <key>API_KEY</key><string>YOUR_API_KEY</string>
                      </dict></plist>
                      PLIST
                    """)
            ], errors: [.notInstalled, .unknownPropertyList], serves: ["TD-13", "TD-14"]
        ) { .importSettings(input($0, propertyList)) },
        lifecycle(
            "reinstall", .reinstall, "Deletes the app and installs it again.",
            discussion:
                "Its data and its queue are lost; the keychain, which holds FCM's tokens, is kept.",
            setup: "app launch", serves: ["MG-01"]),
        lifecycle(
            "uninstall", .uninstall, "Deletes the app.",
            discussion: "From then on APNs answers 410 Unregistered for its device token.",
            setup: "app launch", serves: ["MG-01"]),
        lifecycle(
            "clear-data", .clearData, "Deletes the app's data and its queue, but not the app.",
            setup: "app launch", serves: ["MG-01"]),
        Command(
            "app set", .app, "Changes one of the app's capabilities or code paths.",
            discussion: """
                `app show` lists the settings with their values; `help KEY` explains one.
                """,
            parameters: [key.spec, value.spec],
            examples: [.init("An app without an extension.", "app set nse off")],
            errors: [.badSetting, .notInstalled], serves: ["TD-13"]
        ) { .act(.app(.set(key: $0.need(key), value: $0.need(value)))) },
        Command(
            "app strings", .app, "Adds a language's Localizable.strings to the app.",
            discussion: """
                A payload's `loc-key` and `title-loc-key` are looked up in it; `device language` \
                chooses the language. The file is UTF-8 or UTF-16, and replaces an earlier one for \
                the same language.
                """,
            parameters: [stringsLanguage.spec, strings.spec],
            examples: [
                .init(
                    "A title in the user's language.",
                    """
                    app launch
                    app strings ja <<STRINGS
                      "SALE" = "%@のセール";
                      STRINGS
                    device language ja
                    receive <<JSON
                      {"aps": {"alert": {"title-loc-key": "SALE", "title-loc-args": ["今日"]}}}
                      JSON
                    """)
            ], errors: [.invalidStrings, .badSetting, .notInstalled], serves: ["PL-01"]
        ) { .strings(input($0, strings), language: $0.need(stringsLanguage)) },
        Command(
            "app badge", .app, "The app's own code sets the number on its icon.",
            discussion: """
                The call is `setBadgeCount(_:)`, before iOS 16 `applicationIconBadgeNumber`. The \
                app must be running, in front or in the background, and needs the permission for \
                badges: without it iOS changes nothing. Opening an app leaves its number as it \
                is, so an app that clears it does so each time. The app's notifications stay, \
                though for older versions of iOS a 0 is reported to remove them.
                """,
            parameters: [badge.spec],
            examples: [
                .init(
                    "An app that clears its badge when it is opened.",
                    """
                    app launch
                    app background
                    receive <<JSON
                      {"aps": {"alert": "Sale", "badge": 3}}
                      JSON
                    app foreground
                    app badge 0
                    """)
            ], errors: [.notRunning, .notInstalled], serves: ["PL-02"]
        ) { .act(.app(.badge($0[badge] ?? 0))) },
        Command(
            "app show", .app, "Lists the app's capabilities and code paths.",
            examples: [.init("What the guide's app can do.", "app show")], errors: [.notInstalled],
            serves: ["TD-13"]
        ) { _ in .inspect(.app) },
    ]

    /// Makes a command that moves the app to another state and takes no parameter.
    ///
    /// Each of them fails with `not_installed` if the device has no app.
    private static func lifecycle(
        _ name: String, _ action: AppAction, _ summary: String, discussion: String = "",
        setup: String = "", errors: [Refusal.Code] = [], serves: [String]
    ) -> Command {
        Command(
            "app " + name, .app, summary, discussion: discussion,
            examples: [.init(summary, (setup.isEmpty ? "" : setup + "\n") + "app " + name)],
            errors: [.notInstalled] + errors, serves: serves
        ) { _ in .act(.app(action)) }
    }
}
