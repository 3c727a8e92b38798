import PushModel
import PushPayload
import PushSimulation
import PushText

/// The link of the Notification Service Extension.
extension ChainWalk {
    /// Adds the service extension: what it did, or why it did not run.
    ///
    /// An image that was not attached comes before everything else that the extension could have
    /// done, since people ask for it; an encrypted body is mentioned if nothing is wrong with the
    /// image.
    mutating func walkExtension() {
        guard !isActivity else { return skipBehindActivity([.serviceExtension]) }
        guard row != nil, let payload, let app else {
            pending(.serviceExtension, .extensionRuns)
            return
        }
        let image = imageURL(payload, app.settings)
        let isUnread = fact(ofRules: [.extensionImageKeys], [.not]) != nil
        if subject.symptom == .text, let fact = textFailure {
            notRun(fact)
        } else if subject.symptom == .text, lacksDecryptionKey(payload, app.settings) {
            noDecryptionKey(app.settings)
        } else if isUnread, let image {
            imageWithoutExtension(image, payload, app.settings)
        } else if let fact = fact(saying: { $0.isOverworkedExtension }) {
            notRun(fact)
        } else if let fact = fact(saying: \.isUnattached) {
            notAttached(fact)
        } else if isPresented || wasHeldForSummary, image == nil,
            let key = ForeignKey.image(in: payload.root)
        {
            unreadKey(key, app.settings)
        } else if isPresented || wasHeldForSummary, let fact = extensionFailure {
            notRun(fact)
        } else if isPresented || wasHeldForSummary, image == nil,
            subject.symptom != .serviceExtension,
            let key = app.settings.imageKeys.first(where: { payload.root["aps"]?[$0] != nil })
        {
            let found = "`\(key)` is in `aps`, where the extension does not look"
            broken(
                .serviceExtension, .noImage, "no image: \(found)", .imageKeys,
                cure: outOfAPS(key), reason: found)
        } else if lacksDecryptionKey(payload, app.settings), subject.symptom != .image {
            noDecryptionKey(app.settings)
        } else if let fact = fact(.image) {
            ok(.serviceExtension, "attached \(fact.text)", .attachment)
            noteOlderSystems(fact.subject)
        } else if !isPresented, !wasHeldForSummary {
            if image == nil {
                skipped(.serviceExtension, .extensionRuns, "there is nothing to attach")
            } else {
                pending(.serviceExtension, .extensionNeedsAlert)
            }
        } else if let image {
            imageWithoutExtension(image, payload, app.settings)
        } else if fact(.ran) == nil, asksForDecryption(payload, app.settings) {
            encryptedWithoutExtension(app.settings)
        } else if let fact = fact(ofRules: [.extensionDecrypts], [.read]) {
            ok(.serviceExtension, "it ran: the \(fact.subject) was \(fact.text)", fact.rule)
        } else if fact(.ran) != nil {
            ok(.serviceExtension, "it ran", .extensionRuns)
        } else {
            skipped(.serviceExtension, .extensionRuns, "the payload does not ask for it")
        }
    }

    /// The fact that reports that the extension did not run, or changed nothing.
    private var extensionFailure: Fact? {
        let rules: [RuleID] = [
            .extensionMissing, .extensionTooNew, .extensionTimeout, .extensionMemory,
            .extensionNoText, .extensionKeys, .extensionDecryption,
        ]
        return fact(ofRules: rules, [.not, .failed, .warning])
            ?? fact(ofRules: [.extensionTimeout], [.called])
    }

    /// The answer if the extension ran to its end, and something else is at fault: its image did
    /// not load, or the notification was not shown.
    var ranInVain: Explanation.Answer? {
        let ofImage: [Cause] = [
            .imageKeyUnread, .imageNotHTTPS, .imageUnreachable, .imageTooLarge, .imageType,
        ]
        guard fact(.ran) != nil, extensionFailure == nil else { return nil }
        let image = link(.serviceExtension).flatMap { link in
            link.status == .broken && link.cause.map(ofImage.contains) == true ? link : nil
        }
        let hidden = obstacle.map { "not shown: " + ($0.reason ?? $0.found) }
        guard let fault = obstacle ?? image else { return nil }
        return Explanation.Answer(
            verdict: .yes, sentence: "extension: it ran; " + (hidden ?? fault.found), link: fault)
    }

    /// The fact that reports that the extension left the texts as they were sent, whatever became
    /// of the image.
    private var textFailure: Fact? {
        fact(
            ofRules: [.extensionNoText, .extensionKeys, .extensionDecryption],
            [.not, .failed, .warning])
    }

    /// Reports an image under a key that no extension reads.
    private mutating func unreadKey(_ key: String, _ settings: AppSettings) {
        let known = settings.imageKeys
        let keys = known.map { "`\($0)`" }.joined(separator: " or ")
        let all = (known + [key]).joined(separator: ",")
        let flag =
            payload?.aps.mutableContent == true
            ? "" : "; add `\"mutable-content\": 1` to \(apsName)"
        guard settings.hasServiceExtension else {
            let found = "the app has no service extension that reads `\(key)`"
            broken(
                .serviceExtension, .extensionMissing, "no image: \(found)",
                Basis(.extensionMissing),
                cure: "add the extension target, and let it read the key: `app set nse on`, "
                    + "`app set nse.image-keys \(all)`\(flag)",
                reason: found)
            return
        }
        let reads =
            known.isEmpty
            ? "the extension reads no image key" : "the extension reads only \(keys)"
        let send = known.first.map { "send it as `\($0)`, or " } ?? ""
        broken(
            .serviceExtension, .imageKeyUnread, "no image: the payload has `\(key)`; \(reads)",
            .imageKeys,
            cure: "\(send)let the extension read it: `app set nse.image-keys \(all)`\(flag)",
            reason: "the payload has `\(key)`; \(reads)")
    }

    /// The image that the payload names, under any key that an extension is known to read.
    func imageURL(_ payload: Payload, _ settings: AppSettings) -> String? {
        App.firstText(settings.imageKeys + App.knownImageKeys, payload.root)
    }

    /// Whether the image's address ends in a blank, which belongs to no file's name.
    private var endsInBlank: Bool {
        guard let payload, let app else { return false }
        return imageURL(payload, app.settings)?.last?.isWhitespace == true
    }

    /// The remedy for an image that was not loaded.
    private var imageCure: String {
        if let payload, let app, let url = imageURL(payload, app.settings) {
            if url.first == " " { return "send the URL without the space before it" }
            guard let link = Link(url), link.isWeb else {
                return "send the whole URL, from `https://` on"
            }
            if link.textProblem(urlReading) != nil, URLReading.dependsOnSystem(url) {
                return URLReading.firstRefused(in: url) == " "
                    ? "write the space in the URL as `%20`" : URLReading.cure(for: url)
            }
        }
        return isOffline
            ? online + ", then send it again" : "check the URL and the server: it must answer 200"
    }

    /// The host from which the extension loads the image.
    private var imageHost: String? {
        guard let payload, let app else { return nil }
        return imageURL(payload, app.settings).flatMap { Link($0) }.map(\.host)
    }

    /// The exceptions from https that the app has, with one more host.
    private func exceptions(with host: String) -> String {
        let known = currentApp?.settings.transportExceptions ?? []
        return (known.filter { $0 != host } + [host]).joined(separator: ",")
    }

    /// Adds an image that the extension loaded, or tried to, and could not attach.
    private mutating func notAttached(_ fact: Fact) {
        let cause: Cause
        let cure: String
        switch fact.rule {
        case .attachmentHTTPS:
            var target: String?
            if case .notAttached(let host)? = fact.occurrence { target = host }
            let excepted = exceptions(with: target ?? imageHost ?? "HOST")
            (cause, cure) = (
                .imageNotHTTPS,
                (target == nil ? "serve the image over https" : "let the server redirect to https")
                    + "; an exception in the extension's own Info.plist lets http through: "
                    + "`app set nse.ats-exceptions \(excepted)`"
            )
        case .attachmentSize:
            (cause, cure) = (
                .imageTooLarge,
                "send a smaller file: at most 10 MB for an image, 5 MB for sound, 50 MB for a video"
            )
        case .attachmentType:
            (cause, cure) = (
                .imageType,
                endsInBlank
                    ? "send the URL without the blank behind it"
                    : "send a JPEG, GIF or PNG whose name or type says so"
            )
        case .extensionTimeout:
            let isWorking = app?.settings.serviceExtensionMilliseconds ?? 0 >= 1000
            (cause, cure) = (
                .imageTimeout,
                "serve the image faster, or a smaller one"
                    + (isWorking ? "; or let the extension do less itself" + lessWork : "")
            )
        default:
            (cause, cure) = (.imageUnreachable, imageCure)
        }
        broken(
            .serviceExtension, cause, "no image: \(reason(fact))", Basis(fact.rule), cure: cure,
            reason: reason(fact))
        if hasLostTexts, subject.symptom != .text {
            note("the texts that the extension had set are lost with it: `why text` says more")
        }
    }

    /// Whether the texts that the extension had set were lost, since it loaded a file for longer
    /// than its 30 s and does not answer when they end.
    var hasLostTexts: Bool {
        guard let root = payload?.root, let settings = app?.settings,
            fact(saying: .extensionFailed(.expired(byOwnWork: false, answers: false))) != nil
        else { return false }
        return [settings.titleKeys, settings.bodyKeys, settings.encryptedKeys].contains {
            App.firstText($0, root) != nil
        }
    }

    /// The setting for an extension that does less work, at the end of a remedy; empty for one that
    /// does no more by now.
    var lessWork: String {
        let work = 500
        let isMore = currentApp.map { $0.settings.serviceExtensionMilliseconds > work } ?? true
        return isMore ? ": `app set nse.milliseconds \(work)`" : ""
    }

    /// Adds an extension that did not run, or whose changes were lost.
    private mutating func notRun(_ fact: Fact) {
        var text = reason(fact)
        if case .extensionFailed(let failure)? = fact.occurrence {
            text = failure.reason("the extension")
        }
        let cause: Cause
        let cure: String
        switch fact.rule {
        case .extensionMissing:
            extensionMissing()
            return
        case .extensionTooNew: (cause, cure) = (.extensionTooNew, olderTargetCure)
        case .extensionMemory:
            (cause, cure) = (
                .extensionFailed,
                "load the image to disk, never all of it into memory: `app set nse.megabytes 8`"
            )
        case .extensionTimeout:
            (cause, cure) = (
                .extensionFailed,
                "do less, since work and downloads share about 30 s, and deliver in "
                    + "serviceExtensionTimeWillExpire" + lessWork
            )
        case .extensionKeys:
            (cause, cure) = (
                .extensionFailed,
                neededKeysCure + "or let it do without: `app set nse.needs-all-keys off`"
            )
        case .extensionDecryption:
            (cause, cure) = (
                .decryptionFailed,
                "compare nse.key and nse.cipher (`app show`) with the sender's; `encrypt TEXT` "
                    + "makes a body that the extension reads"
            )
        case .extensionNoText:
            (cause, cure) = (
                .extensionFailed, "return content with text: `app set nse.clears-text off`"
            )
        default: (cause, cure) = (.extensionFailed, "check what it does with the payload")
        }
        broken(.serviceExtension, cause, text, Basis(fact.rule), cure: cure)
    }

    /// The remedy for keys that the extension needs and does not find: they may be in `data`.
    private var neededKeysCure: String {
        let moved = keysInData
        return "send all the keys it reads, "
            + (moved.isEmpty
                ? "" : "let it read them where they are: \(moved.joined(separator: ", ")), ")
    }

    /// The commands that let the extension read what it misses in the payload's `data`.
    var keysInData: [String] {
        guard let root = payload?.root, let now = currentApp?.settings else { return [] }
        let settings: [(name: String, keys: [String])] = [
            ("nse.title-keys", now.titleKeys), ("nse.body-keys", now.bodyKeys),
            ("nse.image-keys", now.imageKeys),
        ]
        return settings.compactMap { name, keys -> String? in
            guard App.firstText(keys, root) == nil, let path = App.inData(keys, root) else {
                return nil
            }
            return "`app set \(name) \((keys + [path]).joined(separator: ","))`"
        }
    }

    /// Adds an app without an extension, which may have one by now.
    private mutating func extensionMissing() {
        let found = "the app has no Notification Service Extension"
        guard currentApp?.settings.hasServiceExtension != true else {
            return brokenThen(
                .serviceExtension, .extensionMissing, found, Basis(.extensionMissing),
                mended: "it has one now")
        }
        broken(
            .serviceExtension, .extensionMissing, found, Basis(.extensionMissing),
            cure: "add the extension target to the app: `app set nse on`")
    }

    /// The remedy for an extension that is built for a newer iOS than the device's.
    var olderTargetCure: String {
        extensionIsTooNew
            ? "lower the deployment target of the extension to the app's, not only that of the "
                + "app: `app set nse.minimum-os \(device.os)`"
            : "it runs on iOS \(device.os) now: send the push again"
    }

    /// Whether the device's iOS is older than the extension's deployment target now.
    var extensionIsTooNew: Bool {
        currentApp?.settings.serviceExtensionRuns(on: device.os) == false
    }

    /// Whether the payload has a body that the app's extension would decrypt.
    private func asksForDecryption(_ payload: Payload, _ settings: AppSettings) -> Bool {
        App.firstText(settings.encryptedKeys, payload.root) != nil
    }

    /// Whether the extension ran, met a body that it reads as encrypted, and left it as it is.
    private func lacksDecryptionKey(_ payload: Payload, _ settings: AppSettings) -> Bool {
        (isPresented || wasHeldForSummary) && fact(.ran) != nil
            && fact(ofRules: [.extensionDecrypts], [.read]) == nil
            && App.firstText(settings.encryptedKeys, payload.root) != nil
    }

    /// Adds an encrypted body that the extension left as it was for want of a key.
    private mutating func noDecryptionKey(_ settings: AppSettings) {
        let found = "the payload has an encrypted body, and the extension had no key for it"
        guard currentApp?.settings.decryptionKey == AppSettings.noKey else {
            return brokenThen(
                .serviceExtension, .decryptionFailed, found, Basis(.extensionDecrypts),
                mended: "it has a key now")
        }
        broken(
            .serviceExtension, .decryptionFailed, found, Basis(.extensionDecrypts),
            cure: "give the extension the key that the sender encrypts with: "
                + "`app set nse.key embedded`, then send the push again")
    }

    /// Reports an encrypted body that no extension decrypted.
    private mutating func encryptedWithoutExtension(_ settings: AppSettings) {
        guard settings.hasServiceExtension else {
            extensionMissing()
            return
        }
        broken(
            .serviceExtension, .mutableContentMissing,
            "the payload has an encrypted body but no mutable-content, so the extension does not "
                + "run",
            Basis(.extensionRuns), cure: "add `\"mutable-content\": 1` to \(apsName)")
    }

    /// Reports an image that no extension attached.
    private mutating func imageWithoutExtension(
        _ image: String, _ payload: Payload, _ settings: AppSettings
    ) {
        if !payload.aps.mutableContent {
            guard settings.hasServiceExtension else {
                extensionMissing()
                return
            }
            let (found, cure) = mutableContentAtFault(payload)
            // Mending one of the two faults would only show the other.
            let isRead = App.firstText(settings.imageKeys, payload.root) == image
            let unread = isRead ? nil : unreadHolder(of: image, payload, settings)
            broken(
                .serviceExtension, .mutableContentMissing,
                "the payload has an image \(found), so the extension does not run"
                    + (unread.map { "; and \($0.found)" } ?? ""),
                Basis(.extensionRuns), cure: cure + (unread.map { ", and \($0.cure)" } ?? ""))
            return
        }
        let unread = unreadHolder(of: image, payload, settings)
        broken(
            .serviceExtension, .imageKeyUnread, "no image: \(unread.found)", .imageKeys,
            cure: unread.cure, reason: unread.found)
    }

    /// The fault of an image under a key that the extension does not read, and the cure.
    private func unreadHolder(
        of image: String, _ payload: Payload, _ settings: AppSettings
    ) -> (found: String, cure: String) {
        let known = settings.imageKeys
        let holder = App.knownImageKeys.first { App.firstText([$0], payload.root) == image }
        let send = known.first.map { "send it as `\($0)`, or " } ?? ""
        let reads =
            known.isEmpty
            ? "no image key" : "only " + known.map { "`\($0)`" }.joined(separator: " or ")
        return (
            holder.map { "the image is in `\($0)`; the extension reads \(reads)" }
                ?? "the extension does not read the key that holds \(image)",
            "\(send)let the extension read it: `app set nse.image-keys "
                + (known + [holder ?? "KEY"]).joined(separator: ",") + "`"
        )
    }

    /// The fault of a payload without a valid `mutable-content`, and the cure.
    private func mutableContentAtFault(_ payload: Payload) -> (found: String, cure: String) {
        let key = "mutable-content"
        let aps = apsName
        if let value = payload.root["aps"]?[key] {
            return ("and `\(key)` as \(value.text)", "send it as 1 in \(aps)")
        }
        if let other = Self.member(meaning: key, in: payload.root["aps"], .aps) {
            return ("and `\(other.key)`, which is not a key of iOS", "write `\(key)` in \(aps)")
        }
        let places = [
            (payload.root["aps"]?["alert"], "in `aps.alert`"), (payload.root, besideName),
        ]
        for (object, place) in places {
            let name = object?[key] == nil ? Self.member(respelling: key, in: object)?.key : key
            if let name {
                return (
                    "and `\(name)` \(place), where it does nothing",
                    "move it into \(aps), as `\"\(key)\": 1`"
                )
            }
        }
        return ("but no \(key)", "add `\"\(key)\": 1` to \(aps)")
    }
}

extension Occurrence {
    /// Whether a file was not attached.
    fileprivate var isUnattached: Bool { if case .notAttached = self { true } else { false } }

    /// Whether the extension's own work took longer than its 30 s.
    fileprivate var isOverworkedExtension: Bool {
        if case .extensionFailed(.expired(byOwnWork: true, _)) = self { true } else { false }
    }
}
