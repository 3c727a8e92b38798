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
        var root = try parse(bytes, name: name, input)
        guard case .object = root else {
            throw CommandFailure(
                "invalid_payload", "the payload is \(root.kindName), wanted an object",
                span: input.span)
        }
        var push = Push(payload: Payload(root: [:]), byteCount: bytes.count)
        push.pushType = options.pushType
        push.priority = options.priority
        push.collapseID = options.collapseID
        push.timeToLive = options.timeToLive
        push.id = options.id
        let isComposed = try compose(&root, &push, options, device, input)
        guard root["aps"]?.objectMembers != nil else {
            throw CommandFailure(
                "invalid_payload", "the payload has no `aps` object", hint: "`lint` explains it",
                span: input.span)
        }
        push.payload = Payload(keepingTextOf: root)
        if isComposed || name == nil { push.byteCount = push.payload.byteCount }
        let recorded = { self.text(text(), inlining: input, bytes) }
        try act(.receive(push), on: device, recorded)
    }

    /// Turns what the sender wrote into what APNs delivers; true when something was added.
    private func compose(
        _ root: inout JSON, _ push: inout Push, _ options: ReceiveOptions, _ device: String?,
        _ input: PayloadInput
    ) throws(CommandFailure) -> Bool {
        let settings = app(on: device)?.settings
        let dialect = PayloadDialect.recognise(root)
        switch dialect {
        case .fcmMessage:
            let now = presentTime()
            let composer = FCMComposer(
                messageID: String(
                    now.milliseconds * 1000 + world.surroundings.counters.notification),
                senderID: settings?.firebase?.senderID, sentAt: Int(now.unixSeconds))
            do throws(CompositionRefusal) {
                let composed = try composer.compose(root)
                root = composed.payload
                push.added += composed.notes
                push.isSentByFCM = true
                for header in composed.headers { push.apply(header.name, header.value) }
            } catch {
                throw CommandFailure("invalid_payload", error.message, span: input.span)
            }
        case .bareAPS: root = ["aps": root]
        case .ncmb:
            let place: NCMBComposer.UserJSONPlace =
                world.surroundings.config.ncmbUserJSONInData ? .data : .topLevel
            do throws(CompositionRefusal) {
                root = try NCMBComposer(
                    pushID: "push-\(world.surroundings.counters.notification + 1)",
                    installationBadge: app(on: device)?.badge ?? 0, userJSONPlace: place
                ).compose(root).payload
            } catch {
                throw CommandFailure("invalid_payload", error.message, span: input.span)
            }
        case .apns, .treasureData: break
        }
        guard !options.isVerbatim, settings?.senderEngage == true,
            settings?.usesTreasureData == true
        else {
            if dialect == .treasureData {
                let composed = EngageComposer.compose(
                    root, addCategory: nil, addMutableContent: false)
                root = composed.payload
                return true
            }
            return dialect != .apns
        }
        // A background push has nothing to show, so nothing is added to it.
        let isSilent = Payload(root: root).kind == .silent
        if isSilent && dialect != .treasureData { return dialect != .apns }
        let composed = EngageComposer.compose(
            root, addCategory: settings?.categories.first { $0.customDismiss }?.id,
            addMutableContent: Payload(root: root).imageURL != nil)
        root = composed.payload
        push.added += composed.added
        return dialect != .apns || !composed.added.isEmpty
    }

    /// Parses a payload as Apple's parser would; an error points into it.
    func parse(
        _ bytes: [UInt8], name: String?, _ input: PayloadInput
    ) throws(CommandFailure) -> JSON {
        do throws(JSONError) {
            return try JSONParser.parse(bytes, .apple)
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
