import PushCommands
import PushExplain
import PushModel
import PushSimulation

/// The meanings of a parameter's choices: a list whose entries all read the same helps nobody.
extension Assist {
    /// Returns a few words about one choice of a parameter; its summary if there is nothing to add.
    ///
    /// `spec` belongs to `command`: a name such as `to` has another meaning in another command.
    static func meaning(
        of choice: String, _ spec: ParameterSpec, _ command: Command
    ) -> String {
        computed(choice, spec, command) ?? wordings[spec.name]?[choice] ?? spec.summary
    }

    /// The meaning of a choice that the program's own tables explain; nil for any other.
    private static func computed(
        _ choice: String, _ spec: ParameterSpec, _ command: Command
    ) -> String? {
        if command.name == "endpoint" || command.name == "upload" {
            let region = Endpoint.regions.first { $0.name == choice && $0 != .embedded }
            return region?.url ?? (choice == "embedded" ? "the service in this program" : nil)
        }
        switch spec.name {
        case "ticket": return Ticket.named(choice)?.title
        case "symptom": return Symptom(rawValue: choice).map(meaning)
        case "also": return WhatIfCondition(rawValue: choice).map { "as after `\($0.command)`" }
        case "row": return PermissionSwitch(rawValue: choice).map(meaning)
        default: return nil
        }
    }

    /// A few words on the complaint behind a symptom, such as a missing picture for `image`.
    static func meaning(of symptom: Symptom) -> String {
        switch symptom {
        case .banner: "it is not shown, or not where it should be"
        case .text: "its text is missing or different"
        case .sound: "it arrived without a sound"
        case .badge: "the number on the icon is wrong"
        case .image: "the picture is missing"
        case .button: "its buttons are missing"
        case .activity: "a Live Activity did not start, update or end"
        case .serviceExtension: "the extension did not run, or did not end in time"
        case .stack: "it is not stacked, not replaced, or there twice"
        case .tap: "a tap does nothing"
        case .link: "a tap opens the wrong place"
        case .delivery: "no `delivery` event"
        case .open: "no `open` event"
        case .dismiss: "no `dismiss` event"
        case .token: "no token, or none that the sender can use"
        case .upload: "the events were not uploaded"
        case .warehouse: "the rows are not in the warehouse"
        }
    }

    /// A few words on a row of the app's page in Settings.
    private static func meaning(of row: PermissionSwitch) -> String {
        switch row {
        case .banners: "at the top of the screen"
        case .lockScreen: "on the Lock Screen"
        case .notificationCenter: "in Notification Center"
        case .sounds: "what is heard"
        case .badges: "the number on the icon"
        case .timeSensitive: "what breaks through a Focus"
        case .criticalAlerts: "what sounds although the phone is muted"
        case .liveActivities: "Live Activities of the app"
        }
    }

    /// The meanings of choices that are the same in every command, by the parameter's name.
    private static let wordings: [String: [String: String]] = [
        "mode": [
            "table": "columns, for reading", "box": "columns with lines around them",
            "line": "one column per line", "json": "one array", "jsonl": "one object per line",
            "csv": "commas, with a header", "tsv": "tabs, with a header",
            "markdown": "a table for a ticket or a wiki",
            "simulated": "embedded services answer", "real": "the network of this machine",
            "off": "nothing can be reached",
        ],
        "state": onOff, "time-sensitive": onOff, "alerts": onOff,
        "type": pushTypes,
        "priority": [
            "10": "at once", "5": "when it suits the battery", "1": "without waking the device",
        ],
        "profile": [
            "td": "the guide's app of Treasure Data, built correctly",
            "ncmb": "the sample of NIFCLOUD mobile backend",
            "fcm-migration": "an app whose Firebase project was swapped",
            "minimal": "no delegate, no extension, no Firebase",
        ],
        "dialect": [
            "trino": "as Treasure Data runs it", "sqlite": "as SQLite runs it",
            "hive": "answered with the Trino spelling",
        ],
        "settle": ["stored": "its records are there", "lost": "they are not"],
        "rule": [
            "30d": "an age", "1GB": "a size", "off": "everything is kept",
            "now": "applies the rules",
        ],
        "as": [
            "apns": "a payload for APNs", "fcm": "a message for FCM",
            "td": "a payload of Treasure Data", "ncmb": "a push of NIFCLOUD mobile backend",
        ],
        "via": gateways, "gateway": gateways, "for": gateways,
        "environment": [
            "development": "builds from Xcode, api.sandbox.push.apple.com",
            "production": "TestFlight and the App Store, api.push.apple.com",
        ],
        "format": [
            "text": "for people", "json": "for tools", "markdown": "for a ticket or a wiki",
            "html": "a page to share", "apns": "the device tokens",
            "fcm": "the registration tokens", "csv": "everything",
        ],
        "to": [
            "parquet": "columns with types, packed", "csv": "a spreadsheet's text",
            "jsonl": "one JSON object per line",
        ],
        "when": [
            "always": "on a locked screen, too", "when-unlocked": "once the owner is there",
            "never": "the app's name alone",
        ],
        "policy": ["0": "nothing is kept", "1": "the newest message, for 8 hours"],
        "ticket": ["stop": "ends the lesson and restores what was there"],
    ]

    private static let gateways = ["apns": "Apple's gateway", "fcm": "Google's gateway"]

    /// The states of a switch.
    private static let onOff = ["on": "turned on", "off": "turned off"]

    /// The receivers of the push types, as Apple's header lists them.
    private static let pushTypes = [
        "alert": "it is shown, or it sounds", "background": "wakes the app and shows nothing",
        "complication": "a watch face", "controls": "controls of the app",
        "fileprovider": "a file provider's changes", "liveactivity": "a Live Activity",
        "location": "asks for the location", "mdm": "wakes a managed device",
        "pushtotalk": "a Push to Talk session", "voip": "a call, through PushKit",
        "widgets": "widgets of the app",
    ]
}
