import PushModel
import PushPayload
import PushText

extension App {
    /// Finds the texts of a push: those written out, and those that its loc-keys name (PL-01).
    func localise(_ arrival: inout Arrival, on device: DeviceStatus, _ step: inout Step) {
        arrival.title = arrival.aps.alert?.title
        arrival.subtitle = arrival.aps.alert?.subtitle
        arrival.body = arrival.aps.alert?.body
        guard arrival.aps.alert?.hasLocKey == true, let alert = arrival.aps.alert else { return }
        let strings = settings.strings.strings(for: device.language)
        if let strings, !strings.isFor(device.language) {
            step.report(
                arrival.fact(
                    .note, "",
                    "\(arrival.id): the app has no strings for `\(device.language)`, so those for "
                        + "`\(strings.language)` are shown", .localised))
        }
        if let key = alert.titleLocKey {
            arrival.title = text(
                key, alert.titleLocArgs, of: .titleLocArgs, besides: alert.title, strings, arrival,
                &step)
        }
        if let key = alert.subtitleLocKey {
            arrival.subtitle = text(
                key, alert.subtitleLocArgs, of: .subtitleLocArgs, besides: alert.subtitle, strings,
                arrival, &step)
        }
        if let key = alert.locKey {
            arrival.body = text(
                key, alert.locArgs, of: .locArgs, besides: alert.body, strings, arrival, &step)
        }
    }

    /// Adds one language's strings to the app.
    mutating func take(_ strings: LanguageStrings, _ step: inout Step) throws(Refusal) {
        guard state != .uninstalled else { throw notInstalled }
        let limit = LanguageStrings.limit
        if let index = settings.strings.firstIndex(where: { $0.language == strings.language }) {
            settings.strings[index] = strings
        } else if settings.strings.count < limit {
            settings.strings.append(strings)
        } else {
            throw Refusal(.badSetting, "the app already has strings for \(limit) languages")
        }
        step.touch(.app(address))
        let count = strings.entries.count
        step.report(
            Fact(
                .app, "strings", "\(strings.language), \(count.counted("key", "keys"))",
                rule: .localised))
    }

    /// Looks up a key; if it is missing, the accompanying text is shown, else the key.
    private func text(
        _ key: String, _ arguments: [String], of member: AlertKey, besides plain: String?,
        _ strings: LanguageStrings?, _ arrival: Arrival, _ step: inout Step
    ) -> String {
        let format = strings?.text(key)
        if format == nil {
            let place = strings.map { "the app's strings for `\($0.language)`" }
            step.report(
                arrival.fact(
                    .not, "localised",
                    "\(arrival.id): `\(key)` is not in \(place ?? "the app, which has no strings")"
                        + "; the \(plain == nil ? "key itself" : "fallback text") is shown",
                    .localisedMissingKey))
            if let plain { return plain }
        }
        let filled = FormatText(format ?? key, arguments)
        if filled.missing > 0 {
            let what = filled.missing == 1 ? "a `%@`" : "\(filled.missing) `%@`"
            step.report(
                arrival.fact(
                    .not, "localised",
                    "\(arrival.id): \(what) of `\(key)` has no argument and shows nothing, "
                        + "which Apple does not document",
                    .localisedArguments))
        }
        noteSpelled(member, arrival, &step)
        return filled.text
    }

    /// Says that arguments other than strings are shown, which the payload's reader spells out.
    private func noteSpelled(_ member: AlertKey, _ arrival: Arrival, _ step: inout Step) {
        let values = arrival.push.payload.root["aps"]?["alert"]?[member.rawValue]?.arrayValue
        guard values?.contains(where: { $0.stringValue == nil }) == true else { return }
        step.report(
            arrival.fact(
                .note, "",
                "\(arrival.id): an argument in `\(member.rawValue)` is not a string and is shown "
                    + "as it is written, which Apple does not document",
                .localisedArguments))
    }
}
