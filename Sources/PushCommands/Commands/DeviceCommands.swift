import PushModel
import PushPayload
import PushSimulation
import PushText

/// The commands of the device: which there are, and the state that its user gives it.
extension CommandTable {
    /// A name for a device.
    private static let newName = Parameter<String>.positional(
        "name", "NAME", "The device's name.", wants: DeviceName.grammar, isRequired: true,
        read: { DeviceName.isValid($0) ? $0 : nil })
    private static let knownName = Parameter<String>.word(
        "name", "NAME", "The device's name.", isRequired: true, completion: .device)
    private static let model = Parameter<String>.text(
        "model", "M", "The model, such as `iPhone 15`.")
    /// A version of up to three numbers; which of them exist is not checked.
    private static let os = Parameter<String>.option(
        "os", "V", "The iOS version, such as `17.5`.", wants: "a version like `17.5`",
        read: { version in
            let parts = version.split(separator: ".", omittingEmptySubsequences: false)
            let isVersion =
                (1...3).contains(parts.count)
                && parts.allSatisfy { $0.utf8.count <= 3 && $0.isDigits }
            return isVersion ? version : nil
        })
    private static let state = Parameter<String>.choice(
        "state", "on|off", ["on", "off"], "The new state.")
    private static let previews = Parameter<String>.choice(
        "when", "WHEN", PreviewSetting.allCases.map(\.rawValue), "When the text is shown.")
    /// The times of the scheduled summary, as minutes from midnight once they are read.
    private static let times = Parameter<String>.positional(
        "times", "HH:MM", "Times of day in UTC, or `off`.", wants: "`HH:MM` or `off`",
        isRequired: true, isRepeating: true,
        read: { $0 == "off" || minutes($0) != nil ? $0 : nil })
    private static let language = Parameter<String>.positional(
        "language", "TAG", "A language tag: `en`, `ja`.", wants: LanguageTag.grammar,
        isRequired: true, read: LanguageTag.read)

    static let deviceCommands: [Command] = [
        Command(
            "device add", .device, "Adds a device and makes it the current one.",
            parameters: [newName.spec, model.spec, os.spec],
            examples: [.init("A tablet.", "device add tablet --model 'iPad Air'")],
            errors: [.deviceExists], serves: ["MG-01"]
        ) { .act(.device(.add(name: $0.need(newName), model: $0[model], os: $0[os]))) },
        Command(
            "device use", .device, "Makes a device the current one.",
            discussion: "`@NAME command` runs one command on another device.",
            parameters: [knownName.spec],
            examples: [.init("Back to the phone.", "device add tablet\ndevice use phone")],
            errors: [.noDevice]
        ) { .act(.device(.use($0.need(knownName)))) },
        Command(
            "device list", .device, "Lists the devices and their apps.",
            examples: [.init("A fresh workspace.", "device list")]
        ) { _ in .inspect(.devices) },
        simple("lock", .lock, "Locks the device.", errors: [.uploadFailed]),
        simple("unlock", .unlock, "Unlocks the device."),
        simple(
            "offline", .offline, "Takes the device off the network.",
            discussion: "APNs stores one push per app while a device is offline."),
        simple("online", .online, "Brings the device back online; stored pushes arrive."),
        Command(
            "device restore", .device, "Restores a backup of the current device onto a new one.",
            discussion: """
                The apps keep their settings, users and queued events, and get new tokens. The \
                device has the language, the scheduled summary and the other settings of the old \
                one.
                """,
            parameters: [newName.spec],
            examples: [.init("A new phone.", "app launch\ndevice restore phone2")],
            errors: [.deviceExists], serves: ["MG-01"]
        ) { .act(.device(.restore(name: $0.need(newName)))) },
        Command(
            "device reinstall-os", .device, "Reinstalls iOS and restores the device's backup.",
            discussion: "Apps and their data are back; every app gets a new device token.",
            examples: [
                .init(
                    "The registration token changes with the device token.",
                    "app launch\ndevice reinstall-os\napp launch\ntoken history")
            ], serves: ["MG-01"]
        ) { _ in .act(.device(.reinstallOS)) },
        control(
            "focus", .focus, "Turns a Focus on or off.",
            discussion: """
                Communication notifications (`INSendMessageIntent`), which a Focus lets through if \
                it allows their sender, are not simulated.
                """, serves: ["PL-06"]),
        control("mute", .mute, "Flips the mute switch.", serves: ["PL-06"]),
        control("low-power", .lowPower, "Turns Low Power Mode on or off.", serves: ["PL-04"]),
        control(
            "background-refresh", .backgroundRefresh, "Turns Background App Refresh on or off.",
            serves: ["PL-04"]),
        control(
            "intelligence", .intelligence, "Turns Apple Intelligence's summaries on or off.",
            discussion: """
                From iOS 18.1 on, a device may show its own summary instead of a notification's \
                text. Neither app nor sender can tell, so `why text` can only say that it may have \
                happened.
                """, serves: ["PL-01"]),
        Command(
            "device previews", .device, "Sets when the text of notifications is shown.",
            discussion: """
                This is Show Previews in Settings: `always`, `when-unlocked` or `never`. A hidden \
                preview shows `Notification` instead of the text; a category can keep its title \
                and subtitle visible (`app set categories engage!:show-title`).
                """,
            parameters: [previews.spec],
            examples: [
                .init(
                    "A phone on the table.",
                    """
                    app launch
                    device previews when-unlocked
                    device lock
                    receive {"aps": {"alert": {"title": "Bank", "body": "Your code"}}}
                    notifications
                    """)
            ], serves: ["PL-01"]
        ) { .act(.device(.previews(PreviewSetting(rawValue: $0.need(previews)) ?? .always))) },
        Command(
            "device summary", .device, "Sets the times of the scheduled summary.",
            discussion: """
                Communication notifications (`INSendMessageIntent`), which are never part of it, \
                are not simulated.
                """,
            parameters: [times.spec],
            examples: [.init("Morning and evening.", "device summary 08:00 18:00")],
            serves: ["PL-07"]
        ) { (arguments) throws(UsageError) in
            let words = arguments.all(times)
            if words.count > 1, words.contains("off") {
                let offs = arguments.allArguments(times).filter { $0.text == "off" }
                throw UsageError(
                    .invalidValue,
                    offs.count == words.count
                        ? "`device summary` takes `off` once, found it \(offs.count) times"
                        : "found `off` together with times, wanted one or the other",
                    at: offs.count == words.count ? offs[1].span : offs[0].span)
            }
            return .act(.device(.summary(Set(words.compactMap(minutes)).sorted())))
        },
        Command(
            "device language", .device, "Sets the device's language.",
            parameters: [language.spec],
            examples: [.init("Japanese.", "device language ja")], serves: ["PL-01"]
        ) { .act(.device(.language($0.need(language)))) },
    ]

    /// Returns the minutes since midnight of `HH:MM`; nil for anything else.
    private static func minutes(_ text: String) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ $0.utf8.count == 2 }),
            let hours = Int(digits: parts[0]), let minutes = Int(digits: parts[1]),
            (0...23).contains(hours), (0...59).contains(minutes)
        else { return nil }
        return hours * 60 + minutes
    }

    /// Makes a command for an action of the device without parameters.
    private static func simple(
        _ name: String, _ action: DeviceAction, _ summary: String, discussion: String = "",
        errors: [Refusal.Code] = []
    ) -> Command {
        Command(
            "device " + name, .device, summary, discussion: discussion,
            examples: [.init(summary, "device " + name)], errors: errors
        ) { _ in .act(.device(action)) }
    }

    /// Makes a command for a switch of the device, which takes `on` or `off`.
    private static func control(
        _ name: String, _ control: DeviceSwitch, _ summary: String, discussion: String = "",
        serves: [String]
    ) -> Command {
        Command(
            "device " + name, .device, summary, discussion: discussion, parameters: [state.spec],
            examples: [.init(summary, "device \(name) on")], serves: serves
        ) { .act(.device(.set(control, on: $0[state] == "on"))) }
    }
}
