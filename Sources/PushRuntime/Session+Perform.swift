import PushCommands
import PushModel
import PushPayload
import PushSimulation
import PushText

extension Session {
    /// Carries out an instruction: the one switch of the session.
    func perform(
        _ instruction: Instruction, on device: String?, _ text: () -> String
    ) throws(Failure) {
        try followOthers(before: instruction)
        try checkDevice(device)
        switch instruction {
        case .act(let typed):
            let action = located(typed)
            try refuseKey(in: action)
            let note = try checkAuthority(action)
            try act(try named(action, on: device), on: device, text)
            if let note { last.notes.append(note) }
            confirm(action)
            noteLateAct()
        case .receive(let input, let options):
            try receive(input, options, on: device, text)
            noteLateAct()
        case .advance(let milliseconds):
            try act(.advance(to: time(after: milliseconds)), on: device, text)
            say("clock   " + instant(world.surroundings.now.milliseconds))
        case .realClock: try followSystemClock(on: device)
        case .inspect(let inspection): try inspect(inspection, on: device)
        case .open(let target): try act(try opening(target, on: device), on: device, text)
        case .query(let sql, let place): try query(sql, at: place.span)
        case .dialectQuery(let sql, let dialect, let place):
            try query(sql, in: dialect, at: place.span)
        case .remoteQuery(let sql, let place): try remoteQuery(sql, at: place.span, on: device)
        case .schedule(let request): try schedule(request, on: device, text)
        case .login(let user, let hash): try logIn(user, hash, on: device, text)
        case .update(let version, let firebase):
            try update(version, firebase, on: device, text)
        case .lint(let input, let options): try lint(input, options, on: device)
        case .why(let subject): try why(subject, on: device)
        case .doctor: try doctor(on: device)
        case .whatIf(let input, let options): try whatIf(input, options, on: device)
        case .importSettings(let input): try importSettings(input, on: device, text)
        case .serve(let options): try serve(options)
        case .credential(let options): try makeCredentials(options, on: device)
        case .sender(let instruction): try perform(instruction, on: device, text)
        case .send(let input, let address, let options):
            try send(input, address, options, on: device, text)
        case .ncmbKeys(let source): try chooseKeys(source, on: device, text)
        case .strings(let input, let language):
            try takeStrings(input, language: language, on: device, text)
        case .encrypt(let plain, let nonce): try encrypt(plain, nonce, on: device, text)
        case .warehouse(let change): try changeWarehouse(change, text)
        case .retention(let order, let database): try retain(order, database, text)
        case .copies(let instruction): try perform(instruction)
        case .export(let options): try export(options)
        case .upload(let options): try upload(options)
        case .keep(let instruction): try perform(instruction)
        case .shell(let instruction): try performShell(instruction)
        }
    }

    /// Refuses the name of no device in front of any command, also of one that asks no device.
    private func checkDevice(_ name: String?) throws(Failure) {
        guard let name, world.deviceIndex(name) == nil else { return }
        // Another process may have added it a moment ago.
        try followOthers(asksAlways: true)
        do throws(Refusal) { _ = try world.index(of: name) } catch { throw Failure(error) }
    }

    /// Returns the time so many milliseconds from now; asked within a transaction, because another
    /// process may have moved the clock.
    private func time(after milliseconds: Int64) throws(Failure) -> Tick {
        let time = presentTime().advanced(by: milliseconds)
        guard time <= .end else {
            throw Failure(.usage(.invalidValue), "the clock ends with the year 9999")
        }
        return time
    }

    /// Takes the world as other processes left it before a command reads it outside a transaction,
    /// whose beginning would do the same.
    private func followOthers(before instruction: Instruction) throws(Failure) {
        switch instruction {
        case .inspect, .why, .doctor, .whatIf, .serve, .sender(.list), .sender(.test), .send,
            .encrypt, .copies, .keep(.backUp), .remoteQuery, .upload, .shell(.tables),
            .shell(.tutorial):
            try followOthers(asksAlways: true)
        case .lint(_, let options):
            if options.isForApp { try followOthers(asksAlways: true) }
        case .query, .dialectQuery, .export:
            // The store answers, which can be read while another process writes for a long time.
            do throws(Failure) { try followOthers() } catch {
                guard error.code == .outside(.workspaceBusy) else { throw error }
            }
        case .act, .receive, .advance, .realClock, .open, .schedule, .login, .update,
            .importSettings, .credential, .sender, .ncmbKeys, .strings, .warehouse, .retention,
            .keep, .shell:
            break
        }
    }

    /// Confirms the result of an action that reports no fact of its own.
    private func confirm(_ action: Action) {
        switch action {
        case .setClock:
            // A clock that was set by hand stands still until `clock real`.
            settings.usesRealClock = false
            say("clock   " + instant(world.surroundings.now.milliseconds))
        case .endpoint: listEndpoint()
        case .configure(let key, _): listConfig(key)
        case .stub(let stub): say(Self.line(of: stub))
        default: break
        }
    }

    /// Returns to the system's clock; everything that is due until then happens.
    private func followSystemClock(on device: String?) throws(Failure) {
        settings.usesRealClock = true
        memory.moment = nil
        var target = presentTime()
        func present() -> Tick {
            target = presentTime()
            return target
        }
        // The journal keeps the time itself, because a replay could not return to the same "now".
        try act(.advance(to: present()), on: device) {
            "clock set " + InstantText.format(target.milliseconds)
        }
        let isAhead = target > edge.wallClock()
        say(
            "clock   " + instant(world.surroundings.now.milliseconds)
                + (isAhead
                    ? ", until the system's clock catches up"
                    : ", follows the system's clock"))
    }

    /// The opening of a notification's link, or of one that was typed.
    private func opening(_ target: String, on device: String?) throws(Failure) -> Action {
        guard Link(target) == nil else { return .open(target, from: LinkSource()) }
        let id = try pushID(target, on: device)
        let row = try edge.history.notification(id: id, app: app(on: device)?.address)
        guard let row else {
            throw Failure(
                .noNotification,
                "`\(target)` is neither a notification that arrived nor a link with a scheme")
        }
        guard let link = row.link else {
            throw Failure(.noNotification, "`\(target)` has no link")
        }
        return .open(
            link,
            from: LinkSource(
                campaignID: row.campaignID, messageID: row.id, notification: row.sequence))
    }

    /// Reads a payload's bytes, and the source that an error in them points into.
    ///
    /// A recording gets what was read as a here-document, whatever becomes of the command.
    func read(_ input: PayloadInput) throws(Failure) -> (bytes: [UInt8], name: String?) {
        do throws(Failure) {
            let read: (bytes: [UInt8], name: String?)
            switch input {
            case .text(let text, _): return (Array(text.utf8), nil)
            case .file(let path, _): read = (try edge.read(settings.path(path)), path)
            case .standardInput: read = (try edge.readStandardInput(), "-")
            }
            if memory.recorder != nil {
                last.recorded = inlined(input, read.bytes).map(Secrets.redacted)
                // Lines about the file begin with its name, or are the title of a table; a message
                // quotes it.
                let name = read.name ?? ""
                last.unrepeatable += ["`\(name)`", name == "-" ? "-:" : name]
                // Its encoding is remarked on, and a here-document has another.
                last.isUnrepeatable =
                    last.isUnrepeatable || Self.readable(read.bytes) != read.bytes
            }
            return read
        } catch {
            var failure = error
            if case .file(let path, _) = input, path.hasPrefix("["), path.hasSuffix("]") {
                failure = Failure(.invalidPayload, "found an array, wanted an object")
            }
            failure.span = input.span
            throw failure
        }
    }
}
