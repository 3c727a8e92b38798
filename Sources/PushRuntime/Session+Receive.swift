import PushCommands
import PushExplain
import PushGateways
import PushModel
import PushPayload
import PushSimulation
import PushText

extension Session {
    /// Reads a payload, finds its recipients, composes it as its sender would, and lets it arrive.
    func receive(
        _ input: PayloadInput, _ options: ReceiveOptions, on device: String?,
        _ text: () -> String
    ) throws(Failure) {
        let (bytes, name) = try read(input)
        guard !options.isServed else {
            return try receiveServed(bytes, name, input, on: device, text)
        }
        do throws(Failure) {
            try receive(bytes, name, input, options, on: device, text)
        } catch {
            noteUnsent(bytes, options, error, on: device) {
                self.text(text(), inlining: input, bytes)
            }
            throw error
        }
    }

    /// Remembers a payload that no service would have sent, so that `why` can explain it.
    private func noteUnsent(
        _ bytes: [UInt8], _ options: ReceiveOptions, _ failure: Failure,
        on device: String?, _ text: () -> String
    ) {
        let code = Refusal.Code.invalidPayload
        guard failure.code == .refused(code) else { return }
        let root = try? JSONParser.parse(bytes)
        let answer = root.flatMap { Self.refusal(of: $0, to: options.to) }
        // A message has an address of its own.
        let isAddressed =
            options.to != nil || root.map(PayloadDialect.recognise) == .fcmMessage
        let refusal = Refusal(
            code, failure.message, hint: failure.hint, answer: answer?.answer.reason,
            fault: answer?.fault)
        note(
            RefusedPush(
                id: options.id ?? root.flatMap(Self.messageID),
                bundleID: options.bundleID,
                device: isAddressed ? nil : device ?? world.device.name, refusal: refusal,
                at: presentTime(),
                arrivals: world.surroundings.counters.notification,
                addresses: addressLinks(on: device, for: refusal)), sentBy: text)
    }

    /// FCM's refusal of a message, whose address an option may replace; nil for another payload.
    private static func refusal(of root: JSON, to address: String?) -> FCMRefusal? {
        guard PayloadDialect.recognise(root) == .fcmMessage else { return nil }
        do throws(FCMRefusal) {
            _ = try FCMRequest(root, target: address.map { .token($0) })
            return nil
        } catch { return error }
    }

    private func receive(
        _ bytes: [UInt8], _ name: String?, _ input: PayloadInput, _ options: ReceiveOptions,
        on device: String?, _ text: () -> String
    ) throws(Failure) {
        var opened: Letter? = try open(bytes, name: name, input, options)
        // FCM alone can be asked to check a message only.
        let message = opened?.dialect == .fcmMessage ? opened?.root : nil
        let recorded = { self.text(text(), inlining: input, bytes) }
        var refused: (refusal: Refusal, push: Push)?
        var isChecked = false
        do throws(Failure) {
            // The workspace's present devices, tokens and numbers decide.
            try act(
                { () throws(Failure) in
                    let found = try order(
                        &opened, options, on: device, bytes, name, input, &refused)
                    isChecked = found == nil
                    return found
                }, recorded)
        } catch {
            if let (refusal, push) = refused {
                note(
                    refusal, of: push, to: nil, addresses: addressLinks(on: device, for: refusal),
                    sentBy: recorded)
            }
            throw error
        }
        if isChecked {
            noteChecked(options.id ?? message.flatMap(Self.messageID))
            say("note    FCM checked the message and sends nothing: `validate_only`")
        }
    }

    /// Finds a payload's recipients, and composes it for each of them as its sender would; nil if
    /// FCM was only asked to check it.
    ///
    /// Takes the letter, whose payload then needs no copy. `refused` becomes the push whose address
    /// belongs to nobody.
    private func order(
        _ opened: inout Letter?, _ options: ReceiveOptions, on device: String?,
        _ bytes: [UInt8], _ name: String?, _ input: PayloadInput,
        _ refused: inout (refusal: Refusal, push: Push)?
    ) throws(Failure) -> (action: Action, device: String?)? {
        guard var letter = opened.take() else { return nil }
        if let channel = options.channel {
            guard options.to == nil else {
                throw Failure(
                    .invalidValue, "`--channel` and `--to` are two addresses, wanted one")
            }
            var push = try compose(letter, options, device, nil, bytes, name: name, input)
            push.bundleID = push.bundleID ?? push.payload.simulatorBundleID
            push.activity = .channel(channel)
            return (.broadcast(push), device)
        }
        let mail: Mail
        do throws(CompositionRefusal) {
            mail = try address(&letter, options, device)
        } catch {
            throw refusal(error, letter.dialect, bytes, name: name, input)
        }
        switch mail {
        case .refused(let refusal):
            var push = letter.push(options)
            push.id = push.id ?? Self.messageID(in: letter.root)
            refused = (refusal, push)
            throw Failure(refusal)
        case .unknown(let refusal): throw Failure(refusal)
        case .checked: return nil
        case .nobody:
            var push = letter.push(options)
            push.id = push.id ?? Self.messageID(in: letter.root)
            push.unfollowed = letter.request?.audience
            push.topics = letter.request?.target.topics ?? []
            return (.receive(push), device)
        case .current(let device):
            let push = try compose(
                consume letter, options, device, nil, bytes, name: name, input)
            return (.receive(push), device)
        case .apps(let recipients):
            var pushes: [AddressedPush] = []
            for recipient in recipients {
                var push = try compose(
                    letter, options, recipient.app.device, recipient, bytes, name: name, input)
                if pushes.isEmpty { push.audience = selection(of: letter, recipients) }
                pushes.append(AddressedPush(push, to: recipient.app))
            }
            guard pushes.count == 1 else { return (.deliver(pushes), nil) }
            return (.receive(pushes[0].push), pushes[0].app.device)
        }
    }

    /// Lets a push arrive as a gateway of `serve` accepted it, or leaves the trace of one that the
    /// gateway refused.
    private func receiveServed(
        _ bytes: [UInt8], _ name: String?, _ input: PayloadInput, on device: String?,
        _ text: () -> String
    ) throws(Failure) {
        let root = try parse(bytes, name: name, input).value
        guard let push = Push(served: root) else {
            throw Failure(
                .invalidPayload, "this is not a push as recorded by `serve`",
                hint: "`receive` without `--served` takes payloads", span: input.span)
        }
        let recorded = { self.text(text(), inlining: input, bytes) }
        if case .channel? = push.activity {
            try act(.broadcast(push), on: device, recorded)
        } else {
            try act(.receive(push), on: device, recorded)
        }
    }

    /// Reads the written text, and recognises its form.
    private func open(
        _ bytes: [UInt8], name: String?, _ input: PayloadInput, _ options: ReceiveOptions
    ) throws(Failure) -> Letter {
        // No gateway accepts a text of this size in any form, and reading it costs memory.
        guard bytes.count <= Lint.sizeLimit else {
            throw Failure(
                .payloadTooLarge,
                PushType.excess(bytes.count, over: PushType.alert.payloadLimit),
                span: input.span)
        }
        let (root, isTolerated) = try parse(bytes, name: name, input)
        let recognised = PayloadDialect.recognise(root)
        // A payload that is sent verbatim does not get an `aps` that it lacks.
        let isSentBare = options.isVerbatim && recognised == .bareAPS
        var letter = Letter(root: root, dialect: isSentBare ? .apns : recognised)
        guard case .object = letter.root else {
            throw Failure(
                .invalidPayload, "the payload is \(letter.root.kindName), wanted an object",
                hint: PastedText.cure(of: letter.root), span: input.span)
        }
        letter.byteCount = bytes.count
        letter.isInline = name == nil
        if isTolerated || root.repeatsKeys { letter.warnings = Self.warnings(bytes, name: name) }
        return letter
    }

    /// Makes the push that a payload's first recipient gets, for `try`.
    func push(
        from bytes: [UInt8], name: String?, _ input: PayloadInput, _ options: ReceiveOptions,
        _ device: String?
    ) throws(Failure) -> Push {
        var letter = try open(bytes, name: name, input, options)
        let mail: Mail
        do throws(CompositionRefusal) {
            mail = try address(&letter, options, device)
        } catch {
            throw refusal(error, letter.dialect, bytes, name: name, input)
        }
        var recipient: FCMGateway.Recipient?
        var target = device
        switch mail {
        case .refused(let refused), .unknown(let refused): throw Failure(refused)
        case .current(let named): target = named
        case .apps(let recipients):
            recipient = recipients.first
            target = recipient?.app.device
        case .checked, .nobody: break
        }
        return try compose(letter, options, target, recipient, bytes, name: name, input)
    }

    /// Turns the written text into the push that a gateway gets for one app.
    private func compose(
        _ letter: consuming Letter, _ options: ReceiveOptions, _ device: String?,
        _ recipient: FCMGateway.Recipient?, _ bytes: [UInt8], name: String?,
        _ input: PayloadInput
    ) throws(Failure) -> Push {
        var push = letter.push(options)
        push.bundleID = recipient?.app.bundleID ?? options.bundleID
        push.address = recipient?.address
        push.isSentToTopic = letter.request?.target.isTopic == true
        push.topics = letter.request?.target.topics ?? []
        let app =
            recipient.flatMap { world.place(of: $0.app) }
            ?? place(
                on: device,
                named: options.bundleID ?? Payload.simulatorBundleID(of: letter.root))
        do throws(CompositionRefusal) {
            try compose(&letter, &push, app)
        } catch {
            throw refusal(error, letter.dialect, bytes, name: name, input)
        }
        add(&letter, &push, options, app)
        guard isReadable(letter.root, as: push.pushType) else {
            throw Failure(
                .invalidPayload, "the payload has no `aps` object", hint: Refusal.explainedByLint,
                span: input.span)
        }
        push.payload = letter.payload?.keepingText ?? Payload(keepingTextOf: letter.root)
        if letter.isChanged || letter.isInline { push.byteCount = push.payload.byteCount }
        return push
    }

    /// Whether the receiver of a push type can read a payload: the system itself needs `aps`; the
    /// code that pushes of other types go to, such as a PushKit delegate, need not find one.
    private func isReadable(_ root: JSON, as pushType: String?) -> Bool {
        guard let aps = root["aps"] else {
            return pushType.flatMap(PushType.init)?.reader != nil
        }
        return aps.objectMembers != nil
    }

    /// Turns the written text into the payload that its service hands to APNs.
    private func compose(
        _ letter: inout Letter, _ push: inout Push, _ app: World.Place?
    ) throws(CompositionRefusal) {
        switch letter.dialect {
        case .fcmMessage:
            guard let request = letter.request else { return }
            let composed = try FCMGateway.composition(of: request, with: composer(for: app))
            if let address = app.map({ world[$0].address }),
                let misfit = FCMGateway.misfit(of: request, to: address, in: world)
            {
                let answer = misfit.apnsAnswer.map { ": \($0.text)" } ?? ""
                throw CompositionRefusal(field: misfit.field, message: misfit.found + answer)
            }
            letter.root = composed.payload
            letter.payload = Payload(root: composed.payload, text: composed.text)
            push.notes += composed.notes
            push.isSentByFCM = true
            push.activity = FCMGateway.activity(of: request, in: world) {
                (try? edge.history.allTokens()) ?? []
            }
            push.apply(composed.headers, of: request, at: presentTime())
            push.noteTokenIssuer()
        case .bareAPS: letter.root = ["aps": letter.root]
        case .ncmb:
            let place: NCMBComposer.UserJSONPlace =
                world.surroundings.config.ncmbUserJSONInData ? .data : .topLevel
            letter.root = try NCMBComposer(
                pushID: "push-\(world.surroundings.counters.notification + 1)",
                installationBadge: app.map { world[$0].badge } ?? 0, userJSONPlace: place
            ).compose(letter.root).payload
        case .treasureData:
            // Treasure Data sends through FCM, which leaves its marks on the payload.
            push.isSentByFCM = true
            if letter.root["gcm.message_id"] == nil {
                composer(for: app).mark(&letter.root)
            }
        case .apns: return
        }
        letter.isChanged = true
    }

    /// FCM's composer for an app, at the present time.
    private func composer(for app: World.Place?) -> FCMComposer {
        let (now, number) = (presentTime(), world.surroundings.counters.nextMessage)
        guard let app else {
            return FCMGateway.composer(of: nil, token: nil, at: now, number: number)
        }
        // An app is asked in its place, here and below: it is large, and would be copied.
        return world.devices[app.device].apps.withUnsafeBufferPointer { apps in
            let senderID = apps[app.app].settings.firebase?.senderID
            return FCMGateway.composer(
                of: senderID, token: apps[app.app].cachedToken(of: senderID), at: now,
                number: number)
        }
    }

    private func helpsSender(_ app: World.Place) -> Bool {
        world.devices[app.device].apps.withUnsafeBufferPointer { $0[app.app].hasHelpfulSender }
    }

    private func dismissCategory(_ app: World.Place) -> String? {
        world.devices[app.device].apps.withUnsafeBufferPointer {
            $0[app.app].dismissCategory
        }
    }

    /// Adds what the sender's profile asks for: the alert of a data payload, and the app's needs.
    private func add(
        _ letter: inout Letter, _ push: inout Push, _ options: ReceiveOptions,
        _ app: World.Place?
    ) {
        let isHelped =
            !options.isVerbatim && app.map(helpsSender) == true
        // A campaign's payload has no `aps` yet, and so is neither silent nor a Live Activity's.
        let isData = letter.dialect == .treasureData
        if !isData {
            guard isHelped, letter.root["aps"]?.objectMembers != nil else { return }
            let payload = letter.payload ?? Payload(root: letter.root)
            letter.payload = payload
            // Payloads of Live Activities have other readers, a background push shows nothing.
            guard !payload.isLiveActivity, payload.kind != .silent else { return }
        }
        let category = isHelped ? app.flatMap(dismissCategory) : nil
        let added = EngageComposer.complete(
            &letter.root,
            // FCM makes the alert of a message itself, and makes none from its `data`.
            addAlert: letter.dialect != .fcmMessage, addCategory: category,
            addMutableContent: isHelped && Payload.imageURL(of: letter.root) != nil)
        letter.isChanged = letter.isChanged || isData || added != nil
        guard isHelped, let added else { return }
        push.added = added.paths
        push.additions = added
    }

    /// The departures that Apple's parser accepts although others refuse them, each with its place.
    private static func warnings(_ bytes: [UInt8], name: String?) -> [String] {
        // Read once more with the place of everything, which few payloads need.
        guard let document = try? JSONParser.document(bytes, .apple) else { return [] }
        let report = Lint.textFindings(document)
        let source = Source(name: name ?? "payload", bytes: document.bytes)
        var warnings = report.findings.map { finding in
            let line = source.lineNumber(of: finding.span.start)
            return "line \(line): \(finding.message): \(finding.consequence)"
        }
        if report.omitted.total > 0 { warnings.append("and \(report.omitted.total) more") }
        return warnings
    }

    /// The refusal with which a service answers a message, at the place in the payload.
    private func refusal(
        _ refusal: CompositionRefusal, _ dialect: PayloadDialect, _ bytes: [UInt8],
        name: String?, _ input: PayloadInput
    ) -> Failure {
        let isFCM = dialect == .fcmMessage
        let fault = (try? JSONParser.parse(bytes)).flatMap { Self.refusal(of: $0, to: nil) }?.fault
        var failure = Failure(
            .invalidPayload,
            "\(refusal.message) (`\(refusal.field)`)"
                + (isFCM ? "; FCM answers INVALID_ARGUMENT (400)" : ""),
            hint: hint(for: refusal.field, fault))
        if let document = try? JSONParser.document(bytes, .apple) {
            let span = refusal.span(in: document.root)
            failure.source = Source(name: name ?? "payload", bytes: document.bytes)
            failure.span = Span(
                start: UInt32(clamping: span.start), end: UInt32(clamping: span.end))
        }
        return failure
    }

    /// The cure of a message that FCM refuses, by the field at fault.
    private func hint(for field: String, _ fault: RequestFault?) -> String {
        switch field {
        case "message.token" where fault == .deviceToken || fault == .blankInToken:
            fault?.cure ?? Refusal.explainedByLint
        case "message.token":
            "`receive --to \(world.device.name)` sends it to the app on "
                + "`\(world.device.name)`"
        case "message.apns.headers[apns-topic]": RequestFault.topicOfOtherApp.cure
        case "message.apns.headers[apns-push-type]": RequestFault.typeNotOfMessages.cure
        default: Refusal.explainedByLint
        }
    }

    /// Parses a payload as Apple's parser would, and says whether others refuse it; an error points
    /// into it.
    func parse(
        _ bytes: [UInt8], name: String?, _ input: PayloadInput
    ) throws(Failure) -> (value: JSON, isTolerated: Bool) {
        do throws(JSONError) {
            return try JSONParser.lenient(bytes)
        } catch {
            guard bytes.contains(where: { ![9, 10, 13, 32].contains($0) }) else {
                // A blank text has no line that a caret could point into.
                let name = name.map { "`\($0)`" } ?? "the payload"
                throw Failure(
                    .invalidPayload, "\(name) is empty, wanted a JSON object",
                    span: input.span)
            }
            let (text, span) = JSONParser.readable(bytes, error.span)
            throw Failure(
                .invalidPayload, error.message,
                hint: PastedText.cure(of: error, in: bytes) ?? error.hint,
                span: Span(
                    start: UInt32(clamping: span.start), end: UInt32(clamping: span.end)),
                source: Source(name: name ?? "payload", bytes: text))
        }
    }

    /// The app that a command on a device addresses.
    func app(on device: String?) -> App? { app(on: device, named: nil) }

    /// An app by its address; nil if it does not exist any more.
    func app(at address: AppAddress) -> App? { world.place(of: address).map { world[$0] } }

    /// The app that a push to a device is for: the named one, or else the current one.
    func app(on device: String?, named bundleID: String?) -> App? {
        place(on: device, named: bundleID).map { world[$0] }
    }

    /// The place of that app.
    private func place(on device: String?, named bundleID: String?) -> World.Place? {
        guard let bundleID else {
            // The world would be copied if it were asked for a name.
            guard let device else { return world.currentPlace }
            return world.devices.firstIndex(named: device).flatMap { world.currentPlace(on: $0) }
        }
        return world.place(
            of: AppAddress(device: device ?? world.device.name, bundleID: bundleID))
    }

    /// A statement with its file written into it, so that it replays alone.
    func text(_ text: String, inlining input: PayloadInput, _ bytes: [UInt8]) -> String {
        inlined(input, bytes) ?? text
    }

    /// The statement in progress with what it read written into it; nil if it read nothing.
    func inlined(_ input: PayloadInput, _ bytes: [UInt8]) -> String? {
        if case .text = input { return nil }
        return memory.inlining?(
            String(decoding: Self.readable(bytes), as: UTF8.self), input.span)
    }

    /// A text in UTF-8, as a script holds it; UTF-16 is converted.
    static func readable(_ bytes: [UInt8]) -> [UInt8] {
        JSONParser.readable(bytes, ByteSpan(start: 0, end: 0)).bytes
    }
}

extension PayloadInput {
    /// The place of the input in the script.
    var span: Span {
        switch self {
        case .text(_, let span), .file(_, let span), .standardInput(let span): span
        }
    }
}
