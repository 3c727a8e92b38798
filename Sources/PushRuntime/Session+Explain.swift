import PushCommands
import PushExplain
import PushModel
import PushPayload
import PushSimulation
import PushText

extension Session {
    /// Explains a notification or an event.
    func why(_ subject: WhySubject, on device: String?) throws(CommandFailure) {
        var evidence = try evidence(for: subject, on: device)
        if evidence.uploads.contains(where: { $0.status == 404 }) { try addStores(to: &evidence) }
        let explanation = world.why(subject, evidence: evidence, on: device)
        for line in explanation.lines { say(line) }
        last.value = explanation.json
    }

    /// Checks the app against the implementation checklist.
    func doctor(on device: String?) throws(CommandFailure) {
        var evidence = try evidence(for: .newest, on: device)
        try addStores(to: &evidence)
        let checks = world.doctor(evidence: evidence, on: device)
        for line in DoctorCheck.lines(checks) { say(line) }
        last.value = DoctorCheck.json(checks)
    }

    /// Looks which databases and tables the embedded warehouse has.
    private func addStores(to evidence: inout Evidence) throws(CommandFailure) {
        do throws(EdgeError) {
            evidence.databases = try edge.databases().map(\.name)
            evidence.tables = try edge.tables(isMeasured: false).map(\.name)
        } catch { throw CommandFailure(error) }
    }

    func evidence(
        for subject: WhySubject, on device: String?
    ) throws(CommandFailure) -> Evidence {
        if let device, world.deviceIndex(device) == nil {
            throw CommandFailure("no_device", "there is no device `\(device)`")
        }
        guard let app = app(on: device) else { return Evidence() }
        do throws(EdgeError) {
            if edge.isDurable, try edge.begin() { try reload() }
            edge.rollback()
            var evidence = try edge.history.evidence(for: subject, app: app.address)
            evidence.refusals = memory.refusals
            let surroundings = world.surroundings
            if surroundings.network.mode == .simulated,
                surroundings.config.endpoint.regionName != nil
            {
                evidence.accountRegion = surroundings.config.accountRegion
            }
            return evidence
        } catch { throw CommandFailure(error) }
    }
}

/// What a session remembers beside the world.
struct SessionMemory {
    /// The system's clock as the command in progress read it; nil before it did.
    var moment: Tick?
    /// Whether it was told that the clock stands still, since it is ahead of the system's.
    var hasToldStandstill = false
    /// How many facts of the command in progress were printed while it ran; nil where it has none.
    var toldFacts: Int?
    /// Whether the command in progress uploaded something.
    var hasUploaded = false
    /// The recording in progress.
    var recorder: Recorder?
    /// Whether the last `.read` found its file, so that what it ran stands in the recording.
    var didRead = false
    /// The lesson that somebody works on; nil outside of one.
    var tutorial: TutorialProgress?
    /// The steps that can be taken back.
    var undo = UndoMemory()
    /// What a report will draw of the commands; nil where none was asked for.
    var trace: TraceRecorder?
    /// What the world's document says in the file; nil when it may say something else.
    var saved: WorldContent?
    /// Where a command that runs for long tells what happens, while it happens.
    weak var console: (any Console)?
    /// Where a query prints while it runs: the console of a statement whose output goes to a file,
    /// and of which nobody compares or records every line.
    weak var export: (any Console)?
    /// The run that takes the tests of a file that `.read` brings in; nil inside a test.
    weak var tests: (any TestHost)?
    /// The contents of the files that `@path` words of the command stood for, by place.
    var contents: [(span: Span, text: String)] = []
    /// Prints the statement in progress with a here-document in a word's place; nil where nobody
    /// keeps statements as text.
    var inlining: ((String, Span) -> String)?
    /// The ports that are open while the script goes on.
    var services: ServicesMeanwhile?
    /// Where a test tells its ports, whose output nobody sees; nil outside of one.
    weak var announcer: (any Console)?
    /// Whether `.output` sent the output to a file.
    var isOutputFile = false
    /// Whether statements of the control protocol run.
    var isControlled = false
    /// Pushes that were refused; they leave no row.
    private(set) var refusals: [RefusedPush] = []

    /// Remembers a refused push; the oldest of many is forgotten.
    mutating func note(_ refusal: Refusal, of push: Push, in world: World, on device: String?) {
        note(
            RefusedPush(
                id: push.id ?? push.payload.messageID,
                bundleID: push.bundleID ?? push.payload.simulatorBundleID, refusal: refusal,
                at: world.surroundings.now, arrivals: world.surroundings.counters.notification,
                wasReachable: world.isReachable(on: device)))
    }

    /// Remembers a push that was refused before it was one.
    mutating func note(_ refused: RefusedPush) {
        if refusals.count >= 20 { refusals.removeFirst() }
        refusals.append(refused)
    }
}
