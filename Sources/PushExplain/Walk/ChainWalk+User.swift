import PushModel
import PushSimulation
import PushText

/// The answers about the user of an event, whose column is null if nobody was logged in (TD-03),
/// and about one who has logged out and still gets pushes.
extension ChainWalk {
    /// The newest event that registered a token with Treasure Data.
    private var newestRegistration: Event? {
        evidence.events.last { $0.queued.event.kind == .tokenRegister }?.queued.event
    }

    /// A token registration that was not tracked.
    typealias LostRegistration = (fact: Fact, obstacle: Occurrence.Obstacle, remark: String)

    /// A login whose token registration was not tracked, so that the newest one that was is of
    /// somebody else, or of nobody; nil if the user who is logged in has one.
    var lostLogin: LostRegistration? {
        guard !subject.needsPush, let user = currentApp?.userID, let newest = newestRegistration,
            newest.userID != user, let lost = untrackedRegistration(since: .login)
        else { return nil }
        let known = newest.userID.map { "of `\($0)`" } ?? "without a user"
        return (
            lost.fact, lost.obstacle,
            "`\(user)` is logged in, and the last token_register that was tracked is \(known)"
        )
    }

    /// A new token whose registration was not tracked, so that the newest one that was has an older
    /// token; nil if it has the app's present one.
    var lostToken: LostRegistration? {
        guard subject.event == .tokenRegister, let newest = newestRegistration?.fcmToken,
            let token = presentToken, newest != token,
            let lost = untrackedRegistration(since: nil)
        else { return nil }
        return (
            lost.fact, lost.obstacle,
            "the last token_register that was tracked has an earlier token, "
                + "\(TokenText.short(newest))"
        )
    }

    /// The registration that was not tracked, of the present user or of the present token.
    var lostRegistration: LostRegistration? { lostLogin ?? lostToken }

    /// The registration token that the app has now.
    var presentToken: String? {
        currentApp.flatMap { $0.tokens.cachedToken(of: $0.settings.firebase?.senderID) }
    }

    /// Whether the newest event that registered a token has the app's present one.
    var hasRegisteredPresentToken: Bool {
        presentToken != nil && newestRegistration?.fcmToken == presentToken
    }

    /// The newest registration that was not tracked, unless one was tracked after it, or unless a
    /// fact of a kind came after it.
    private func untrackedRegistration(
        since verb: Fact.Verb?
    ) -> (fact: Fact, obstacle: Occurrence.Obstacle)? {
        for entry in evidence.appFacts.reversed() {
            let fact = entry.fact
            if fact.verb == verb { return nil }
            if fact.verb == .tracked, fact.subject == Event.Kind.tokenRegister.rawValue {
                return nil
            }
            guard case .untracked(.tokenRegister, let obstacle)? = fact.occurrence else { continue }
            return (fact, obstacle)
        }
        return nil
    }

    /// The link of a registration that was not tracked, with its cure.
    private func link(of lost: LostRegistration) -> ChainLink? {
        var walk = self
        walk.links = []
        walk.walkLostLogin(lost.fact, lost.obstacle)
        return walk.links.first
    }

    /// The link of the present token, if its registration was not tracked.
    var lostTokenLink: ChainLink? { lostToken.flatMap(link(of:)) }

    /// The answer if the login of the present user was not tracked.
    private var lostLoginAnswer: Explanation.Answer? {
        guard let user = currentApp?.userID, let lostLogin, var link = link(of: lostLogin) else {
            return nil
        }
        let reason = lostLogin.obstacle.reason(for: .tokenRegister)
        link.found = "the login of `\(user)` tracked no token_register: \(reason)"
        return Explanation.Answer(.no, about: "user_id", link)
    }

    /// The answer from the events in question: of those without a user the newest, however many
    /// have come since; nil if there are none.
    var userAnswer: Explanation.Answer? {
        if let lostLoginAnswer { return lostLoginAnswer }
        let records = expectedEvents
        guard let newest = records.last?.queued.event, let app = currentApp else { return nil }
        if let answer = personalDataAnswer(newest) { return answer }
        let userless =
            subject.asksForWrongUser
            ? (newest.userID == nil ? records.last : nil)
            : evidence.userless ?? records.last { $0.queued.event.userID == nil }
        guard let event = userless?.queued.event else {
            return Explanation.Answer(
                verdict: .yes,
                sentence: "user_id: \(Self.name(newest)) has `\(newest.userID ?? "")`",
                link: ChainLink(
                    .event, .ok, "\(Self.name(newest)) has a user_id", Basis(.userAssociation)))
        }
        let time = InstantText.format(seconds: event.time)
        let found = "nobody was logged in when \(Self.name(event)) was tracked at \(time)"
        let since =
            newest.userID.map { "; \(Self.name(newest)), which is newer, has `\($0)`" } ?? ""
        let start = app.isRunning || app.state == .uninstalled ? "" : "`app launch` and "
        let login =
            app.userID == nil ? start + "`login USER` before the event is tracked; " : ""
        return Explanation.Answer(
            verdict: .no, sentence: "user_id is null: \(found)\(since)",
            link: ChainLink(
                .event, .quiet, found, Basis(.userAssociation), cause: .noUser,
                cure: login + "the view \(app.settings.store)_resolved "
                    + "fills it in from other events of the same token"))
    }

    /// The answer that an event's user is personal data; nil if nobody asked, or if it is none.
    private func personalDataAnswer(_ event: Event) -> Explanation.Answer? {
        guard subject.asksForPersonalData, let user = event.userID,
            let data = PersonalData(in: user)
        else { return nil }
        let found = "the app passes \(data.rawValue) to the SDK, and \(Self.name(event)) has it"
        return Explanation.Answer(
            .no, about: "user_id",
            ChainLink(
                .event, .quiet, found, Basis(.personalUserID), cause: .personalUserID,
                cure: "send a digest: `login USER --hash sha256`"))
    }

    /// The answer about a push that still comes with the token of somebody who is no longer the
    /// app's user; nil if nobody asked, or if the token is another one since that login.
    var formerUserAnswer: Explanation.Answer? {
        let symptom = subject.symptom ?? .banner
        guard subject.asksForFormerUser, let app = currentApp,
            symptom == .token || symptom == .banner && isPresented,
            // Who came with a restored backup has logged in on another phone, and out on this one.
            let login = evidence.appFacts.last(where: {
                [.login, .logout].contains($0.fact.verb) && $0.fact.subject != app.userID
            }), hasSameToken(since: login)
        else { return nil }
        let user = app.userID.map { "`\($0)` is logged in now" } ?? "nobody is logged in now"
        let found =
            "the token is the one with which `\(login.fact.subject)` registered, though \(user): "
            + "logging out changes no token"
        let came = symptom == .token ? "" : "\(id ?? "the push") came, since "
        return Explanation.Answer(
            verdict: .yes, sentence: "\(symptom.rawValue): \(came)\(found)",
            link: ChainLink(
                .registrationToken, .quiet, found, Basis(.userAssociation),
                cause: .tokenOfFormerUser,
                cure: "at a logout the server forgets whose token it is (`users` shows who had "
                    + "it), or the app calls deleteToken: `token delete`"))
    }

    /// The answer about pushes that still come to the phone that the user had before the present
    /// one; nil if nobody asked, or if the app has an address on one phone only.
    var oldPhoneAnswer: Explanation.Answer? {
        let symptom = subject.symptom ?? .banner
        guard subject.asksForOldPhone, subject.complaint == nil,
            [.banner, .token].contains(symptom),
            let bundleID = currentApp?.address.bundleID
        else { return nil }
        let holders = world.devices.flatMap(\.apps).filter {
            $0.address.bundleID == bundleID && $0.state != .uninstalled
                && $0.tokens.deviceToken != nil
        }.map(\.address.device)
        guard holders.count > 1, let old = holders.first, let new = holders.last else { return nil }
        let found =
            "`\(old)` still has the app, and its token stays valid: `\(new)` got a token of its "
            + "own, which ended none"
        return Explanation.Answer(
            .yes, about: symptom.rawValue,
            ChainLink(
                .registrationToken, .quiet, found, Basis(.restoreBackup),
                cause: .tokenOfOldPhone,
                cure: "the server forgets the old token once its user has registered another one "
                    + "(`users` shows who has which); or the app goes from the old phone: "
                    + "`@\(old) app uninstall`"))
    }

    /// The end of a cure for an app that was deleted: its user may have gone on to another phone,
    /// which has a token of its own.
    var orSuccessor: String {
        guard let bundleID = currentApp?.address.bundleID else { return "" }
        let others = world.devices.filter { $0.name != device.name }.flatMap(\.apps).filter {
            $0.address.bundleID == bundleID && $0.state != .uninstalled
                && $0.tokens.deviceToken != nil
        }
        let user = evidence.appFacts.last { $0.fact.verb == .login }?.fact.subject
        let next =
            others.first { user != nil && $0.userID == user }
            ?? (user == nil && others.count == 1 ? others.first : nil)
        return next.map {
            "; if its user has moved to `\($0.address.device)`, send to the token there: `tokens "
                + "export` lists it"
        } ?? ""
    }

    /// Whether the app has the registration token that it had at a login; without Firebase, the
    /// device token.
    private func hasSameToken(since login: TimedFact) -> Bool {
        let tokens = evidence.appFacts.filter { $0.fact.verb == .token }
        let registrations = tokens.filter { $0.fact.subject == "registration" }
        let known = registrations.isEmpty ? tokens : registrations
        return known.last { Self.isBefore($0, login) }?.fact.text == known.last?.fact.text
    }

    /// An event as a sentence names it.
    private static func name(_ event: Event) -> String {
        event.kind.rawValue + (event.messageID.map { " " + $0 } ?? "")
    }
}
