/// The choice of the word that decides what a question is about.
extension WhyQuestion {
    /// A word of a question that names its subject.
    struct Name {
        var place: Int
        var subject: WhySubject
        /// Whether another symptom in the question takes precedence, as in `no image shown`.
        var isWeak: Bool
    }

    /// The words that name a subject, in their order.
    static func names(in words: [WhyWord]) -> [Name] {
        let plain = words.map { $0.plain.lowercased() }
        let aside = words.firstIndex { ["while", "when"].contains($0.plain) } ?? words.count
        return words.indices.compactMap { place in
            if isStore(place, in: plain) {
                return Name(
                    place: place, subject: WhySubject(symptom: .warehouse), isWeak: false)
            }
            guard let subject = words[place].subject, !isAboutPeople(place, in: plain) else {
                return nil
            }
            // `while the app is open` only says when it happened.
            if place > aside, subject.symptom == .open { return nil }
            // `no push of campaign id 7` only says whose push is missing.
            let isWeak =
                subject.symptom == nil && subject.event == nil
                || Symptom.weakWords.contains(plain[place])
                || words[place].isJapanese && Symptom.isWeak(sentence: plain[place])
                || plain[place] == WhyWord.someUsers
                || subject.asksForCampaign && Set(plain).isDisjoint(with: emptiness)
            return Name(place: place, subject: subject, isWeak: isWeak)
        }
    }

    /// Whether a word is the short name of Treasure Data, as the place where something should come:
    /// `not in TD`; `the TD SDK` only says whose it is.
    private static func isStore(_ place: Int, in plain: [String]) -> Bool {
        guard plain[place] == "td" else { return false }
        let before = plain[..<place].suffix(3).filter { $0 != "the" }
        guard let last = before.last else { return false }
        return ["in", "into", "to", "inside", "reach", "reaches", "reached"].contains(last)
            || last == "from" && before.dropLast().last.map(["missing", "absent"].contains) == true
    }

    /// Whether a word only says whom it happened to: `Japanese users`, `a group of users`.
    private static func isAboutPeople(_ place: Int, in plain: [String]) -> Bool {
        let before = place > 0 ? plain[place - 1] : ""
        let after = place + 1 < plain.count ? plain[place + 1] : ""
        if plain[place] == "group" {
            let articles = [
                "one", "a", "the", "this", "that", "our", "test", "user", "control", "target",
                "each", "every",
            ]
            return after == "of" || articles.contains(before)
        }
        guard WhyWord.languages.contains(plain[place]) else { return false }
        let verbs = [
            "in", "into", "show", "shows", "shown", "showing", "display", "displays", "only",
            "still", "as", "says",
        ]
        return !verbs.contains(before) && place + 1 < plain.count
            && !["instead", "text", "title", "body", "to"].contains(after)
    }

    /// Puts the name that decides first; none is left if all of them mean something else here.
    static func choose(_ names: inout [Name], in words: [WhyWord]) {
        let plain = words.map { $0.plain.lowercased() }
        let quoted = names.map(\.subject)
        chooseMissing(&names, in: words)
        chooseLit(&names, in: plain)
        chooseReceived(&names, in: plain)
        leaveOut(&names, in: plain)
        chooseDoubled(&names, in: plain)
        if names.contains(where: { !$0.isWeak }) {
            names.removeAll(where: \.isWeak)
        } else if let place = names.firstIndex(where: \.subject.asksForWake) {
            // `the push did not wake the app` is not about a banner.
            names.swapAt(0, place)
        } else if let place = names.firstIndex(where: { $0.subject.symptom == .stack }) {
            // `shown twice` is not about whether it was shown.
            names.swapAt(0, place)
        } else if Complaint.denies(plain),
            let place = names.firstIndex(where: { plain[$0.place] == "stored" })
        {
            // `the order push is not stored` misses its rows.
            names.swapAt(0, place)
        }
        if let place = names.firstIndex(where: \.subject.asksForCampaign), !names[place].isWeak {
            // `the events' campaign id is null` is not about the events' way.
            names.swapAt(0, place)
        }
        chooseOpened(&names, in: Set(plain))
        chooseUser(&names, in: words)
        if !names.isEmpty { names[0].subject.takeQuotes(quoted) }
    }

    /// Tells a screen that lights up for a notification from one that a link opens.
    ///
    /// The question is about anything else that it names: `opens a black screen`, `the screen
    /// lights up but no sound`.
    private static func chooseLit(_ names: inout [Name], in plain: [String]) {
        guard namesLitScreen(plain) else { return }
        let others = names.filter { name in
            !name.isWeak && !name.subject.asksForWake && !screens.contains(plain[name.place])
                && name.subject.symptom != nil && name.subject.symptom != .banner
        }
        if others.contains(where: { [.link, .tap, .open].contains($0.subject.symptom) }) { return }
        guard others.isEmpty else {
            return names.removeAll { screens.contains(plain[$0.place]) }
        }
        names.removeAll(where: \.subject.asksForWake)
        for index in names.indices where names[index].subject.symptom == .link {
            names[index] = Name(
                place: names[index].place, subject: WhySubject(symptom: .banner), isWeak: false)
        }
    }

    /// Tells the event `delivery` from a notification that comes: who writes `not received` misses
    /// what he should see, unless the question speaks of what is counted.
    private static func chooseReceived(_ names: inout [Name], in plain: [String]) {
        let counts = names.contains { [.upload, .warehouse].contains($0.subject.symptom) }
        guard counts || !tracking.union(counting).isDisjoint(with: plain) else { return }
        for index in names.indices where Symptom.receipts.contains(plain[names[index].place]) {
            names[index].subject = WhySubject(symptom: .delivery)
            names[index].isWeak = false
        }
    }

    /// Leaves out names that mean something else beside other words.
    private static func leaveOut(_ names: inout [Name], in plain: [String]) {
        let said = Set(plain)
        let isOfEvent = !said.isDisjoint(with: tracking)
        if !isOfEvent, !said.isDisjoint(with: ["app", "away"]), said.isDisjoint(with: shown) {
            // A user who swipes an app away dismisses no notification.
            names.removeAll { Symptom.swipes.contains(plain[$0.place]) }
        }
        let isGateway = { (name: Name) in WhyWord.gateways.contains(plain[name.place]) }
        if !names.allSatisfy(isGateway) {
            // `why does FCM refuse it` is about the push, and so is `no push from Firebase`.
            names.removeAll(where: isGateway)
        }
        chooseShown(&names, in: plain)
        if !isOfEvent, names.contains(where: \.subject.asksForWake) {
            // A silent push that is `not delivered` did not wake the app.
            names.removeAll { [.dismiss, .delivery].contains($0.subject.symptom) }
        }
        if !said.isDisjoint(with: Complaint.denials) {
            // `sent twice, and nothing came` is not about two notifications.
            names.removeAll {
                Stacking.doubles.contains(plain[$0.place])
                    && plain[max(0, $0.place - 2)..<$0.place].contains(where: sending.contains)
            }
        }
        if names.contains(where: { $0.subject.symptom == .serviceExtension }) {
            // The extension has a `didReceive` of its own.
            names.removeAll { $0.subject.callback == .response }
        }
        if names.contains(where: { $0.subject.symptom == .badge }) {
            // `the badge is not cleared` is not about a dismissal.
            names.removeAll { $0.subject.symptom == .dismiss }
        }
    }

    /// Asks for the banner of a push that shows none: `the data message is not shown` does not ask
    /// whether it woke the app.
    private static func chooseShown(_ names: inout [Name], in plain: [String]) {
        let isShown = plain.contains { word in
            showing.contains(word)
                || ["表示", "バナー", "見え", "出な", "出ま"].contains(where: word.contains)
        }
        guard isShown else { return }
        for index in names.indices where WhyWord(plain[names[index].place]).isSilentPush {
            names[index].subject = WhySubject(symptom: .banner)
        }
    }

    /// Words for what is seen of a push.
    private static let showing: Set<String> = [
        "show", "shows", "shown", "showing", "display", "displays", "displayed", "appear",
        "appears", "appeared", "visible", "banner", "banners", "see", "seen", "alert",
    ]

    /// Tells two notifications from events that are stored twice.
    private static func chooseDoubled(_ names: inout [Name], in plain: [String]) {
        for index in names.indices where Stacking.doubles.contains(plain[names[index].place]) {
            if !Set(plain).isDisjoint(with: tracking) {
                names[index].subject = WhySubject(symptom: .warehouse)
            }
        }
        guard names.allSatisfy(\.isWeak), Stacking.isDoubled(plain),
            let place = names.firstIndex(where: { Stacking.plurals.contains(plain[$0.place]) })
        else { return }
        names[place].subject = WhySubject(symptom: .stack)
    }

    /// Tells the event `open` from an app that opens.
    private static func chooseOpened(_ names: inout [Name], in said: Set<String>) {
        let symptoms = Set(names.compactMap(\.subject.symptom))
        let isOfApp = said.contains("app") && said.isDisjoint(with: tracking)
        if symptoms.contains(.open) {
            // `users tap but we see no opens` misses the event.
            names.removeAll { $0.subject.symptom == .tap }
        } else if symptoms == [.tap], !said.isDisjoint(with: tracking) {
            // A tap is tracked as `open`.
            names[0].subject = WhySubject(symptom: .open)
        }
        if symptoms.contains(.link) {
            // `opens the wrong screen` is not about the event `open`.
            names.removeAll { [.open, .tap].contains($0.subject.symptom) }
        } else if symptoms == [.open] || symptoms == [.open, .tap], isOfApp {
            names[0].subject = WhySubject(symptom: .link)
        } else if symptoms.contains(.badge), isOfApp {
            // `after the user opened the app the badge stays` only says when.
            names.removeAll { $0.subject.symptom == .open }
        }
    }

    /// Asks about the user of the events that are named beside the column: `open user_id null`, but
    /// not `no open for user_id 42`.
    private static func chooseUser(_ names: inout [Name], in words: [WhyWord]) {
        guard let index = names.firstIndex(where: \.subject.asksForUser) else { return }
        let place = names[index].place
        let isOfSomebody =
            place + 1 < words.count && !words[place + 1].isFiller
            && words[place + 1].subject == nil
        let owners = ["for", "to", "by", "of", "from"]
        guard !isOfSomebody, place == 0 || !owners.contains(words[place - 1].plain.lowercased()),
            let event = names.lazy.compactMap(\.subject.event).first
        else { return }
        names.swapAt(0, index)
        names[0].subject.event = event
    }

    /// Words for a column without a value.
    private static let emptiness: Set<String> = ["null", "empty", "blank", "wrong"]
    /// Words that speak of an event rather than of what is seen.
    private static let tracking: Set<String> = [
        "track", "tracked", "recorded", "event", "events", "stored", "counted", "logged",
        "uploaded", "row", "rows",
    ]
    /// Words for numbers of events.
    private static let counting: Set<String> = [
        "count", "counts", "rate", "rates", "impression", "impressions",
    ]
    /// Words for what a sender does.
    private static let sending: Set<String> = [
        "send", "sends", "sent", "pushed", "try", "tried", "retried", "tested",
    ]
    /// Words for what can be swiped away besides an app.
    private static let shown: Set<String> = [
        "notification", "notifications", "notif", "banner", "banners", "alert", "dismiss",
        "dismissed", "dismissal",
    ]

    /// Whether the words say that the events of a push have no user: `m1 has no user`, `the user of
    /// m1 is missing`.
    static func asksForUser(ofPush words: [WhyWord]) -> Bool {
        let plain = words.map { $0.plain.lowercased() }
        let others = plain.indices.filter { !words[$0].isUser && !between.contains(plain[$0]) }
        guard let user = words.firstIndex(where: \.isUser), others.count == 1 else { return false }
        let isOf = user + 1 < plain.count && plain[user + 1] == "of"
        return others[0] < user || isOf
    }

    /// The words that stand between a push and its user.
    private static let between: Set<String> = [
        "has", "have", "had", "of", "is", "the", "a", "its", "no", "not", "without", "missing",
        "null", "empty", "wrong", "there", "with",
    ]
}
