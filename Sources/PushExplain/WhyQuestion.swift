import PushModel
import PushText

/// A question to `why` as people type it: `m-1`, `m-1 banner`, `no image shown`, `why didn't it
/// ring`.
///
/// One word names the symptom; a word that is neither known nor the ID of a push is left out.
///
/// The text is read without the store; `reading` then asks, and as seldom as it can, whether a word
/// is the ID of a push, since each answer is a search.
public struct WhyQuestion: Equatable, Sendable {
    /// The subject of a question and the remarks about its words.
    public struct Reading: Equatable, Sendable {
        /// The subject, with the ID that the question names.
        public var subject: WhySubject
        /// The words that were not understood, as remarks for the person.
        public var notes: [String] = []
    }

    /// The subject without an ID.
    private var subject = WhySubject.newest
    /// Whether one of the words names the subject.
    private var isNamed = false
    /// Whether nothing but a complaint names it.
    private var isComplaintAlone = false
    /// Whether nothing but the word "user" names it.
    private var isUserAlone = false
    /// The whole text in quotes, which may be the ID of a push; nil if it has no blanks.
    private var whole: String?
    /// The words that mean nothing here, so one of them may be an ID.
    private var unknown: [WhyWord] = []
    /// Known words of a short question that an existing push may have as its ID.
    private var others: [WhyWord] = []

    /// Reads a question.
    public init(_ typed: [String]) {
        if typed.count == 1, typed[0].contains(where: \.isWhitespace) { whole = typed[0] }
        let pieces = typed.flatMap { $0.split(whereSeparator: \.isWhitespace).map(String.init) }
        var words = pieces.map(WhyWord.init).filter { !$0.plain.isEmpty }
        WhyWord.join(&words)
        var names = Self.names(in: words)
        let known = Set(names.map(\.place))
        unknown = words.indices.filter { !known.contains($0) }.map { words[$0] }
            .filter { !$0.isFiller }
        if words.count <= 2 {
            others = words.filter { $0.isFiller || $0.isOfWholeChain || $0.isRespelled }
            if words.count == 2, names.count == 2, !names.contains(where: \.isWeak) {
                others.append(words[0])
                names.swapAt(0, 1)
            }
        }
        Self.choose(&names, in: words)
        if let name = names.first {
            subject = name.subject
            isNamed = true
        } else if words.contains(where: \.isUser),
            words.allSatisfy({ $0.isUser || $0.isFault }),
            let asked = WhyWord("user_id").subject
        {
            // With other words beside it, the user is only the one who misses something.
            subject = asked
            isNamed = true
            isUserAlone = true
        }
        readComplaint(words)
    }

    /// Reads what the question says of a push that came: alone it is about the notification.
    private mutating func readComplaint(_ words: [WhyWord]) {
        guard let complaint = words.lazy.compactMap({ Complaint(word: $0.plain) }).first else {
            return
        }
        isComplaintAlone = !isNamed
        if isComplaintAlone, complaint == .gone { subject.symptom = .banner }
        subject.complaint = complaint
        isNamed = true
    }

    /// Decides which push and which symptom the question is about.
    ///
    /// - Parameters:
    ///   - isKnown: whether a push has an ID.
    ///   - ofCampaign: the newest push of the campaign with an ID; nil if no campaign has it.
    /// - Returns: the subject, and notes on the words that were not understood.
    /// - Throws: the failure of a closure.
    ///
    /// An ID wins over a word's meaning, the whole quoted text over its words. A word that looks
    /// like an ID is taken for one even if no push has it, so that the answer can say so.
    public func reading<Failure: Error>(
        _ isKnown: (String) throws(Failure) -> Bool,
        ofCampaign: (String) throws(Failure) -> CampaignPushes? = { _ in nil }
    ) throws(Failure) -> Reading {
        if let whole, try isKnown(whole) { return Reading(subject: named(whole)) }
        // The only word that is not known needs no search if it can be nothing but an ID.
        if others.isEmpty, unknown.count == 1, unknown[0].looksLikeID,
            unknown[0].ids.count == 1
        {
            return try campaignReading(ofCampaign) ?? Reading(subject: named(unknown[0].ids[0]))
        }
        for word in unknown + others {
            for id in word.ids where try isKnown(id) {
                return Reading(
                    subject: named(id), notes: notes(on: unknown.filter { $0 != word }, id: id))
            }
        }
        if let reading = try campaignReading(ofCampaign) { return reading }
        if let missing = unknown.first(where: \.looksLikeID) {
            let id = missing.ids.last ?? missing.plain
            return Reading(
                subject: named(id), notes: notes(on: unknown.filter { $0 != missing }, id: id))
        }
        return Reading(subject: subject, notes: notes(on: unknown, id: nil))
    }

    /// The question about the newest push of a campaign that one of the words names; nil if none
    /// does.
    private func campaignReading<Failure: Error>(
        _ ofCampaign: (String) throws(Failure) -> CampaignPushes?
    ) throws(Failure) -> Reading? {
        for word in unknown {
            for id in word.ids {
                guard let found = try ofCampaign(id) else { continue }
                let rest = notes(on: unknown.filter { $0 != word }, id: found.newest)
                return Reading(
                    subject: named(found.newest), notes: [found.note(on: id)] + rest)
            }
        }
        return nil
    }

    /// The subject with an ID; meanings that the ID's own word suggested are dropped.
    private func named(_ id: String) -> WhySubject {
        var subject = subject
        if Complaint(word: id) != nil {
            // A push may have such a word as its ID.
            subject.complaint = nil
            if isComplaintAlone { subject.symptom = nil }
        }
        if WhyWord(id).subject?.asksForWake == true { subject.asksForWake = false }
        if isUserAlone, WhyWord(id).isUser { subject = .newest }
        subject.id = id
        subject.isByType = false
        return subject
    }

    /// Names the words that were left out, unless the others made the question clear.
    private func notes(on rest: [WhyWord], id: String?) -> [String] {
        guard !rest.isEmpty, !isNamed || id != nil && rest.contains(where: \.looksLikeID) else {
            return []
        }
        let words = rest.map { "`\($0.typed)`" }.joined(separator: " and ")
        var note = "\(words) \(rest.count == 1 ? "was" : "were") not understood"
        if id == nil {
            if rest.count == 1 { note += ", and is the ID of no push" }
            note += "; this is about the newest push"
        }
        if !isNamed, let near = rest.lazy.compactMap(\.nearSymptom).first {
            note += "; did you mean `why \(near)`?"
        }
        return [note]
    }
}

extension WhyQuestion {
    /// A word of a question that names its subject.
    private struct Name {
        var place: Int
        var subject: WhySubject
        /// Whether another symptom in the question takes precedence, as in `no image shown`.
        var isWeak: Bool
    }

    /// The words that name a subject, in their order.
    private static func names(in words: [WhyWord]) -> [Name] {
        let aside = words.firstIndex { ["while", "when"].contains($0.plain) } ?? words.count
        return words.indices.compactMap { place in
            let word = words[place].plain
            guard let subject = words[place].subject else { return nil }
            // `while the app is open` only says when it happened.
            if place > aside, subject.symptom == .open { return nil }
            let isWeak =
                subject.symptom == nil && subject.event == nil
                || Symptom.weakWords.contains(word.lowercased())
            return Name(place: place, subject: subject, isWeak: isWeak)
        }
    }

    /// Puts the name that decides first.
    private static func choose(_ names: inout [Name], in words: [WhyWord]) {
        let plain = Set(words.map { $0.plain.lowercased() })
        if names.contains(where: { WhyWord.refusals.contains(words[$0.place].plain.lowercased()) })
        {
            // `why does FCM refuse it` is about the push; the token is only named by `token`.
            names.removeAll { WhyWord.gateways.contains(words[$0.place].plain.lowercased()) }
        }
        if names.contains(where: { !$0.isWeak }) {
            names.removeAll(where: \.isWeak)
        } else if let place = names.firstIndex(where: \.subject.asksForWake) {
            // `the push did not wake the app` is not about a banner.
            names.swapAt(0, place)
        }
        let symptoms = Set(names.compactMap(\.subject.symptom))
        if symptoms.contains(.link) {
            // `opens the wrong screen` is not about the event `open`.
            names.removeAll { [.open, .tap].contains($0.subject.symptom) }
        } else if symptoms == [.open], plain.contains("app"),
            plain.isDisjoint(with: ["track", "tracked", "event", "events"])
        {
            names[0].subject = WhySubject(symptom: .link)
        }
    }
}
