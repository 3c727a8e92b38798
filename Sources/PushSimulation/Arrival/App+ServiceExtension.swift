import PushModel
import PushText

extension App {
    /// Starts the Notification Service Extension over a notification (PL-05, TD-08).
    ///
    /// It runs in its own process, whatever the app's state. Returns the request to the outside, to
    /// decrypt or to load, that must be answered before it continues; nil if it has finished.
    mutating func startExtension(
        _ arrival: inout Arrival, in world: inout Surroundings, _ step: inout Step
    ) -> Effect? {
        let megabytes = settings.serviceExtensionMegabytes
        guard megabytes <= Occurrence.ExtensionFailure.megabytes else {
            let failure = Occurrence.ExtensionFailure.killed(megabytes: megabytes)
            step.report(
                arrival.fact(
                    .failed, "service extension", failure.reason(), .extensionMemory,
                    .extensionFailed(failure)))
            return nil
        }
        let rule: RuleID = state == .forceQuit ? .extensionAfterForceQuit : .extensionRuns
        step.report(arrival.fact(.ran, "service extension", "", rule))
        arrival.extensionRan = true
        reportLockedKey(arrival, &step)
        if let request = decryption(for: arrival) { return .decrypt(request) }
        if let request = download(for: arrival, in: world) { return .download(request) }
        rewrite(&arrival, body: nil, in: &world, &step)
        return nil
    }

    /// Rewrites the notification from the payload's keys and a body that was decrypted.
    ///
    /// About 30 s after its start iOS uses the extension's answer to
    /// `serviceExtensionTimeWillExpire`, else the original (A-NSERECV). The extension sets the
    /// texts first and then works and loads, as the guide's does, so its answer has the texts.
    mutating func rewrite(
        _ arrival: inout Arrival, body decrypted: String?, file: Stub.Download? = nil,
        in world: inout Surroundings, _ step: inout Step
    ) {
        let root = arrival.push.payload.root
        let title = Self.firstText(settings.titleKeys, root)
        let body = Self.firstText(settings.bodyKeys, root)
        let url = Self.firstText(settings.imageKeys, root)
        if let missing = missingKeys(in: root) {
            step.report(
                arrival.fact(
                    .not, "changed",
                    "\(arrival.id): the payload lacks \(missing), and the extension needs all its "
                        + "keys; the original is shown", .extensionKeys, .extensionUnchanged))
            return
        }
        let isInTime = pass(settings.serviceExtensionMilliseconds, in: &world, &step)
        if !isInTime {
            let keeps = settings.serviceExtensionAnswersExpiry
            expire(arrival, byOwnWork: true, answers: keeps, &step)
            guard keeps else { return }
        }
        var changed = arrival
        if let title { changed.title = title }
        if let body = decrypted ?? body { changed.body = body }
        if let url, !isInTime {
            report(
                Reason(
                    .extensionTimeout, "the extension's 30 s are over before it has loaded"),
                url, arrival, &step)
        } else if let url {
            guard attach(url, file, to: &changed, in: &world, &step) else { return }
        } else if let unread = Self.firstText(Self.knownImageKeys, root) {
            let keys = settings.imageKeys.map { "`\($0)`" }.joined(separator: ", ")
            report(
                Reason(
                    .extensionImageKeys,
                    "the extension does not read its key"
                        + (keys.isEmpty ? "" : ", only \(keys)")), unread, arrival, &step)
        }
        let hasText = [changed.title, changed.subtitle, changed.body].contains {
            $0?.isEmpty == false
        }
        guard hasText, !settings.serviceExtensionClearsText else {
            step.report(
                arrival.fact(
                    .not, "changed",
                    "\(arrival.id): the extension returned no text; the original is shown",
                    .extensionNoText, .extensionUnchanged))
            return
        }
        arrival = changed
    }

    /// Keys under which senders put an image: the guide's, FCM's, and the kinds article's.
    package static let knownImageKeys = ["image_url", "fcm_options.image", "data.imageUrl"]

    /// Lets time pass inside the extension; false if its 30 s end before that.
    private func pass(
        _ milliseconds: Int64, in world: inout Surroundings, _ step: inout Step
    ) -> Bool {
        let isInTime = milliseconds < ServiceExtension.milliseconds
        guard milliseconds > 0 else { return true }
        take(min(milliseconds, ServiceExtension.milliseconds), in: &world, &step)
        return isInTime
    }

    /// Moves the clock by the time that the extension takes, as far as its end.
    private func take(_ milliseconds: Int64, in world: inout Surroundings, _ step: inout Step) {
        world.now = min(world.now.advanced(by: milliseconds), .end)
        step.timePassed(to: world.now)
    }

    private func expire(
        _ arrival: Arrival, byOwnWork: Bool, answers: Bool, _ step: inout Step
    ) {
        let failure = Occurrence.ExtensionFailure.expired(byOwnWork: byOwnWork, answers: answers)
        step.report(
            arrival.fact(
                .called, "serviceExtensionTimeWillExpire()", failure.reason(), .extensionTimeout,
                .extensionFailed(failure)))
    }

    /// Downloads and attaches a file; false if the original must be shown.
    private func attach(
        _ url: String, _ file: Stub.Download?, to arrival: inout Arrival,
        in world: inout Surroundings, _ step: inout Step
    ) -> Bool {
        let answer: Attachment.Answer
        do throws(Reason) {
            answer = try Attachment.request(
                url, reading: arrival.urlReading, loaded: file,
                exceptions: settings.transportExceptions, in: &world)
        } catch {
            report(error, url, arrival, &step)
            return true
        }
        let left = ServiceExtension.milliseconds - settings.serviceExtensionMilliseconds
        guard answer.milliseconds < left else {
            take(left, in: &world, &step)
            let keeps = settings.serviceExtensionAnswersExpiry
            expire(arrival, byOwnWork: false, answers: keeps, &step)
            // Its own work and the download share the 30 s.
            let time =
                left <= ServiceExtension.milliseconds - 1000
                ? "the \(left / 1000) s that the extension's own work leaves of its"
                : "the extension's"
            report(
                Reason(.extensionTimeout, "it takes longer than \(time) 30 s"), url, arrival, &step)
            return keeps
        }
        if answer.milliseconds > 0 { take(answer.milliseconds, in: &world, &step) }
        switch answer.result {
        case .success(let what):
            arrival.attachment = what
            step.report(arrival.fact(.image, url, what, .attachment))
        case .failure(let failure):
            report(failure, url, arrival, redirectedTo: answer.refusedHost, &step)
        }
        return true
    }

    private func report(
        _ failure: Reason, _ url: String, _ arrival: Arrival, redirectedTo host: String? = nil,
        _ step: inout Step
    ) {
        step.report(
            arrival.fact(
                .not, "attached", "\(url): \(failure.text); the text is shown without it",
                failure.rule, .notAttached(redirectedTo: host)))
    }

    /// Whether the service extension would load and attach the file at a URL in time.
    ///
    /// False on the real network, of which nothing is asked.
    package func attaches(
        _ url: String, on device: DeviceStatus, in world: Surroundings
    ) -> Bool {
        guard world.network.mode == .simulated else { return false }
        var trial = world
        let answer = try? Attachment.request(
            url, reading: urlReading(on: device), loaded: nil,
            exceptions: settings.transportExceptions, in: &trial)
        guard let answer, case .success = answer.result else { return false }
        return answer.milliseconds
            < ServiceExtension.milliseconds - settings.serviceExtensionMilliseconds
    }

    /// The missing keys of an extension that needs all of its keys; nil if none is missing.
    package func missingKeys(in root: JSON) -> String? {
        guard settings.serviceExtensionNeedsAllKeys else { return nil }
        var missing: [String] = []
        for keys in [settings.titleKeys, settings.bodyKeys, settings.imageKeys]
        where !keys.isEmpty && Self.firstText(keys, root) == nil {
            let other = Self.inData(keys, root).map { " (it is in `\($0)`)" } ?? ""
            missing.append(keys.map { "`\($0)`" }.joined(separator: " or ") + other)
        }
        return missing.isEmpty ? nil : missing.joined(separator: " and ")
    }

    /// The path of a text that is in the payload's `data` under one of some keys, where the
    /// extension looks for them beside `aps`; nil if there is none.
    package static func inData(_ keys: [String], _ root: JSON) -> String? {
        keys.map { "data." + $0 }.first { firstText([$0], root) != nil }
    }

    /// The text at the first of the keys that has one; dots lead into objects.
    package static func firstText(_ keys: [String], _ root: JSON) -> String? {
        for key in keys {
            var value = root[key]
            if value == nil, key.utf8.contains(UInt8(ascii: ".")) {
                value = root
                for part in key.split(separator: ".") { value = value?[String(part)] }
            }
            if let text = value?.stringValue, !text.isEmpty { return text }
        }
        return nil
    }
}

/// The time that iOS gives a service extension.
enum ServiceExtension {
    /// The time it has, in milliseconds (A-NSERECV).
    static let milliseconds: Int64 = 30_000
}
