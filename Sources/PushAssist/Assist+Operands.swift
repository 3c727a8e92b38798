import PushCommands
import PushExplain
import PushLanguage
import PushModel
import PushPayload
import PushSimulation
import PushText

/// The words after a command's name: options, their values, and operands by place.
extension Assist {
    /// Fills in what can follow a command's name: the value of the option before, an option, or the
    /// operand of this place.
    ///
    /// An option that was given is not offered again. Without an operand left, options are offered
    /// even before a dash is typed.
    func operands(
        of command: Command, _ words: [TypedStatement.Word], _ found: inout Found
    ) {
        guard let typed = words.last else { return }
        let specs = command.parameters
        if words.count > 1 {
            let before = words[words.count - 2].text
            if before.hasPrefix("--"),
                let spec = specs.first(where: { "--" + $0.name == before && $0.role == .option })
            {
                let operands = words.dropLast(2).filter { !$0.text.hasPrefix("--") }
                return value(of: spec, command, operands.map(\.value), typed, &found)
            }
        }
        if typed.head.hasPrefix("--") {
            let name = typed.head.dropFirst(2).dropLast()
            let spec = specs.first { $0.name == name && $0.role == .option }
            let operands = words.dropLast().filter { !$0.text.hasPrefix("--") }
            if let spec { value(of: spec, command, operands.map(\.value), typed, &found) }
            return
        }
        if typed.quote == nil, typed.text.hasPrefix("-") {
            let used = words.dropLast().map(\.text)
            for spec in specs where !spec.isPositional && !used.contains("--" + spec.name) {
                found.words.append(Proposal("--" + spec.name, spec.summary))
            }
            return
        }
        var places: [String] = []
        var isValue = false
        for word in words.dropLast() {
            if isValue {
                isValue = false
            } else if word.quote == nil, word.text.hasPrefix("--") {
                isValue = specs.contains { "--" + $0.name == word.text && $0.role == .option }
            } else {
                places.append(word.value)
            }
        }
        let positionals = specs.filter(\.isPositional)
        let isPlaced = places.count < positionals.count
        let spec =
            isPlaced ? positionals[places.count] : positionals.last(where: \.isRepeating)
        guard let spec else {
            if typed.text.isEmpty {
                let used = words.dropLast().map(\.text)
                for spec in specs where !spec.isPositional && !used.contains("--" + spec.name) {
                    found.words.append(Proposal("--" + spec.name, spec.summary))
                }
            }
            return
        }
        value(of: spec, command, places, typed, &found)
    }

    /// The values of one parameter; `places` are the operands before it.
    ///
    /// A parameter without a kind of its own is completed by its command's name, since the table of
    /// commands knows no world.
    private func value(
        of spec: ParameterSpec, _ command: Command, _ places: [String],
        _ typed: TypedStatement.Word, _ found: inout Found
    ) {
        switch spec.completion {
        case .none:
            if command.name == "device add" { newDevice(spec, &found) }
            if worldNames(of: spec, command, places, &found) { return }
            plain(spec, command, places, typed, &found)
        case .file:
            found.isPath = true
            found.words = source.paths(beginning: typed.value)
            if typed.value.isEmpty, typed.quote == nil, spec.placeholder.contains("<<JSON") {
                found.unquoted = ["<<JSON", "-"]
                found.words.append(Proposal("<<JSON", "the text follows, up to a line `JSON`"))
                found.words.append(Proposal("-", "standard input"))
            }
        case .device: found.words = devices
        case .app:
            found.words = source.world.device.apps.map {
                Proposal($0.address.bundleID, $0.state.rawValue)
            }
        case .notification: notifications(command, &found)
        case .stub: stub(places, typed, &found)
        case .sql:
            sql(typed, &found)
            if command.name == "export", typed.quote == nil { self.places(&found) }
        case .table: tables(&found)
        case .command: topics(places, typed, &found)
        case .setting:
            found.words = AppSetting.all.map { Proposal($0.key, $0.summary) }
        case .configKey: found.words = Config.keys.map { Proposal($0.name, $0.summary) }
        case .snapshot: found.add(source.snapshots, "a snapshot")
        case .choice(let choices): choose(choices, spec, command, typed, &found)
        }
    }

    /// Fills in the choices; in a list with commas, those for its last element.
    private func choose(
        _ choices: [String], _ spec: ParameterSpec, _ command: Command,
        _ typed: TypedStatement.Word, _ found: inout Found
    ) {
        found.words += choices.map { Proposal($0, Self.meaning(of: $0, spec, command)) }
        completeList(typed, &found)
    }

    /// Completes the last element of a list with commas by the words that were found, without those
    /// that it has; leaves any other word.
    private func completeList(_ typed: TypedStatement.Word, _ found: inout Found) {
        let text = typed.text
        guard let comma = text.utf8.lastIndex(of: UInt8(ascii: ",")) else { return }
        let head = text[...comma].dropFirst(typed.head.count)
        found.start =
            typed.range.lowerBound + (typed.quote == nil ? 0 : 1) + text[...comma].utf8.count
        found.typed = String(text[text.utf8.index(after: comma)...])
        let used = head.split(separator: ",").map(String.init)
        found.words.removeAll { used.contains($0.text) }
    }

    /// Fills in the newest 50 notifications of the device, and what else the command takes for one.
    private func notifications(_ command: Command, _ found: inout Found) {
        found.isName = true
        let waiting = source.world.device.apps.flatMap(\.center.waiting)
        for notification in waiting.sorted(by: { $0.sequence > $1.sequence }).prefix(50) {
            found.words.append(
                Proposal(
                    notification.id, "\"" + VisibleText.escape(notification.headline) + "\""))
        }
        if command.name == "why" {
            for symptom in Symptom.allCases {
                found.words.append(Proposal(symptom.rawValue, Self.meaning(of: symptom)))
            }
            for kind in Event.Kind.allCases {
                found.words.append(
                    Proposal(kind.rawValue, "the event `\(kind.rawValue)` is missing"))
            }
        }
        if command.name == "open" {
            for scheme in source.world.app?.settings.schemes ?? [] {
                found.words.append(Proposal(scheme + "://", "a link of the app"))
            }
            found.words.append(Proposal("https://", "a web link"))
        }
    }

    /// The values of parameters that have a completion kind of their own or only a placeholder.
    ///
    /// Offers examples for an operand of any value, such as a duration.
    private func plain(
        _ spec: ParameterSpec, _ command: Command, _ places: [String],
        _ typed: TypedStatement.Word, _ found: inout Found
    ) {
        switch (command.name, spec.name) {
        case ("app set", "value"): appSettingValue(places.first ?? "", typed, &found)
        case ("config", "value"): configValue(places.first ?? "", &found)
        case ("upload", "source"): self.places(&found)
        case ("database delete", _), ("database retention", "name"):
            found.add(databases, "a database of the warehouse")
        case (".schema", _):
            found.words = source.tables.map {
                Proposal($0.name, $0.columns.prefix(4).joined(separator: ", ") + ", …")
            }
        case ("receipts", _):
            let last = source.world.surroundings.counters.upload
            let numbers = stride(from: last, to: max(0, last - 20), by: -1).map { String($0) }
            found.add(numbers, "an upload")
        case ("receive", "bundle"), ("channel create", "bundle"):
            found.add(source.world.device.apps.map(\.address.bundleID), "an app of the device")
        case ("clock advance", _):
            found.words = [
                Proposal("5s", "five seconds"), Proposal("1m", "a minute"),
                Proposal("1h", "an hour"), Proposal("1d", "a day"), Proposal("7d", "a week"),
            ]
        case ("clock set", _):
            found.words = [
                Proposal(
                    InstantText.format(source.world.surroundings.now.milliseconds), "now")
            ]
        case ("funnel", _):
            found.isName = true
            found.add(campaigns, "a campaign")
        case ("login", "user"):
            found.isName = true
            if let user = source.world.app?.userID { found.add([user], "logged in now") }
        case ("device language", _), ("app strings", "language"):
            found.words = [
                Proposal("en", "English"), Proposal("ja", "Japanese"), Proposal("de", "German"),
                Proposal("fr", "French"), Proposal("zh-Hans", "Chinese"),
            ]
        case ("ncmb key", _):
            found.words = [
                Proposal("embedded", "the keys of the embedded backend"),
                Proposal("environment", "from the environment"),
            ]
        default: break
        }
    }

    /// The campaigns of the notifications at hand.
    private var campaigns: [String] {
        source.world.app?.center.waiting.reversed().compactMap(\.campaignID) ?? []
    }

    /// Fills in the values of a setting of the app, the present one last.
    private func appSettingValue(
        _ key: String, _ typed: TypedStatement.Word, _ found: inout Found
    ) {
        guard let setting = AppSetting.all.first(where: { $0.key == key }) else { return }
        found.isName = true
        let now = source.world.app.map { setting.text($0.settings) }
        for choice in setting.choices {
            let isNo = choice == "off" && setting.choices.contains("on")
            found.words.append(Proposal(choice, (isNo ? "not so: " : "") + setting.summary))
        }
        if let now, !now.isEmpty {
            found.words.removeAll { $0.text == now }
            found.words.append(Proposal(now, "the value now"))
        }
        guard setting.takesList else { return }
        completeList(typed, &found)
        // `none` is a list by itself, and so is the value now.
        guard found.start != nil else { return }
        found.words.removeAll { $0.text == "none" || $0.text.contains(",") }
    }

    /// Fills in the values of a setting of the shell; for a key only where to read it, never a key.
    private func configValue(_ key: String, _ found: inout Found) {
        guard let entry = Config.keys.first(where: { $0.name == key }) else { return }
        found.isName = true
        let now = source.world.surroundings.config.text(key)
        found.add(entry.choices, entry.summary)
        if key.hasSuffix("_key") {
            found.words.append(Proposal("env:", "a variable of the environment"))
            found.words.append(Proposal("file:", "a file that only its owner can read"))
        }
        if let now, !now.isEmpty {
            found.words.removeAll { $0.text == now }
            found.words.append(Proposal(now, "the value now"))
        }
    }

    /// The faults of a gateway that only connections over HTTP/2 meet.
    private static let http2 = [
        Proposal("goaway", "the sender is asked to leave"),
        Proposal("no-settings", "connections begin without SETTINGS"),
    ]

    /// The words of `stub`: the target, then what belongs to it, each once.
    private func stub(
        _ places: [String], _ typed: TypedStatement.Word, _ found: inout Found
    ) {
        guard let target = places.first else {
            found.words += [
                Proposal("ingest", "answers of Treasure Data's Ingest API"),
                Proposal("apns", "refusals and faults of APNs"),
                Proposal("fcm", "refusals and faults of FCM"),
                Proposal("https://", "answers to a download, `*` for any text"),
            ]
            return
        }
        if typed.value.hasPrefix("file=@"), target != "apns", target != "fcm" {
            found.isPath = true
            found.words = source.paths(beginning: String(typed.value.dropFirst(6))).map {
                Proposal("file=@" + $0.text, $0.meaning)
            }
            return
        }
        switch target {
        case "apns":
            reasons(.apns, "reason=", &found)
            found.words.append(Proposal("topic=", "only for an app, by its bundle ID"))
            found.words += Self.http2
            found.words += StubWord.gateway.map { Proposal($0.text, $0.meaning) }
        case "fcm":
            reasons(.fcm, "error=", &found)
            found.words.append(Proposal("topic=", "only for a topic, by its name"))
            found.words += Self.http2
            found.words += StubWord.gateway.map { Proposal($0.text, $0.meaning) }
        case "ingest":
            found.words += StubWord.ingest.map { Proposal($0.text, $0.meaning) }
            if typed.value.hasPrefix("status=") { found.words = StubWord.statuses }
        default: found.words += StubWord.download.map { Proposal($0.text, $0.meaning) }
        }
        found.words.append(Proposal("times=", "how often it is used"))
        let used = places.dropFirst().map { $0.prefix { $0 != "=" } }
        found.words.removeAll { proposal in used.contains(proposal.text.prefix { $0 != "=" }) }
    }

    /// Fills in the reasons of a gateway, from the table by which it answers.
    private func reasons(
        _ gateway: GatewayAnswer.Gateway, _ key: String, _ found: inout Found
    ) {
        for answer in GatewayAnswer.answered where answer.gateway == gateway {
            found.words.append(Proposal(key + answer.reason, "status \(answer.status)"))
        }
    }

    /// The topics that `help` explains.
    ///
    /// The second word of a command is offered once the first is there.
    private func topics(
        _ places: [String], _ typed: TypedStatement.Word, _ found: inout Found
    ) {
        if let first = places.first {
            for command in CommandTable.all where command.name.hasPrefix(first + " ") {
                found.words.append(
                    Proposal(String(command.name.dropFirst(first.count + 1)), command.summary))
            }
            return
        }
        for command in CommandTable.all where !command.name.hasPrefix(".") {
            let first = String(command.name.prefix { $0 != " " })
            found.words.append(
                Proposal(first, CommandTable.named(first)?.summary ?? "a group of commands"))
        }
        found.words += LanguageWord.all.map { Proposal($0.name, $0.summary) }
        found.words += FailureCode.meanings.map { Proposal($0.code, $0.meaning) }
        found.words += FailureCode.early.compactMap(ErrorGuide.entry).map {
            Proposal($0.code, $0.meaning)
        }
        found.words += AppSetting.all.map { Proposal($0.key, $0.summary) }
        found.words += Config.keys.map { Proposal($0.name, $0.summary) }
        let isPath = typed.value.contains(".")
        found.words += HelpName.all.map { Proposal(isPath ? $0.path : $0.name, $0.summary) }
        found.ignoresCase = true
        found.words.append(Proposal("sql", "the functions of SQL"))
        found.words += source.functions
    }
}
