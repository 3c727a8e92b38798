import PushCommands
import PushLanguage
import PushPayload
import PushSimulation

extension Session {
    /// Reads a payload, composes it as its sender would, and lets it arrive.
    func receive(
        _ input: PayloadInput, _ options: ReceiveOptions, on device: String?,
        _ text: () -> String
    ) throws(CommandFailure) {
        let (bytes, name) = try read(input)
        let document = try parse(bytes, name: name, input)
        let root = document.root.json
        var letter = Letter(root: root, dialect: PayloadDialect.recognise(root))
        guard case .object = letter.root else {
            throw CommandFailure(
                "invalid_payload", "the payload is \(letter.root.kindName), wanted an object",
                span: input.span)
        }
        var push = Push(payload: Payload(root: [:]), byteCount: bytes.count)
        push.pushType = options.pushType
        push.priority = options.priority
        push.collapseID = options.collapseID
        push.timeToLive = options.timeToLive
        push.id = options.id
        push.warnings = Self.warnings(document, name: name)
        do throws(CompositionRefusal) {
            try compose(&letter, &push, device)
        } catch {
            throw refusal(error, letter.dialect, document, name: name, input)
        }
        add(&letter, &push, options, device)
        guard letter.root["aps"]?.objectMembers != nil else {
            throw CommandFailure(
                "invalid_payload", "the payload has no `aps` object", hint: "`lint` explains it",
                span: input.span)
        }
        push.payload = Payload(keepingTextOf: letter.root)
        if letter.isChanged || name == nil { push.byteCount = push.payload.byteCount }
        let recorded = { self.text(text(), inlining: input, bytes) }
        try act(.receive(push), on: device, recorded)
    }

    /// A payload on its way from what was written to what APNs delivers.
    private struct Letter {
        var root: JSON
        let dialect: PayloadDialect
        /// Whether it is no longer what was written.
        var isChanged = false
    }

    /// Turns what was written into what its service hands to APNs.
    private func compose(
        _ letter: inout Letter, _ push: inout Push, _ device: String?
    ) throws(CompositionRefusal) {
        switch letter.dialect {
        case .fcmMessage:
            let asked = letter.root
            try Self.checkEnvelope(asked)
            let now = presentTime()
            let composed = try FCMComposer(
                messageID: String(
                    now.milliseconds * 1000 + world.surroundings.counters.notification),
                senderID: app(on: device)?.settings.firebase?.senderID,
                sentAt: Int(now.unixSeconds)
            ).compose(asked)
            letter.root = composed.payload
            push.notes += composed.notes
            push.isSentByFCM = true
            push.isSentToTopic =
                asked["message"]?["topic"] != nil || asked["message"]?["condition"] != nil
            for header in composed.headers { push.apply(header.name, header.value) }
        case .bareAPS: letter.root = ["aps": letter.root]
        case .ncmb:
            let place: NCMBComposer.UserJSONPlace =
                world.surroundings.config.ncmbUserJSONInData ? .data : .topLevel
            letter.root = try NCMBComposer(
                pushID: "push-\(world.surroundings.counters.notification + 1)",
                installationBadge: app(on: device)?.badge ?? 0, userJSONPlace: place
            ).compose(letter.root).payload
        case .apns, .treasureData: return
        }
        letter.isChanged = true
    }

    /// FCM's HTTP v1 API takes an object with `message`, and nothing else.
    private static func checkEnvelope(_ root: JSON) throws(CompositionRefusal) {
        guard root["message"] == nil else { return }
        let isLegacy = root["to"] != nil || root["registration_ids"] != nil
        throw CompositionRefusal(
            field: "message",
            message: isLegacy
                ? "found the legacy API's form, wanted an object with `message`"
                : "found no `message`, wanted the message in it")
    }

    /// Adds what the sender's profile adds: the alert of a data payload, and what the app needs.
    private func add(
        _ letter: inout Letter, _ push: inout Push, _ options: ReceiveOptions, _ device: String?
    ) {
        let isData = letter.dialect == .treasureData
        // Without `aps` there is nothing to add to; what is for a Live Activity has other readers.
        guard isData || letter.root["aps"]?.objectMembers != nil else { return }
        let before = Payload(root: letter.root)
        guard !before.isLiveActivity else { return }
        let settings = app(on: device)?.settings
        let isHelped =
            !options.isVerbatim && settings?.senderEngage == true
            && settings?.usesTreasureData == true
        // A background push has nothing to show, so nothing is added to it.
        guard isData || (isHelped && before.kind != .silent) else { return }
        let composed = EngageComposer.compose(
            letter.root,
            // Of a message FCM makes the alert itself, and of its `data` none.
            addAlert: letter.dialect != .fcmMessage,
            addCategory: isHelped ? settings?.categories.first { $0.customDismiss }?.id : nil,
            addMutableContent: isHelped && before.imageURL != nil)
        letter.root = composed.payload
        letter.isChanged = letter.isChanged || isData || !composed.added.isEmpty
        guard isHelped else { return }
        push.added += composed.added
        push.addedByteCount = Payload(root: composed.payload).byteCount - before.byteCount
    }

    /// What Apple's parser takes although others refuse it, each with its place.
    private static func warnings(_ document: JSONDocument, name: String?) -> [String] {
        let source = Source(name: name ?? "payload", bytes: document.bytes)
        return Lint.textFindings(document).map { finding in
            let line = source.position(of: finding.span.start).line
            return "line \(line): \(finding.message): \(finding.consequence)"
        }
    }

    /// What a service answers to a message that it does not take, at the place in the payload.
    private func refusal(
        _ refusal: CompositionRefusal, _ dialect: PayloadDialect, _ document: JSONDocument,
        name: String?, _ input: PayloadInput
    ) -> CommandFailure {
        let isFCM = dialect == .fcmMessage
        var failure = CommandFailure(
            "invalid_payload",
            "\(refusal.message) (`\(refusal.field)`)"
                + (isFCM ? "; FCM answers INVALID_ARGUMENT (400)" : ""),
            hint: "`lint` explains it")
        let span = refusal.span(in: document.root)
        failure.source = Source(name: name ?? "payload", bytes: document.bytes)
        failure.span = Span(
            start: UInt32(clamping: span.start), end: UInt32(clamping: span.end))
        return failure
    }

    /// Parses a payload as Apple's parser would; an error points into it.
    func parse(
        _ bytes: [UInt8], name: String?, _ input: PayloadInput
    ) throws(CommandFailure) -> JSONDocument {
        do throws(JSONError) {
            return try JSONParser.document(bytes, .apple)
        } catch {
            guard bytes.contains(where: { ![9, 10, 13, 32].contains($0) }) else {
                // A text of blanks has no line that a caret could point into.
                let name = name.map { "`\($0)`" } ?? "the payload"
                throw CommandFailure(
                    "invalid_payload", "\(name) is empty, wanted a JSON object",
                    span: input.span)
            }
            let source = Source(name: name ?? "payload", bytes: bytes)
            throw CommandFailure(
                "invalid_payload", error.message, hint: error.hint,
                span: Span(
                    start: UInt32(clamping: error.span.start),
                    end: UInt32(clamping: error.span.end)), source: source)
        }
    }

    /// The app that a command on a device addresses.
    func app(on device: String?) -> App? {
        guard let device else { return world.app }
        guard let index = world.deviceIndex(device) else { return nil }
        let found = world.devices[index]
        return found.apps.indices.contains(found.currentApp) ? found.apps[found.currentApp] : nil
    }

    /// A statement whose file is written into it, so that it replays alone.
    func text(_ text: String, inlining input: PayloadInput, _ bytes: [UInt8]) -> String {
        guard case .file(_, let span) = input else { return text }
        let utf8 = Array(text.utf8)
        // The word's place counts in the script; a statement that was typed starts at 0.
        guard let place = Recorder.place(of: span, in: utf8) else { return text }
        let body = String(decoding: bytes, as: UTF8.self)
        let tag = Recorder.tag(for: body)
        let line =
            String(decoding: utf8[..<place.lowerBound], as: UTF8.self) + "<<'\(tag)'"
            + String(decoding: utf8[place.upperBound...], as: UTF8.self)
        return line + "\n" + body + (body.hasSuffix("\n") ? "" : "\n") + tag
    }
}

extension PayloadInput {
    /// Where the input stands in the script.
    var span: Span {
        switch self {
        case .text(_, let span), .file(_, let span), .standardInput(let span): span
        }
    }
}

extension Push {
    /// Takes an APNs header of an FCM message.
    mutating func apply(_ header: String, _ value: String) {
        switch header {
        case "apns-push-type": pushType = pushType ?? value
        case "apns-priority": priority = priority ?? Int(value)
        case "apns-collapse-id": collapseID = collapseID ?? value
        default: break
        }
    }
}
