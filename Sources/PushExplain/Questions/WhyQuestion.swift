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
        /// The device that the question names; nil if it names none.
        public var device: String?
        /// The bundle ID of the app that a question without an ID names; nil if it names none.
        public var app: String?
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
    /// Whether an ID is all that it has beside the word "user" and the lack of one.
    private var isUserOfPush = false
    /// Whether it misses events of which it says no more, so perhaps those of the newest push.
    public private(set) var missesEvents = false
    /// The whole text in quotes, which may be the ID of a push; nil if it has no blanks.
    private var whole: String?
    /// Several words as they were typed, if one of them was quoted for its blanks: it may be the ID
    /// of a push.
    private var quoted: [String] = []
    /// The words in their order, with all that was typed.
    private var pieces: [String] = []
    /// The words that mean nothing here, so one of them may be an ID.
    private var unknown: [WhyWord] = []
    /// The words that may be the name of a device.
    private var devices: [WhyWord] = []
    /// Known words of a short question that an existing push may have as its ID.
    private var others: [WhyWord] = []
    /// A known word that is the whole question, and the ID of an existing push if one is called so.
    private var only: WhyWord?
    /// The words that can be the ID of a push that never came.
    private var missing: MissingID = .any

    /// Which words can be the ID of a push that never came.
    private enum MissingID: Equatable {
        case any
        /// The question is a sentence that says what is missing: only the word that it begins
        /// with, if that has the form of an ID.
        case first(WhyWord?)
    }

    /// Reads a question.
    public init(_ typed: [String]) {
        if typed.contains(where: Self.hasBlank) {
            if typed.count == 1 { whole = typed[0] } else { quoted = typed }
        }
        pieces = Self.pieces(typed)
        var words = pieces.map(WhyWord.init).filter { !$0.plain.isEmpty }
        WhyWord.join(&words)
        var names = Self.names(in: words)
        let known = Set(names.map(\.place))
        unknown = words.indices.filter { !known.contains($0) }.map { words[$0] }
            .filter { !$0.isFiller }
        devices = Self.devices(in: words, unknown)
        if words.count <= 2 {
            others = words.filter {
                $0.isFiller || $0.isOfWholeChain || $0.isRespelled || $0.isJoined || $0.isSentence
            }.filter { !unknown.contains($0) }
            // The type of an event is no ID beside the word for any event.
            let isOfEvent =
                names.first?.subject.event != nil
                && names.last?.subject.symptom == .warehouse
            if words.count == 2, names.count == 2, !names.contains(where: \.isWeak), !isOfEvent {
                others.append(words[0])
                names.swapAt(0, 1)
            }
        }
        if words.count == 1, unknown.isEmpty, others.isEmpty { only = words[0] }
        let hasName = !names.isEmpty
        Self.choose(&names, in: words)
        if hasName {
            subject = names.first?.subject ?? .newest
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
        readAspects(words)
        let stacking = Stacking(words)
        if subject.symptom == .stack { subject.stacking = stacking }
        subject.asksForCopies = stacking == .twice
        isUserOfPush = Self.asksForUser(ofPush: words) && !hasName
        readComplaint(words)
        missesEvents =
            subject.asksForEvents && !subject.asksForUser && !subject.asksForCampaign
            && Complaint.denies(words.map { $0.plain.lowercased() })
        if WhySubject.namesFormerUser(words.map { $0.plain.lowercased() })
            || Self.namesOthersPush(words)
        {
            subject.asksForFormerUser = true
            isNamed = true
        }
        if isNamed, words.count > 2 {
            missing = .first(words.first { !$0.isFiller }.flatMap { $0.isNumbered ? $0 : nil })
        }
    }

    /// The single words, without those that are known for secrets only by the words before them: an
    /// answer repeats each of them alone.
    private static func pieces(_ typed: [String]) -> [String] {
        let text = SecretScanner.withoutPhrases(typed.joined(separator: " "))
        return text.split(whereSeparator: \.isWhitespace).map(String.init)
    }

    /// Reads what the question says of events that are there: their time or their user.
    private mutating func readAspects(_ words: [WhyWord]) {
        let plain = words.map { $0.plain.lowercased() }
        subject.namesLockScreen = Self.namesLockScreen(plain)
        subject.namesArrival = subject.symptom == .banner && Self.namesArrival(plain)
        subject.asksForOldPhone = Self.asksForOldPhone(plain)
        let isOfEvents =
            subject.asksForEvents || subject.asksForUser
            || [.delivery, .open, .dismiss].contains(subject.event)
        if !isNamed || isOfEvents, Self.asksForTime(plain) {
            if !isNamed { subject.symptom = .warehouse }
            subject.asksForTime = true
            isNamed = true
        } else if isOfEvents || !isNamed && plain.contains(where: { $0.contains("記録") }),
            Self.asksForWrongUser(plain), var asked = WhyWord("user_id").subject
        {
            asked.event = subject.event
            asked.asksForWrongUser = true
            subject = asked
            isNamed = true
        } else if isOfEvents || !isNamed, Self.asksForUnknownUser(plain),
            var asked = WhyWord("user_id").subject
        {
            asked.event = subject.event
            subject = asked
            isNamed = true
        }
        subject.asksForPersonalData = subject.asksForUser && Self.namesPersonalData(plain)
        subject.asksForEffect =
            subject.symptom == .tap && subject.callback == nil && Self.namesEffect(plain)
    }

    /// Reads what the question says of a push that came: alone it is about the notification.
    private mutating func readComplaint(_ words: [WhyWord]) {
        guard let complaint = Complaint(words, of: subject.symptom) else { return }
        isComplaintAlone = !isNamed
        if isComplaintAlone, complaint == .gone { subject.symptom = .banner }
        subject.complaint = complaint
        isNamed = true
    }

    /// The texts that may be the ID of a push, whatever else the words mean.
    public var ids: [String] { pieces.flatMap { WhyWord($0).ids } }

    /// Decides which push and which symptom the question is about.
    ///
    /// - Parameters:
    ///   - isKnown: whether a push has an ID.
    ///   - name: the subject other than a push that a word names.
    ///   - ofCampaign: the newest push of the campaign with an ID; nil if no campaign has it.
    /// - Returns: the subject, and notes on the words that were not understood.
    /// - Throws: the failure of a closure.
    ///
    /// An ID wins over a word's meaning, the whole quoted text over its words. A word that looks
    /// like an ID is taken for one even if no push has it, so that the answer can say so; in a
    /// sentence that says what is missing, only one at its beginning (decision 701).
    public func reading<Failure: Error>(
        _ isKnown: (String) throws(Failure) -> Bool,
        naming name: (String) -> WhyName? = { _ in nil },
        ofCampaign: (String) throws(Failure) -> CampaignPushes?
    ) throws(Failure) -> Reading {
        if let whole, try isKnown(whole) { return Reading(subject: .message(whole)) }
        for (place, id) in quoted.enumerated() where Self.hasBlank(id) {
            guard try isKnown(id) else { continue }
            return Self.reading(quoted, about: id, at: place, naming: name)
        }
        if let reading = try quotedCampaign(ofCampaign, naming: name) { return reading }
        for id in only?.ids ?? [] where try isKnown(id) { return Reading(subject: .message(id)) }
        // The only word that is not known needs no search if it can be nothing but an ID.
        let numbers = pieces.indices.filter { WhyWord(pieces[$0]).isQuotedNumber }
        if others.isEmpty, numbers.isEmpty, unknown.count == 1, canBeMissing(unknown[0]),
            unknown[0].ids.count == 1, name(unknown[0].plain) == nil
        {
            return try campaignReading(ofCampaign, naming: name)
                ?? Reading(
                    subject: named(unknown[0].ids[0]), device: device(besides: nil, naming: name))
        }
        if let reading = try reading(of: unknown, isKnown, naming: name) { return reading }
        for place in numbers {
            for id in WhyWord(pieces[place]).ids where try isKnown(id) {
                return Self.reading(pieces, about: id, at: place, naming: name)
            }
        }
        if let reading = try reading(of: others, isKnown, naming: name) { return reading }
        if let reading = try campaignReading(ofCampaign, naming: name) { return reading }
        let meanings = unknown.compactMap { name($0.plain) }
        let rest = meanings.isEmpty ? unknown : unknown.filter { name($0.plain) == nil }
        let lookalike = unknown.first { name($0.plain) == .lookalike }
        if let missing = lookalike ?? rest.first(where: canBeMissing) {
            let id = missing.ids.last ?? missing.plain
            return Reading(
                subject: named(id), device: device(besides: missing, naming: name),
                notes: notes(on: rest.filter { $0 != missing }, id: id))
        }
        var reading = Reading(
            subject: subject, device: device(besides: nil, naming: name),
            notes: notes(on: rest, id: nil))
        for meaning in meanings {
            if case .table(let table) = meaning { reading.subject.table = table }
            let isStore = meaning == .store || reading.subject.table != nil
            if !isNamed, isStore { reading.subject.symptom = .warehouse }
        }
        for case .app(let app) in meanings { reading.app = app }
        return reading
    }

    /// The device that a word of the question names; nil if none does.
    public func device(naming name: (String) -> WhyName?) -> String? {
        device(besides: nil, naming: name)
    }

    /// The device that a word names, other than the one that is the ID of the push.
    private func device(besides id: WhyWord?, naming name: (String) -> WhyName?) -> String? {
        for word in devices.reversed() where word != id {
            for spelling in [word.plain, word.plain.lowercased(), Self.kinds[word.plain] ?? ""] {
                if case .device(let device)? = name(spelling) { return device }
            }
        }
        return nil
    }

    /// The Japanese words for kinds of devices, which may be called so in English.
    private static let kinds = [
        "タブレット": "tablet", "アイパッド": "ipad", "アイフォン": "iphone", "アイフォーン": "iphone",
    ]

    /// The words that may be the name of a device, the likeliest last: any word that names no
    /// subject, or what a Japanese one begins with, then those that mean nothing else, and any
    /// behind "on" or "to".
    ///
    /// Beside a noun an adjective is none: `the old token`. The first device is called `phone`, and
    /// that word is said of every other one, too.
    private static func devices(in words: [WhyWord], _ unknown: [WhyWord]) -> [WhyWord] {
        let generic = words.indices.filter { place in
            let isAdjective =
                words[place].isFault && place + 1 < words.count && words[place + 1].subject != nil
            let isAnyPhone = ["phone", "device"].contains(words[place].plain.lowercased())
            return words[place].isFiller && words[place].subject == nil && !isAdjective
                && !isAnyPhone
        }.map { words[$0] }
        let attached = words.compactMap { word in
            word.isJapanese ? word.nounAndRest.map { WhyWord($0.noun) } : nil
        }
        let named = words.indices.filter { place in
            unknown.contains(words[place])
                || place > 0 && ["on", "to"].contains(words[place - 1].plain.lowercased())
        }.map { words[$0] }
        return generic + attached + named
    }

    /// Reads the question about the push whose ID is one of some words; nil if no push has one.
    private func reading<Failure: Error>(
        of words: [WhyWord], _ isKnown: (String) throws(Failure) -> Bool,
        naming name: (String) -> WhyName?
    ) throws(Failure) -> Reading? {
        for word in words {
            for id in word.ids where try isKnown(id) {
                return Reading(
                    subject: named(id), device: device(besides: word, naming: name),
                    notes: notes(
                        on: unknown.filter { $0 != word && name($0.plain) == nil }, id: id))
            }
        }
        return nil
    }

    /// Reads a question as if the ID of its push were a word that means nothing else.
    private static func reading(
        _ typed: [String], about id: String, at place: Int, naming name: (String) -> WhyName?
    ) -> Reading {
        let plainID = "m-0"
        var typed = typed
        typed[place] = plainID
        var reading = WhyQuestion(typed).reading({ $0 == plainID }, naming: name)
        reading.subject.id = id
        return reading
    }

    private static func hasBlank(_ word: String) -> Bool { word.contains(where: \.isWhitespace) }

    /// Reads the question where no campaign is known.
    public func reading<Failure: Error>(
        _ isKnown: (String) throws(Failure) -> Bool,
        naming name: (String) -> WhyName? = { _ in nil }
    ) throws(Failure) -> Reading {
        // The compiler crashes on such a closure as a default argument.
        try reading(
            isKnown, naming: name,
            ofCampaign: { (_: String) throws(Failure) -> CampaignPushes? in nil })
    }

    /// Whether a word can be the ID of a push that never came.
    private func canBeMissing(_ word: WhyWord) -> Bool {
        guard word.looksLikeID else { return false }
        switch missing {
        case .any: return true
        case .first(let first): return word == first
        }
    }

    /// The question about the newest push of a campaign that one of the words names; nil if none
    /// does.
    private func campaignReading<Failure: Error>(
        _ ofCampaign: (String) throws(Failure) -> CampaignPushes?,
        naming name: (String) -> WhyName?
    ) throws(Failure) -> Reading? {
        for word in unknown {
            for id in word.ids {
                guard let found = try ofCampaign(id) else { continue }
                let rest = unknown.filter { $0 != word && name($0.plain) == nil }
                return Reading(
                    subject: named(found.newest), device: device(besides: word, naming: name),
                    notes: [found.note(on: id)] + notes(on: rest, id: found.newest))
            }
        }
        return nil
    }

    /// The question about the newest push of a campaign whose ID has blanks and stands in quotes;
    /// nil if there is none.
    private func quotedCampaign<Failure: Error>(
        _ ofCampaign: (String) throws(Failure) -> CampaignPushes?,
        naming name: (String) -> WhyName?
    ) throws(Failure) -> Reading? {
        let typed = whole.map { [$0] } ?? quoted
        for (place, id) in typed.enumerated() where Self.hasBlank(id) {
            guard let found = try ofCampaign(id) else { continue }
            var reading = Self.reading(typed, about: found.newest, at: place, naming: name)
            reading.notes.insert(found.note(on: id), at: 0)
            return reading
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
        if isUserOfPush, let asked = WhyWord("user_id").subject { subject = asked }
        subject.id = id
        subject.isByType = false
        return subject
    }

    /// Names the words that were left out, unless the others made the question clear.
    private func notes(on rest: [WhyWord], id: String?) -> [String] {
        let rest = isNamed ? rest.filter(\.looksLikeID) : rest
        guard !rest.isEmpty else { return [] }
        let words = rest.map { "`\($0.typed)`" }.joined(separator: " and ")
        if isNamed, id == nil {
            return [
                "\(words) \(rest.count == 1 ? "is" : "are") the ID of no push; this is about the "
                    + "newest push"
            ]
        }
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
