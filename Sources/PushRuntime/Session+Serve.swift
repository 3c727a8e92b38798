import PushCommands
import PushModel
import PushSimulation
import PushText

extension Session {
    /// Lets the embedded services answer over HTTP until a signal ends it.
    func serve(_ options: ServeOptions) throws(Failure) {
        guard !memory.isControlled || memory.mayControlServe else {
            throw Failure(
                .notSupported, "a request cannot start a server: it would never be answered",
                hint: "`pushsh -c 'serve …'` runs as its own process")
        }
        var options = options
        options.printsValues = settings.printsValues
        let isMeanwhile =
            options.isMeanwhile || memory.announcer != nil || memory.isControlled
        guard !isMeanwhile || options.printsEnvironment else {
            return try serveMeanwhile(options)
        }
        let host = SessionHost(self)
        // The environment alone is printed for another process, which has its own clock. Who drives
        // the session over the control port moves its clock as well.
        if !settings.usesRealClock, !options.printsEnvironment, !options.isDriven {
            let clock = InstantText.format(world.surroundings.now.milliseconds)
            let note = "the clock stands still at \(clock); `clock real` starts it"
            // A program that reads the ports takes the first line, so the note goes elsewhere.
            if options.announcesInJSON { host.warn(note) } else { tell(["note    " + note]) }
        }
        if !options.printsEnvironment { try keepRealClock() }
        let console = memory.console
        var patience = ReaderPatience.always
        // Who started a server may read nothing but the line by which it is ready.
        if !options.printsEnvironment { console?.wait(.never, inJSON: options.printsValues) }
        defer { console?.wait(patience) }
        let end = try edge.serve(options, for: host)
        last.value = ["requests": .int(host.requests)]
        if case .terminated(let signal) = end {
            memory.ending = RunEnding(signal: signal)
            patience = .briefly
        }
    }

    /// The most lines of a running command to keep for golden lines and `output`.
    private static let keptLines = 1000

    /// Prints lines, at once or with the next flush, after those that wait to be printed.
    ///
    /// In the forms of JSON each is an object, as `follow` streams it.
    func tell(_ lines: [String], atOnce: Bool = true) {
        // While a request of the control protocol runs, these lines are not of its output.
        let isJSON = ShellSettings.printsValues(in: recordedMode)
        show(lines.map(isJSON ? Self.told : VisibleText.escape), atOnce: atOnce)
    }

    /// Lines of the prompt that no command answers, in the form of the output.
    public func shown(_ lines: [String]) -> [String] {
        settings.printsValues && !settings.isScreen
            ? lines.map(Self.told) : lines.map(inLocalTime)
    }

    private static func told(_ line: String) -> String {
        let object: JSON = ["type": "told", "text": .string(VisibleText.escape(line))]
        return object.text
    }

    /// Prints the ports that listen, in the same way.
    fileprivate func announce(_ ports: JSON, atOnce: Bool) {
        show([TableWriter.withoutControls(ports.text)], atOnce: atOnce)
    }

    private func show(_ shown: [String], atOnce: Bool) {
        let waiting = last.lines.indices.dropFirst(last.printed).flatMap {
            last.shown(at: $0, width: nil)
        }
        let room = max(0, Self.keptLines - last.lines.count)
        last.lines += shown.prefix(room)
        if memory.isWaiting {
            memory.visits += shown.prefix(max(0, Self.keptLines - memory.visits.count))
        }
        guard let console = memory.console else { return }
        last.printed = last.lines.count
        for line in waiting + shown { console.out(line) }
        if atOnce { console.flush() }
    }
}

extension Session {
    /// Opens ports that answer while the script waits, until the test or the script ends.
    private func serveMeanwhile(_ options: ServeOptions) throws(Failure) {
        guard memory.services == nil else {
            throw Failure(
                .alreadyServing, "ports are already open, until the end of the test or script",
                hint: "open all the ports you need with one `serve`")
        }
        let host = SessionHost(self)
        let services = try edge.openServices(options, for: host)
        memory.services =
            memory.isControlled
            ? host.meanwhile(services, telling: nil) : ServicesMeanwhile(services)
        guard let announcement = memory.services?.services.announcement else { return }
        last.value = announcement
        if let announcer = memory.announcer {
            announcer.err(announcement.text)
            announcer.flush()
        } else {
            announce(announcement, atOnce: true)
        }
    }

    /// Closes the ports that were open while the script continued, except those of a control
    /// request.
    public func endServices() {
        guard !memory.isControlled else { return }
        memory.services?.services.close()
        memory.services = nil
    }

    /// Lets requests of the control protocol open ports: between requests the caller waits for
    /// `portsDescriptor`, and answers with `attendPorts`.
    public func letControlServe() { memory.mayControlServe = true }

    /// A file descriptor that can be read when a request has come to the open ports; nil if none
    /// are open.
    public var portsDescriptor: Int32? { memory.services?.services.descriptor }

    /// Answers what has come to the open ports.
    public func attendPorts() {
        guard let meanwhile = memory.services else { return }
        meanwhile.turn(.before)
        _ = meanwhile.services.attend(milliseconds: 0)
        meanwhile.turn(.after)
    }

    /// Waits for a request on the ports until an instant of the system's clock, and lets it be
    /// answered; false if none came, or no ports are open.
    func awaitRequests(until end: Tick) -> Bool {
        guard let meanwhile = memory.services else { return false }
        // The output and value of the last command stay.
        let kept = (last, step)
        defer { (last, step) = kept }
        while !edge.isInterrupted() {
            let left = end.milliseconds - edge.wallClock().milliseconds
            guard left > 0 else { return false }
            meanwhile.turn(.before)
            let came = meanwhile.services.attend(milliseconds: min(left, 50))
            meanwhile.turn(.after)
            if came { return true }
        }
        return false
    }
}

extension Session {
    /// Uses up the faults planted for the next requests to the Ingest API, and returns them with
    /// what was told meanwhile; nil if the store refuses.
    fileprivate func takeIngestFaults(
        _ count: Int
    ) -> (faults: [Stub.IngestFault?], lines: [String])? {
        // The output and value of the last command stay.
        let kept = (last, step)
        defer { (last, step) = kept }
        last = CommandResult()
        step.clear()
        memory.moment = nil
        var faults: [Stub.IngestFault?] = []
        func taking() -> Action {
            var network = world.surroundings.network
            faults = network.takeIngestFaults(count)
            return .faultsTaken(count)
        }
        guard (try? act(taking(), on: nil) { "" }) != nil else { return nil }
        return (faults, last.lines)
    }
}

/// The ports that are open while a script continues, with the session's side of them.
struct ServicesMeanwhile {
    /// The two moments around a round of answers.
    enum Moment {
        case before, after
    }

    let services: any OpenServices
    /// Lets the output of a round of answers go where it belongs.
    let turn: (Moment) -> Void

    init(_ services: any OpenServices, turn: @escaping (Moment) -> Void = { _ in }) {
        self.services = services
        self.turn = turn
    }
}

/// The session's side of the services that answer over HTTP.
private final class SessionHost: ServingSession {
    private let session: Session
    private(set) var requests = 0
    private(set) var holdsLines = false
    var listener: (([String]) -> Void)?

    init(_ session: Session) { self.session = session }

    var now: Tick {
        let now = session.world.surroundings.now
        return session.settings.usesRealClock ? max(now, session.edge.wallClock()) : now
    }

    var usesWire: Bool { session.world.surroundings.network.mode == .real }

    func withholdsSettings(at gateway: GatewayAnswer.Gateway) -> Bool {
        session.world.surroundings.network.withholdsSettings(at: gateway)
    }

    var newestStatement: Int64 { (try? session.edge.history.lastFact()) ?? 0 }

    var restored: [Int64] { session.restoredCopies }

    var deduplicatesExactly: Bool { session.world.surroundings.config.exactDeduplication }

    func takeFaults(_ count: Int) -> [Stub.IngestFault?] {
        // Stubs that another process planted or cleared in the meantime count.
        _ = session.catchUp()
        var network = session.world.surroundings.network
        let faults = network.takeIngestFaults(count)
        // Nothing is written for stubs that answer every request.
        guard network != session.world.surroundings.network else { return faults }
        guard let (taken, lines) = session.takeIngestFaults(count) else { return faults }
        if !lines.isEmpty { report(lines) }
        return taken
    }

    func noteStored(_ lines: [String]) { session.recordUploads(lines) }

    func arrive(
        _ judge: (World, any History) throws(Failure) -> [PushArrival]
    ) throws(Failure) -> [ArrivalReport] {
        try session.arrive(judge)
    }

    func note(_ fact: Fact) {
        // A report is of something that has happened, even if the store has no room for it.
        try? session.keep(fact)
        tell([fact.line])
    }

    func control(
        _ request: ControlRequest, attending visitors: (any OpenServices)?
    ) -> ControlAnswer {
        guard session.memory.services == nil, let visitors else {
            return session.control(request)
        }
        session.memory.services = meanwhile(visitors, telling: session.memory.console)
        defer { session.memory.services = nil }
        return session.control(request)
    }

    /// Returns the ports for a request that waits: reports about pushes are the server's output,
    /// not the request's.
    func meanwhile(
        _ services: any OpenServices, telling own: (any Console)?
    ) -> ServicesMeanwhile {
        var requests: (any Console)?
        return ServicesMeanwhile(services) { [self] moment in
            if moment == .before {
                requests = session.memory.console
                session.memory.console = own
            } else {
                session.memory.console = requests
            }
        }
    }

    var nextDue: Tick? { session.settings.usesRealClock ? session.world.nextDue() : nil }

    func passTime() {
        guard let lines = session.passTime(), !lines.isEmpty else { return }
        report(lines)
    }

    func tell(_ lines: [String]) {
        requests += lines.count
        report(lines)
    }

    func announce(_ ports: JSON) {
        requests += 1
        session.announce(ports, atOnce: false)
        holdsLines = true
        listener?([ports.text])
    }

    /// Keeps the lines back until `handOn`, which follows once for all requests of a turn.
    private func report(_ lines: [String]) {
        // Writing the lines for each push, and waking their readers, would double a push's cost.
        session.tell(lines, atOnce: false)
        holdsLines = true
        listener?(lines)
    }

    var unwritten: Int32 { session.memory.console?.unwritten ?? -1 }

    /// Does nothing if no line was held since the last time, and all are written.
    func handOn() {
        guard holdsLines || unwritten >= 0 else { return }
        holdsLines = false
        session.memory.console?.flush()
    }

    func warn(_ line: String) {
        session.memory.console?.err("warning: " + VisibleText.escape(line))
    }
}
