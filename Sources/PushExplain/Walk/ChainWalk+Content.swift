import PushModel
import PushPayload
import PushSimulation
import PushText

/// The answers about a notification's text and its buttons, which are not links of the chain.
extension ChainWalk {
    /// The remedy that lets the push's category keep one more part of a hidden preview, with the
    /// setting written out in full; nil if there is none left, since the body is always hidden.
    private var partKept: String? {
        guard let name = payload?.aps.category else { return nil }
        let kept = currentApp?.settings.previewOptions(ofCategory: name) ?? []
        let part: AppSettings.PreviewOption
        if !kept.contains(.title) {
            part = .title
        } else if !kept.contains(.subtitle), row?.subtitle?.isEmpty == false {
            part = .subtitle
        } else {
            return nil
        }
        return ", or the category keeps its \(part == .title ? "title" : "subtitle"): "
            + changed(name) { $0.previews.append(part) }
    }

    /// The texts that the user could read of a hidden preview, as a sentence names them.
    private var readInPreview: String {
        let kept = app?.settings.previewOptions(ofCategory: payload?.aps.category) ?? []
        let parts = [
            kept.contains(.title) ? row?.title : nil,
            kept.contains(.subtitle) ? row?.subtitle : nil,
        ].compactMap(\.self).filter { !$0.isEmpty }.map { "`\($0)`" }.joined(separator: ", ")
        return (parts.isEmpty ? "" : parts + " and ") + "`\(AppSettings.previewPlaceholder)`"
    }

    /// The command that changes a category, or registers it, and keeps the others.
    func changed(
        _ name: String, _ change: (inout AppSettings.Category) -> Void
    ) -> String {
        var categories = currentApp?.settings.categories ?? []
        let place = categories.firstIndex { $0.id == name } ?? categories.count
        if place == categories.count {
            categories.append(AppSettings.Category(id: name, customDismiss: false))
        }
        change(&categories[place])
        return "`app set categories \(CategoryText.write(categories))`"
    }

    /// The command that gives a category a button.
    private func withButton(_ name: String) -> String {
        changed(name) { $0.buttons.append(AppSettings.Button(id: "reply")) }
    }

    /// The answer about the text: hidden, not decrypted, without a translation, or as it was shown.
    var textAnswer: Explanation.Answer {
        if let obstacle { return without(.text, obstacle) }
        if showsNothing { return nothingShown(.text) }
        if fact(saying: .previewHidden) != nil { return hiddenText }
        if let wrongText { return wrongText }
        if isHeldForSummary, var held = link(.display) {
            // Nobody has read it yet, and what hides it then is decided then.
            held.status = .notReached
            return without(.text, held)
        }
        let parts = [row?.title, row?.subtitle, row?.body].compactMap { $0 }.filter { !$0.isEmpty }
        guard !parts.isEmpty, let display = link(.display) else {
            return reached(.text, Self.arrival)
        }
        let text = parts.map { "\"\($0)\"" }.joined(separator: ", ")
        if let fact = fact(ofRules: [.localised], [.note]) {
            return Explanation.Answer(
                verdict: .yes, sentence: "text: \(text); \(reason(fact))",
                link: ChainLink(
                    .display, .quiet, reason(fact), Basis(.localised), cause: .localisationMissing,
                    cure: "add strings for the language: "
                        + "`app strings \(device.status.language) FILE`"))
        }
        return yes(.text, text + (mayBeSummarised ? "; " + Self.summaryNote : ""), display)
    }

    /// The answer about a text that Show Previews hid, and about what it hid.
    private var hiddenText: Explanation.Answer {
        let behind = wrongText?.link
        return no(
            .text,
            "Show Previews hid it, and the user read \(readInPreview)"
                + (behind.map { "; and what it hid is wrong: \($0.reason ?? $0.found)" } ?? ""),
            .previewHidden, .previewHidden,
            cure: (device.status.previews == .whenUnlocked && device.status.isLocked
                ? "the user unlocks the device (`device unlock`), or " : "the user ")
                + "shows previews: `device previews always`" + (partKept ?? "")
                + (behind?.cure.map { "; then " + $0 } ?? ""))
    }

    /// The answer about a text that is not the one that its sender means; nil if it is.
    ///
    /// It was not decrypted, not changed by the extension, or it is a key. Whether it can be read
    /// does not count.
    var wrongText: Explanation.Answer? {
        if let link = link(.serviceExtension),
            [.decryptionFailed, .extensionFailed].contains(link.cause)
        {
            return without(.text, link)
        }
        if isEncrypted, let link = link(.serviceExtension), link.status == .broken {
            return without(.text, link)
        }
        if hasLostTexts {
            return no(
                .text,
                "the extension loaded a file for longer than its 30 s, and does not deliver in "
                    + "serviceExtensionTimeWillExpire; the original is shown", .extensionFailed,
                .extensionTimeout,
                cure: "deliver the texts there without the file: "
                    + "`app set nse.time-will-expire on`; or serve a smaller file, or faster")
        }
        return missingKeys.map {
            no(.text, $0, .localisationMissing, .localisedMissingKey, cure: stringsCure)
        }
    }

    /// The reports of keys that the app's strings lack, which are shown themselves; nil if it has
    /// them.
    var missingKeys: String? {
        let reports = evidence.facts.map(\.fact)
            .filter { $0.verb == .not && $0.rule == .localisedMissingKey }.map(reason)
        return reports.isEmpty ? nil : reports.joined(separator: "; ")
    }

    /// Whether the text that its sender means is in an encrypted body that nothing decrypted.
    private var isEncrypted: Bool {
        guard let payload, let settings = app?.settings else { return false }
        return App.firstText(settings.encryptedKeys, payload.root) != nil
            && fact(ofRules: [.extensionDecrypts], [.read]) == nil
    }

    /// The remedy for a key that the app's strings lack: in the language that was looked up, which
    /// may stand in for the device's.
    private var stringsCure: String {
        let wanted = device.status.language
        let strings = currentApp?.settings.strings.strings(for: wanted)
        guard let strings, !strings.isFor(wanted) else {
            // Strings for `en` serve `en-GB` too; a file of its own would hide their other keys.
            return "add the key to the app: `app strings \(strings?.language ?? wanted) FILE`"
        }
        let used = strings.language
        return "the app has no strings for `\(wanted)`: add the key to `\(used)`, which it uses "
            + "instead (`app strings \(used) FILE`), or strings for `\(wanted)`"
    }

    /// Whether the app as it is now has each text that the alert names by a key, in the language of
    /// the device.
    func isLocalised(_ settings: AppSettings) -> Bool {
        guard let alert = payload?.aps.alert,
            let strings = settings.strings.strings(for: device.status.language),
            strings.isFor(device.status.language)
        else { return false }
        return [alert.titleLocKey, alert.subtitleLocKey, alert.locKey].compactMap(\.self)
            .allSatisfy { strings.text($0) != nil }
    }

    /// Whether the device may have shown a summary of its own instead.
    var mayBeSummarised: Bool { fact(ofRules: [.intelligenceSummary], [.note]) != nil }

    /// The remark for devices whose summaries replace the text on the screen; no code learns of it.
    static let summaryNote =
        "iOS may have shown its own summary instead, without reporting it (Apple Intelligence)"

    /// The answer about the buttons: of a category that is named, registered, and has some.
    var buttonAnswer: Explanation.Answer {
        if let obstacle { return without(.button, obstacle) }
        if showsNothing { return nothingShown(.button) }
        guard let name = payload?.aps.category, misplacedKey("category") == nil else {
            return withoutCategory
        }
        guard let category = settingsOfButtons?.categories.first(where: { $0.id == name }) else {
            return unregistered(category: name)
        }
        guard !category.buttons.isEmpty else {
            return no(
                .button, "the category `\(name)` has no buttons", .noButtons, .unknownCategory,
                cure: "add some: " + withButton(name))
        }
        if let fact = unheardButton { return unheard(fact) }
        let display = link(.display) ?? links[0]
        if let pressed = fact(saying: .called(.button)) {
            return yes(.button, "the app was called: \(pressed.text)", display)
        }
        let names = category.buttons.map { "`\($0.id)`" }
        let banner =
            names.count > 2 ? "; a banner shows the first two" : ""
        return yes(
            .button, "`\(name)` has " + names.joined(separator: ", ") + banner, display)
    }

    /// The answer if `aps` names no category: it may be elsewhere in the payload.
    private var withoutCategory: Explanation.Answer {
        let (cause, rule) = (Cause.categoryMissing, RuleID.unknownCategory)
        if let misplaced = misplacedKey("category") {
            return no(.button, misplaced.found, cause, rule, cure: misplaced.cure)
        }
        let name = known ?? "engage"
        let hasButtons =
            currentApp?.settings.categories.contains {
                $0.id == name && !$0.buttons.isEmpty
            } == true
        return no(
            .button, "\(content) names no category", cause, rule,
            cure: "add `\"category\": \"\(name)\"` to \(apsName)"
                + (hasButtons ? "" : ", and give that category buttons: \(withButton(name))"))
    }

    /// The answer if the app has not registered the category, though perhaps one of nearly its
    /// name.
    private func unregistered(category name: String) -> Explanation.Answer {
        let hadIt = app?.settings.categories.contains { $0.id == name } == true
        let registering =
            "register it at every launch with all the others, since setNotificationCategories "
            + "replaces them: " + withButton(name)
        let near = near(name, among: currentApp?.settings.categories.map(\.id) ?? [])
        guard let near, !hadIt else {
            return no(
                .button,
                hadIt
                    ? "the app no longer registers the category `\(name)`"
                    : "the app has not registered the category `\(name)`",
                .categoryNotRegistered, .unknownCategory, cure: registering)
        }
        return no(
            .button, "the app has not registered the category `\(name)`, but `\(near)`",
            .categoryNotRegistered, .unknownCategory,
            cure: "\(sending("category", near)); or \(registering)")
    }

    /// The name that was probably meant by one that the app does not know.
    func near(_ name: String, among known: [String]) -> String? {
        Suggestion.meant(by: name, among: known)
    }

    /// The remedy for a value that must be one of the app's names, letter by letter.
    func sending(_ key: String, _ value: String) -> String {
        isLocal
            ? "schedule it with the \(key) `\(value)`, letter by letter"
            : "send `\"\(key)\": \"\(value)\"`, letter by letter"
    }

    /// The app's settings when its buttons were shown: iOS looks a category up then, not when the
    /// push arrives.
    ///
    /// For an answered push that time is over.
    var settingsOfButtons: AppSettings? {
        guard let now = currentApp, wasAnswered, let last = evidence.facts.last, last.place > 0
        else { return currentApp?.settings }
        return settings(of: now) { $0.place <= last.place }
    }

    /// The first category of the app that has buttons, else its first.
    var known: String? {
        let categories = currentApp?.settings.categories ?? []
        return (categories.first { !$0.buttons.isEmpty } ?? categories.first)?.id
    }

    /// The report of a button that no code of the app was called for.
    var unheardButton: Fact? { fact(saying: .notCalled(.button)) }

    /// The answer for a button that was pressed while no code of the app listened.
    private func unheard(_ fact: Fact) -> Explanation.Answer {
        let handler = missingHandler(fact.rule)
        return no(.button, fact.text, handler.cause, fact.rule, cure: handler.cure)
    }
}
