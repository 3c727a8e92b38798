import PushModel
import PushPayload
import PushText

/// A name that output prints and `help` explains: a reason, a key, a rule, a type of event.
///
/// Every entry comes from the table that the simulation, the linter or the gateways use; `help`
/// renders them, and completion offers them.
package struct HelpName: Sendable {
    /// The table that the name is from, with its row.
    package enum Subject: Sendable {
        /// A refusal of APNs or FCM.
        case answer(GatewayAnswer)
        /// A key of a payload, or a header of the request.
        case key(PayloadKeyEntry, PayloadKeyEntry.Place)
        /// A value of `apns-push-type`.
        case pushType(PushType)
        /// A rule of `lint`.
        case lintRule(LintRuleEntry)
        /// A type of event.
        case event(Event.Kind)
        /// A rule of the simulation.
        case rule(Rule)
        /// A code in the log of an app.
        case logCode(LogCode)
    }

    /// The name as output prints it.
    package let name: String
    /// The row of its table.
    package let subject: Subject

    /// The path of a key inside an object, such as `aps.badge`; elsewhere the name.
    package var path: String {
        guard case .key(_, let place) = subject else { return name }
        return place.prefix + name
    }

    /// The meaning in a few words, for a list.
    package var summary: String {
        switch subject {
        case .answer(let answer): "\(answer.gateway.rawValue) \(answer.status): \(answer.cause)"
        case .key(let entry, _): "\(entry.reader) \(entry.effect)"
        case .pushType(let type): type.reader.map { "a push for \($0.name)" } ?? "a push type"
        case .lintRule(let entry): entry.statement
        case .event(let kind): kind.meaning
        case .rule(let rule): rule.statement
        case .logCode(let code): code.meaning
        }
    }

    /// Every name, table by table; a name may be in more than one.
    package static let all: [HelpName] =
        GatewayAnswer.answered.map { HelpName(name: $0.reason, subject: .answer($0)) }
        + PayloadKeyEntry.Place.allCases.flatMap { place in
            place.entries.flatMap { entry in
                entry.names.map { HelpName(name: $0, subject: .key(entry, place)) }
            }
        }
        + PushType.allCases.map { HelpName(name: $0.rawValue, subject: .pushType($0)) }
        + LintRule.all.map { HelpName(name: $0.rule.rawValue, subject: .lintRule($0)) }
        + Event.Kind.allCases.map { HelpName(name: $0.rawValue, subject: .event($0)) }
        + Rule.table.map { HelpName(name: $0.id.rawValue, subject: .rule($0)) }
        + LogCode.all.map { HelpName(name: $0.code, subject: .logCode($0)) }

    /// Returns the entries of a name or a key's path; letter case, hyphens and underscores only
    /// matter if that tells two names apart.
    package static func named(_ topic: String) -> [HelpName] {
        let topic = topic.hasPrefix("$.") ? String(topic.dropFirst(2)) : topic
        let exact = all.filter { $0.name == topic || $0.path == topic }
        guard exact.isEmpty else { return exact }
        guard let meant = Suggestion.respelled(topic, among: all.flatMap { [$0.name, $0.path] })
        else { return [] }
        return all.filter { $0.name == meant || $0.path == meant }
    }

    /// Returns the name that was probably meant; nil if none is near.
    ///
    /// Plain words, such as `badge`, are not guessed: people also search for them.
    ///
    /// The names with capitals or marks are guessed, such as `BadDeviceToken` and `thread-id`.
    package static func meant(by topic: String) -> String? {
        let known = all.flatMap { [$0.name, $0.path] } + FailureCode.meanings.map(\.code)
        return Suggestion.nearestName(
            to: topic, among: known.filter { name in name.contains { !$0.isLowercase } })
    }
}

extension PayloadKeyEntry {
    /// The object that has the key, or the request's head.
    package enum Place: CaseIterable, Sendable {
        case aps, alert, beside, header

        /// The keys that may be there.
        package var entries: [PayloadKeyEntry] {
            switch self {
            case .aps: PayloadKeyEntry.aps
            case .alert: PayloadKeyEntry.alert
            case .beside: PayloadKeyEntry.beside
            case .header: PayloadKeyEntry.headers
            }
        }

        /// The path of the object, with a full stop behind it.
        var prefix: String {
            switch self {
            case .aps: "aps."
            case .alert: "aps.alert."
            case .beside, .header: ""
            }
        }
    }

    /// The keys that share the entry.
    ///
    /// An entry such as `deeplink, link` stands for several keys.
    var names: [String] { key.split(separator: ",").map { String($0.drop { $0 == " " }) } }
}
