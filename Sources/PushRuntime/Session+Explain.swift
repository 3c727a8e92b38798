import PushCommands
import PushExplain
import PushModel
import PushPayload
import PushSimulation
import PushText

extension Session {
    /// Answers a question about a notification or an event.
    func why(_ question: WhyQuestion, on device: String?) throws(Failure) {
        var tables: [String]?
        func naming(_ word: String) -> WhyName? { whyName(word, &tables) }
        let named = device ?? question.device(naming: naming)
        func isKnown(_ id: String) throws(Failure) -> Bool {
            if try knowsPush(id, on: device) { return true }
            return named == device ? false : try knowsPush(id, on: named)
        }
        var unarrived: [UnarrivedPush]?
        let reading = try question.reading(
            { (id) throws(Failure) in try isKnown(try pushID(id, isKnown)) },
            naming: naming,
            ofCampaign: { (id) throws(Failure) in
                // Whether a push has the ID is cheaper to know than whether a campaign has it.
                let app = app(on: named)?.address
                guard try edge.history.notification(id: id, app: app) == nil else { return nil }
                if unarrived == nil { unarrived = try unarrivedPushes(on: named) }
                guard let found = try campaign(id, of: app, besides: unarrived ?? []),
                    try !isKnown(id)
                else { return nil }
                return found
            })
        let device = device ?? reading.device
        var subject = reading.subject
        if let id = subject.id { subject.id = try pushID(id, isKnown) }
        if let push = subject.ofRefusedToken {
            let refusal = try evidence(for: push, on: device)
            if world.isRefusedForItsToken(push, refusal, on: device) { subject = push }
        }
        if let push = subject.ofRefusingGateway {
            let refusal = try evidence(for: push, on: device)
            if world.isRefused(push, refusal, on: device) { subject = push }
        }
        subject = try ofUploads(subject, on: device) ?? subject
        var notes = reading.notes
        if subject.id == nil, let id = wordThatIsID(of: question, on: device) {
            notes.append("a push has the ID `\(id)`: `why \(id.asWord)` asks about it")
        }
        if let app = reading.app, let remark = try turn(&subject, to: app, on: device) {
            notes.append(remark)
        }
        if subject.asksForCampaign, subject.id == nil {
            let events = try evidence(for: subject, on: device).events.map(\.queued.event)
            let stray = events.last { $0.campaignID == nil && $0.messageID != nil }?.messageID
            let newest = try evidence(for: .newest, on: device).notification?.id
            subject.id = stray ?? newest
        } else if question.missesEvents, subject.id == nil {
            notes += try turnToUntracked(&subject, on: device)
        }
        if subject.isOfLocal, let id = subject.id {
            let evidence = try evidence(for: subject, on: device)
            if let local = world.localNotification(postedFor: subject, evidence, on: device) {
                notes.append(
                    "`\(id)` is silent: this is about `\(local)`, which the app posted for it")
                subject.id = local
            }
        }
        if subject.asksForSome { return try explainEach(subject, notes: notes, on: device) }
        try explain(subject, notes: notes, on: device)
    }

    /// The subject other than a push that a word of a question names; `tables` keeps those of the
    /// warehouse for the next word.
    private func whyName(_ word: String, _ tables: inout [String]?) -> WhyName? {
        if let name = world.whyName(word) { return name }
        return world.whyTable(word) {
            // A damaged warehouse is no reason to answer nothing.
            let names = tables ?? (try? edge.tables(isMeasured: false).map(\.name)) ?? []
            tables = names
            return names
        }
    }

    /// The question about uploads or rows that a question without an ID must mean where no push is
    /// known: a status that the newest upload got, or duplicates; nil for any other.
    private func ofUploads(
        _ subject: WhySubject, on device: String?
    ) throws(Failure) -> WhySubject? {
        guard let other = subject.ofUploads else { return nil }
        let push = try evidence(for: .newest, on: device)
        guard push.notification == nil, push.elsewhere == nil, push.refusals.isEmpty,
            app(on: device)?.stored == nil
        else { return nil }
        let known = try evidence(for: other, on: device)
        return subject.isOfUploads(known) ? other : nil
    }

    /// Makes a question about missing events one about the newest push, if that tracked none and
    /// nothing is wrong with the others; returns remarks on it.
    private func turnToUntracked(
        _ subject: inout WhySubject, on device: String?
    ) throws(Failure) -> [String] {
        guard let app = app(on: device), app.settings.usesTreasureData else { return [] }
        if let kept = app.stored?.push.id {
            return ["`\(kept)` has not come yet, so it tracked no event: `why \(kept.asWord)`"]
        }
        let newest = try evidence(for: .newest, on: device)
        guard let row = newest.notification, row.app == app.address, newest.events.isEmpty,
            !row.isForActivity, ![.refused, .silent].contains(row.state)
        else { return [] }
        guard try explanation(of: subject, on: device).answer?.verdict == .yes else {
            return [
                "`\(row.id)`, the newest notification, tracked no event: "
                    + "`why \(row.id.asWord) event`"
            ]
        }
        subject.id = row.id
        return [
            "the events that were tracked are stored; this is about the newest notification"
        ]
    }

    /// The pushes of campaigns that APNs keeps or dropped.
    private func unarrivedPushes(on device: String?) throws(Failure) -> [UnarrivedPush] {
        world.unarrivedPushes(try evidence(for: .newest, on: device).appFacts)
    }

    /// The pushes of a campaign to an app, whether they left a row or not; only where it had none,
    /// those to the app that had the newest.
    private func campaign(
        _ id: String, of app: AppAddress?, besides others: [UnarrivedPush]
    ) throws(Failure) -> CampaignPushes? {
        let others = others.filter { $0.campaign.isExactly(id) }
        let arrived = try edge.history.campaign(id, app: app)
        guard let last = others.last(where: { $0.app == app }) ?? others.last else {
            return arrived
        }
        // Another app's push counts only where the asked one had none at all.
        if last.app != app, let arrived {
            guard let owner = arrived.owner else { return arrived }
            let newest = try edge.history.evidence(for: .message(arrived.newest), app: owner)
            if !last.isLater(than: newest) {
                let count = arrived.count + others.count { $0.app == owner }
                return CampaignPushes(newest: arrived.newest, count: count, owner: owner)
            }
        }
        var newest = last.id
        var count = others.count { $0.app == last.app }
        if let own = try edge.history.campaign(id, app: last.app), own.owner == nil {
            count += own.count
            let row = try edge.history.evidence(for: .message(own.newest), app: last.app)
            if !last.isLater(than: row) { newest = own.newest }
        }
        return CampaignPushes(
            newest: newest, count: count, owner: last.app == app ? nil : last.app)
    }

    /// Makes a question about another app one about its newest push; returns a remark if nothing
    /// has come for it.
    private func turn(
        _ subject: inout WhySubject, to bundleID: String, on device: String?
    ) throws(Failure) -> String? {
        guard let app = app(on: device, named: bundleID), let current = self.app(on: device),
            app.address != current.address
        else { return nil }
        subject.id = try evidence(for: .newest, of: app, on: device).notification?.id
        guard subject.id == nil else { return nil }
        return "nothing has come for `\(bundleID)`; this is about `\(current.address.bundleID)`: "
            + "first `app launch \(bundleID)`"
    }

    /// The word of a question without an ID that is all the same the ID of a notification there.
    ///
    /// Only what waits is looked through: to search the history for each word of each question
    /// would take longer than the answer.
    private func wordThatIsID(of question: WhyQuestion, on device: String?) -> String? {
        guard let center = app(on: device)?.center else { return nil }
        return question.ids.first(where: center.holds)
    }

    /// Whether a push has an ID, as far as the app of a device can tell.
    private func knowsPush(_ id: String, on device: String?) throws(Failure) -> Bool {
        world.knowsPush(try evidence(for: .message(id), on: device), id, on: device)
    }

    /// Explains a subject; the notes come before those of the explanation.
    func explain(_ subject: WhySubject, notes: [String] = [], on device: String?) throws(Failure) {
        var explanation = try explanation(of: subject, on: device)
        explanation.notes.insert(contentsOf: notes, at: 0)
        for line in explanation.lines { say(line) }
        last.value = explanation.json
    }

    /// Returns the explanation of a subject.
    func explanation(
        of subject: WhySubject, on device: String?
    ) throws(Failure) -> Explanation {
        var evidence = try evidence(for: subject, on: device)
        // Behind a key that is refused, the store may be missing as well.
        if subject.table != nil
            || evidence.uploads.contains(where: { [401, 403, 404].contains($0.status) })
        {
            try addStores(to: &evidence)
        }
        let local = world.localInstead(of: subject, evidence, on: device)
        var explanation = world.why(local?.subject ?? subject, evidence: evidence, on: device)
        explanation.notes += try otherTargets(of: subject, evidence, on: device)
        if let id = subject.id, explanation.cause == .neverArrived, memory.checkedIDs.contains(id) {
            explanation.notes.insert(
                "a dry run checked `\(id)`, which sends nothing: send it without `--dry-run` or "
                    + "`validate_only`", at: 0)
        }
        if let local { explanation.notes.insert(local.note, at: 0) }
        return explanation
    }

    /// Checks the app against the implementation checklist.
    func doctor(on device: String?) throws(Failure) {
        var evidence = try evidence(for: .arrivals, on: device)
        try addStores(to: &evidence)
        let checks = world.doctor(evidence: evidence, on: device)
        for line in DoctorCheck.lines(checks) { say(line) }
        last.value = DoctorCheck.json(checks)
    }

    /// Adds the databases and tables of the embedded warehouse.
    private func addStores(to evidence: inout Evidence) throws(Failure) {
        evidence.databases = try edge.databases().map(\.name)
        evidence.tables = try edge.tables(isMeasured: false).map(\.name)
    }

    /// Returns the evidence about a subject, for the current app or another one.
    func evidence(
        for subject: WhySubject, of other: App? = nil, on device: String?
    ) throws(Failure) -> Evidence {
        if let device, world.deviceIndex(device) == nil {
            throw Failure(.noDevice, "there is no device `\(device)`")
        }
        guard let app = other ?? app(on: device) ?? holder(of: subject, on: device) else {
            return Evidence()
        }
        try followOthers()
        var evidence = try edge.history.evidence(for: subject, app: app.address)
        let refusals = try refusals().map(\.push)
        func others(than app: AppAddress) -> [AppAddress] {
            world.devices.lazy.flatMap(\.apps).map(\.address).filter {
                $0.device == app.device && $0 != app
            }
        }
        evidence.add(
            refusals: refusals, for: subject, to: app.address, besides: others(than: app.address))
        if let keeper = world.keeper(of: subject, evidence, on: device) {
            evidence = try edge.history.evidence(for: subject, app: keeper)
            evidence.add(
                refusals: refusals, for: subject, to: keeper, besides: others(than: keeper))
        }
        let surroundings = world.surroundings
        if surroundings.network.mode == .simulated,
            surroundings.config.endpoint.regionName != nil
        {
            evidence.accountRegion = surroundings.config.accountRegion
        }
        evidence.writeKey = writeKeyFound()
        evidence.elsewhere = try pushElsewhere(than: app, evidence, subject)
        return evidence
    }

    /// The newest push to the same app on another device, if none has come to the asked one; among
    /// many devices nobody looks.
    private func pushElsewhere(
        than app: App, _ evidence: Evidence, _ subject: WhySubject
    ) throws(Failure) -> NotificationRow? {
        guard subject.needsPush, subject.id == nil, evidence.notification == nil,
            (2...8).contains(world.devices.count)
        else { return nil }
        var newest: NotificationRow?
        for other in world.devices.flatMap(\.apps)
        where other.address.bundleID == app.address.bundleID && other.address != app.address {
            let found = try edge.history.evidence(for: .newest, app: other.address)
            guard let row = found.notification, row.app == other.address else { continue }
            if row.sequence > newest?.sequence ?? 0 { newest = row }
        }
        return newest
    }

    /// The app whose history may know a push by its ID, where the current device has none.
    private func holder(of subject: WhySubject, on device: String?) -> App? {
        guard subject.id != nil, device == nil, let place = world.nearestApp.flatMap(world.place)
        else { return nil }
        return world[place]
    }
}

extension Session {
    /// Remembers a push that a gateway only checked, so that `why` knows of it.
    func noteChecked(_ id: String?) {
        guard let id, !memory.checkedIDs.contains(id) else { return }
        memory.checkedIDs = memory.checkedIDs.suffix(Evidence.limit - 1) + [id]
    }

    /// The finding at the source of the key for real uploads; nil if none is needed, or if nothing
    /// outside can be read.
    private func writeKeyFound() -> KeyFinding? {
        let surroundings = world.surroundings
        guard surroundings.config.endpoint.isOnTheWire(surroundings.network.mode) else {
            return nil
        }
        do throws(Failure) {
            _ = try edge.shownKey(
                surroundings.config.wire.writeKey, setting: "td.write_key")
            return .there
        } catch {
            guard error.code != .outside(.notSupported) else { return nil }
            return .missing(Refusal(.noKey, error.message, hint: error.hint))
        }
    }

    /// The links of the address of the app that a refused push is judged by, as they are now.
    func addressLinks(on device: String?, for refusal: Refusal) -> [ChainLink] {
        addressLinks(on: device, of: refusal.isOfMissingApp ? nil : world.bystander(on: device))
    }

    /// The links of the address of the named app, or of the device's current one, as they are now.
    func addressLinks(on device: String?, of other: AppAddress? = nil) -> [ChainLink] {
        world.addressLinks(on: device, of: other) {
            (other ?? app(on: device)?.address).flatMap {
                try? edge.history.evidence(for: .newest, app: $0)
            }
        }
    }
}

/// The state of a session besides the world.
struct SessionMemory {
    /// The system's clock as the command in progress read it; nil until it does.
    var moment: Tick?
    /// Whether the person has been told that the clock, being ahead of the system's, stands still.
    var hasToldStandstill = false
    /// Whether it has been told that the clock is late, since it stands still only here.
    var hasToldLateClock = false
    /// The number of facts that the command in progress printed while running; nil if it has none.
    var toldFacts: Int?
    /// Whether the command in progress uploaded something.
    var hasUploaded = false
    /// The IDs of the newest pushes that a gateway only checked, the newest last.
    var checkedIDs: [String] = []
    /// The texts that `encrypt` sealed, by key, cipher and nonce.
    var sealed: [String: String] = [:]
    /// The recording in progress.
    var recorder: Recorder?
    /// Whether the last `.read` found its file, so that its statements are in the recording.
    var didRead = false
    /// Whether the person has been told that a recording has nothing of the tests.
    var hasToldOfTests = false
    /// The lesson in progress; nil outside of one.
    var tutorial: TutorialProgress?
    /// The warehouse since the first lesson began, whose snapshot is kept; nil if this session
    /// knows of none.
    var lessonStores: LessonStores?
    /// The lesson's lines below the failure of the last command.
    var lessonLines: [String] = []
    /// The steps that can be undone.
    var undo = UndoMemory()
    /// The notes that a report draws the commands from; nil if no report was asked for.
    var trace: TraceRecorder?
    /// The content of the world's document in the file; nil if it may have changed.
    var saved: WorldContent?
    /// The console to which a long-running command reports its progress.
    weak var console: (any Console)?
    /// The console to which a query prints while it runs: set if the statement's output goes to a
    /// file, and nobody compares or records every line.
    weak var export: (any Console)?
    /// Whether the statement in progress failed because a file that it reads has tests, which
    /// cannot run where it stands.
    var losesTests = false
    /// The run that receives the tests of a file that `.read` brings in; nil inside a test.
    weak var tests: (any TestHost)?
    /// The contents of the files that the command's `@path` words named, by the word's place.
    var contents: [(span: Span, text: String)] = []
    /// Prints the statement in progress with a here-document in a word's place; nil if statements
    /// are not kept as text.
    var inlining: ((String, Span) -> String)?
    /// The ports that are open while the script continues.
    var services: ServicesMeanwhile?
    /// The console to which a test reports its ports, as its output is hidden; nil outside of one.
    weak var announcer: (any Console)?
    /// Whether `.output` sent the output to a file.
    var isOutputFile = false
    /// Whether the script had sent its output to a file before the test in progress began.
    var isOutputTaken = false
    /// Whether a statement in progress waits, and lets requests be answered meanwhile.
    var isWaiting = false
    /// The lines told about requests since a statement began to wait.
    var visits: [String] = []
    /// Whether statements of the control protocol are running.
    var isControlled = false
    /// Whether the value of the command in progress is the answer to such a request.
    var isAnswering = false
    /// The form of the session's own output while such statements run, which print JSON; nil if
    /// none do.
    var ownMode: String?
    /// Whether such statements may open ports; their caller then answers the ports' requests.
    var mayControlServe = false
    /// The end of the run by a signal at `serve`; nil while it goes on.
    var ending: RunEnding?
    /// The newest refused pushes, oldest first; nil while those of the store have not been read.
    var refusals: [NotedRefusal]? = []
}
