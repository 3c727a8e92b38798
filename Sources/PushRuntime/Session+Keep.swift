import PushCommands
import PushSimulation
import PushText

extension Session {
    /// Carries out an order that keeps the workspace against loss.
    func perform(_ instruction: KeepInstruction) throws(Failure) {
        guard let keeper = edge.keeper else {
            throw Failure(.notSupported, "this session cannot do that")
        }
        switch instruction {
        case .backUp(let path, let replaces): try backUp(to: path, replaces, keeper)
        case .restore(let path): try restore(from: path, keeper)
        case .repair(let writes): try repair(keeper, writes: writes)
        }
        guard case .repair(false) = instruction, let failure = damageFound() else { return }
        throw failure
    }

    private func backUp(
        to path: String, _ replaces: Bool, _ keeper: any WorkspaceKeeper
    ) throws(Failure) {
        if !edge.isDurable {
            // A private store does not get the world itself until somebody needs it.
            for (key, body) in documents { try edge.save(key, body) }
            for refusal in try refusals() { try edge.save(refusal.key, refusal.json) }
        }
        let kept = try keeper.backUp(
            to: settings.path(path), replaces: replaces, now: presentTime())
        say("backup  \(path) written: \(kept.contents)")
        last.unrepeatable += kept.sizes + [InstantText.format(kept.at.milliseconds)]
        last.value = kept.json(path)
        last.backup = settings.path(path)
    }

    private func restore(
        from path: String, _ keeper: any WorkspaceKeeper
    ) throws(Failure) {
        try refuseWhileWaiting()
        let kept = try keeper.restore(from: settings.path(path))
        try takeStored()
        try rewindRecording(toBackup: settings.path(path))
        let at = InstantText.format(kept.at.milliseconds)
        say("restored from \(path), made \(at): \(kept.contents)")
        last.unrepeatable += kept.sizes + [at]
        last.value = kept.json(path)
    }

    /// Replaces the world by the one that is now in the store.
    private func takeStored() throws(Failure) {
        noteRestored()
        if let stored = try edge.loadWorld() { world = stored }
    }

    private func repair(_ keeper: any WorkspaceKeeper, writes: Bool) throws(Failure) {
        if writes { try askToMend(keeper) }
        let report = try keeper.repair(writes: writes)
        if report.aside != nil, edge.isDurable {
            let own = world
            try takeStored()
            // Documents that the file lost are replaced by the ones in memory.
            if edge.isMended { world = own }
            for key in world.documentKeys { step.touch(.key(key)) }
            if try edge.begin() { memory.saved = nil }
            try saveDocuments()
            try edge.commit()
        }
        for file in report.files { say(file, mendedIn: report.aside) }
        if let waiting = report.waitingReturn { say("note     " + waiting) }
        for note in report.missing + report.damagedCopies { say("note     " + note) }
        last.value = report.json
    }

    /// Shows the damage to a person at the terminal, and asks before anything is changed.
    private func askToMend(_ keeper: any WorkspaceKeeper) throws(Failure) {
        guard settings.isAnswered, let port = edge.sending else { return }
        let found = try keeper.repair(writes: false)
        let damaged = found.files.filter { $0.state == "damaged" }
        guard !damaged.isEmpty else { return }
        for file in damaged { say(file, mendedIn: nil) }
        let shown = last.lines
        last.lines = []
        tell(shown)
        let count = damaged.count.counted("file", "files")
        guard !port.confirm("repair \(count) with what can be read? [y/N] ") else { return }
        throw Failure(.notConfirmed, "nothing was changed")
    }

    private func say(_ file: DamageReport.File, mendedIn aside: String?) {
        let margin = "         "
        let isMended = file.state == "damaged" && aside != nil
        let state = isMended ? "repaired" : file.state
        let pad = String(repeating: " ", count: max(1, margin.utf8.count - state.utf8.count))
        say(state + pad + file.path)
        for fault in file.faults { say(margin + fault) }
        guard file.state == "damaged" else { return }
        let whole = file.tables.filter { $0.lost == 0 }
        for table in file.tables where table.lost != 0 {
            let lost =
                table.lost.map { "\($0) are lost at most" } ?? "it is not known how many are lost"
            say(margin + "\(table.name): \(table.rows.counted("row", "rows")) can be read, \(lost)")
        }
        if whole.isEmpty, file.tables.allSatisfy({ $0.rows == 0 }) {
            say(margin + "nothing in it can be read")
        } else if !whole.isEmpty {
            let count = whole.reduce(0) { $0 + $1.rows }
            say(
                margin + "\(whole.count) \(whole.count == 1 ? "table is" : "tables are") whole, "
                    + count.counted("row", "rows"))
        }
        if isMended, let aside { say(margin + "the damaged file is kept in \(aside)") }
    }

    /// The failure for damage that has not been repaired; nil if there is none.
    private func damageFound() -> Failure? {
        guard case .array(let files)? = last.value?["files"] else { return nil }
        let count = files.filter { $0["state"] == "damaged" }.count
        guard count > 0 else { return nil }
        return Failure(
            outside: .workspaceCorrupt,
            "\(count) of \(files.count) files \(count == 1 ? "is" : "are") damaged; nothing was "
                + "changed",
            hint: "`repair --write` keeps what can be read, and sets the damaged file aside; "
                + "`restore FILE` restores a backup")
    }
}

extension KeptFile {
    /// The contents of the backup, in words.
    fileprivate var contents: String {
        let count = databases.count
        return "the device's side and \(count.counted("database", "databases")), "
            + size
    }

    private var size: String { "\(bytes) bytes" }

    /// The size as the forms of output write it: it depends on when SQLite frees pages.
    fileprivate var sizes: [String] { [size, "\"bytes\":\(bytes)", "\"bytes\": \(bytes)"] }

    fileprivate func json(_ path: String) -> JSON {
        [
            "file": .string(path), "at": .string(InstantText.format(at.milliseconds)),
            "databases": .array(databases.map(JSON.string)), "bytes": .int64(bytes),
        ]
    }
}

extension DamageReport {
    /// The report as scripts see it.
    fileprivate var json: JSON {
        let files = files.map { file -> JSON in
            [
                "path": .string(file.path), "state": .string(file.state),
                "faults": .array(file.faults.map(JSON.string)),
                "tables": .array(
                    file.tables.map { table -> JSON in
                        [
                            "name": .string(table.name), "rows": .int(table.rows),
                            "lost": table.lost.map(JSON.int64) ?? .null,
                        ]
                    }),
            ]
        }
        return [
            "files": .array(files), "aside": aside.map(JSON.string) ?? .null,
            "damaged_copies": .array(damagedCopies.map(JSON.string)),
        ]
    }
}
