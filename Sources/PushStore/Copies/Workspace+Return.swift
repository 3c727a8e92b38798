import Glibc
import PushModel

/// Brings a whole copy back, once it has been checked.
///
/// A copy may have lost its content with the power, or a sector of the disk: then the workspace,
/// which is sound, stays as it is.
extension Workspace {
    /// The note of what is being brought back; it exists only while that is under way.
    private static let marker = "bringing-back"

    /// Restores the workspace from a copy, which is kept.
    ///
    /// The whole copy is read before anything is touched. On disk a note then says what is being
    /// restored, so that the next process that opens the workspace completes what a killed one
    /// began.
    ///
    /// The note is the file `bringing-back`, which has the copy's path in the workspace. Other
    /// processes that share the workspace see the new content from their next command on; one that
    /// opens it meanwhile waits.
    ///
    /// With a `line`, the workspace is only restored if that is still the journal's newest; with an
    /// outline `stored`, only if that is still the warehouse's. Nobody else can write between these
    /// questions and the return, except into a database that is made meanwhile, which stays.
    ///
    /// - Returns: false if another process has written: nothing was changed.
    /// - Throws: `.missing` if there is no such copy, and `.damagedCopy` if it is not sound:
    ///   nothing was changed in both cases.
    @discardableResult
    public func bringBack(
        _ kind: CopyKind, _ name: String, from line: Int64? = nil, stored: String? = nil
    ) throws(StoreError) -> Bool {
        guard let directory else {
            guard let kept = privateCopies[kind]?.first(where: { $0.entry.name == name }) else {
                throw StoreError(.missing, "there is no copy `\(name)`")
            }
            become(try kept.copy.fork())
            return true
        }
        let place = "\(kind.rawValue)/\(name)"
        guard access("\(directory)/\(place)", F_OK) == 0 else {
            throw StoreError(.missing, "there is no copy `\(name)`")
        }
        return try Folder.hold("\(directory)/\(place)") { () throws(StoreError) in
            if let fault = try Self.fault(ofCopy: "\(directory)/\(place)") {
                throw Self.damagedCopy(kind, name, fault)
            }
            return try bringBack(place, in: directory, from: line, stored: stored)
        }
    }

    /// Restores the workspace from the sound copy at a place in it, which is held.
    ///
    /// There is one note, so a return to another copy that is under way is waited for, and one that
    /// was interrupted is completed first.
    private func bringBack(
        _ place: String, in directory: String, from line: Int64?, stored: String?
    ) throws(StoreError) -> Bool {
        let marker = "\(directory)/\(Self.marker)"
        var isMarked = false
        var other: String?
        var held: HeldWarehouse?
        do throws(StoreError) {
            let others = try Connection(
                path: "\(directory)/\(BackupContents.device)", .readWrite)
            let isBack = try bringDeviceBack(from: "\(directory)/\(place)") {
                () throws(StoreError) in
                other = Self.interruptedReturn(in: directory)
                guard other == nil || other == place else { return false }
                if let line, try Self.isPast(line, others) { return false }
                // A server may have stored something while the copy was read, or be about to.
                let warehouse = WarehousePlace.directory(
                    "\(directory)/warehouse", busyMilliseconds: busyMilliseconds)
                held = try HeldWarehouse(
                    "\(directory)/warehouse", from: "\(directory)/\(place)/warehouse",
                    busyMilliseconds: busyMilliseconds)
                if let stored, try Warehouse.outline(of: warehouse) != stored { return false }
                // A marker that a kill left without its text would name the workspace itself.
                try Self.write(place, to: marker + ".new")
                guard rename(marker + ".new", marker) == 0 else {
                    throw StoreError(
                        .io, "cannot write `\(marker)`: \(systemText(errno))", file: marker)
                }
                isMarked = true
                return true
            }
            if let other, other != place {
                try endInterruptedReturn()
                guard Self.interruptedReturn(in: directory) != other else {
                    throw StoreError(
                        .busy, "workspace is busy: another pushsh goes back to `\(other)`")
                }
                return try bringBack(place, in: directory, from: line, stored: stored)
            }
            guard isBack else { return false }
        } catch {
            // It is one transaction. What failed here must not be done later, behind the back of
            // someone who has gone on with the old content.
            if isMarked { unlink(marker) }
            throw error
        }
        try held?.bringBack()
        held = nil
        closeWarehouse()
        closeDevice()
        unlink(marker)
        return true
    }

    /// Whether the journal has another newest line; a command that waits to become rows is one.
    private static func isPast(
        _ line: Int64, _ connection: Connection
    ) throws(StoreError) -> Bool {
        let newest = try connection.integer("SELECT max(sequence) FROM journal")
        let keepsCommands = try connection.integer(DeviceStore.keepsCommands) == 1
        return newest != line || keepsCommands
    }

    /// Completes a return in which a process was killed.
    ///
    /// Starts over from the copy, which is still there. If the copy is not sound, the return ends
    /// where it was cut short, and `abandonedReturn` says so. A note that leads out of the
    /// workspace is only removed.
    func endInterruptedReturn() throws(StoreError) {
        guard let directory, let place = Self.interruptedReturn(in: directory) else { return }
        let copy = "\(directory)/\(place)"
        guard Self.isPlaceOfCopy(place), access(copy, F_OK) == 0 else {
            return try endInterruptedReturn(to: place, in: directory)
        }
        // A process that lives holds the copy until it is done: others may write by then.
        try Folder.hold(copy) { () throws(StoreError) in
            try endInterruptedReturn(to: place, in: directory)
        }
    }

    private func endInterruptedReturn(
        to place: String, in directory: String
    ) throws(StoreError) {
        let copy = "\(directory)/\(place)"
        guard Self.interruptedReturn(in: directory) == place else { return }
        if Self.isPlaceOfCopy(place) {
            if let fault = try Self.fault(ofCopy: copy) {
                // Another process may have completed it, and dropped the copy since.
                guard Self.interruptedReturn(in: directory) == place else { return }
                abandonedReturn =
                    "going back to `\(copy)` was interrupted and cannot be completed, since "
                    + "\(fault): some of the workspace may be as in that copy, and some as before"
            } else {
                try bringDeviceBack(from: copy)
                try bringWarehouseBack(from: copy)
            }
        }
        unlink("\(directory)/\(Self.marker)")
    }

    /// Returns a sentence about a return that was interrupted and waits for the workspace to be
    /// opened; nil if there is none.
    ///
    /// `isWritable` is as for `fault(ofCopy:)`.
    static func waitingReturn(in directory: String, isWritable: Bool = true) -> String? {
        guard let place = interruptedReturn(in: directory), isPlaceOfCopy(place) else { return nil }
        let copy = "\(directory)/\(place)"
        let start = "`\(directory)/\(marker)`: going back to `\(copy)` was interrupted, "
        do throws(StoreError) {
            guard let fault = try fault(ofCopy: copy, isWritable: isWritable) else {
                return start + "and is completed when the workspace is opened"
            }
            return start + "and ends there, since \(fault)"
        } catch { return start + "and \(error.message)" }
    }

    /// Returns a sentence about each copy in a directory that cannot be brought back.
    ///
    /// `isWritable` is as for `fault(ofCopy:)`.
    static func damagedCopies(in directory: String, isWritable: Bool) -> [String] {
        var found: [String] = []
        for kind in CopyKind.allCases {
            for name in names(in: "\(directory)/\(kind.rawValue)") {
                let copy = "\(directory)/\(kind.rawValue)/\(name)"
                do throws(StoreError) {
                    // Another process may have dropped it meanwhile.
                    guard let fault = try fault(ofCopy: copy, isWritable: isWritable),
                        access(copy, F_OK) == 0
                    else { continue }
                    found.append("`\(copy)` cannot be brought back, since \(fault)")
                } catch { found.append("`\(copy)` cannot be read: \(error.message)") }
            }
        }
        return found
    }

    /// The path in the workspace of the copy that the note names; nil without a note.
    private static func interruptedReturn(in directory: String) -> String? {
        text(of: "\(directory)/\(marker)")
    }

    /// Whether a path from a note can be that of a copy in the workspace.
    private static func isPlaceOfCopy(_ place: String) -> Bool {
        place.contains("/") && !place.contains("..")
    }

    /// Returns why a copy cannot be brought back; nil if all of it is sound.
    ///
    /// Reads every database of it to its end, as `restore` does with those of a backup.
    ///
    /// SQLite writes next to a file that it reads, unless the disk is not `isWritable`.
    ///
    /// - Throws: `.busy`, `.full` and `.readOnly`, which say nothing about the copy.
    private static func fault(
        ofCopy folder: String, isWritable: Bool = true
    ) throws(StoreError) -> String? {
        do throws(StoreError) {
            let device = "\(folder)/\(BackupContents.device)"
            guard try StoreFile.exists(device) else { return "`\(device)` is missing" }
            if let fault = try CopySums.fault(in: folder) { return fault }
            for file in try files(in: folder) {
                let path = "\(folder)/\(file)"
                guard try StoreFile.exists(path) else { return "`\(path)` is missing" }
                let connection = try Connection(
                    path: path, isWritable ? .readWrite : .unchanging, name: path)
                if let fault = try faults(of: connection, schema(of: file)).first {
                    return "`\(path)` is damaged: \(fault)"
                }
            }
            return nil
        } catch {
            if [.busy, .full, .readOnly].contains(error.code) { throw error }
            return error.message
        }
    }

    private static func damagedCopy(
        _ kind: CopyKind, _ name: String, _ fault: String
    ) -> StoreError {
        switch kind {
        case .snapshots:
            StoreError(
                .damagedCopy,
                "the snapshot `\(name)` is damaged, and nothing was changed: \(fault)",
                hint: "`snapshot save \(name)` replaces it by the workspace as it is now")
        case .undo, .redo:
            StoreError(
                .damagedCopy,
                "cannot \(kind.rawValue) this step, since its copy is damaged: \(fault)",
                hint: "the workspace is sound; `snapshot list` shows other copies of it")
        }
    }

    /// Replaces the device's side in one transaction, in which `isWanted` is asked.
    ///
    /// - Returns: false if it is not wanted.
    @discardableResult
    private func bringDeviceBack(
        from folder: String, if isWanted: () throws(StoreError) -> Bool = { true }
    ) throws(StoreError) -> Bool {
        closeWarehouse()
        let copy = try Connection(path: "\(folder)/\(BackupContents.device)", .readWrite)
        return try device.replace(by: copy, if: isWanted)
    }

    /// Replaces each database of the warehouse, then deletes the others.
    ///
    /// Each step is one transaction or one deletion and may be repeated; together, and with the
    /// device's side, they are not one, which is why there is a note.
    private func bringWarehouseBack(from folder: String) throws(StoreError) {
        guard let directory else { return }
        try HeldWarehouse(
            "\(directory)/warehouse", from: "\(folder)/warehouse",
            busyMilliseconds: busyMilliseconds
        ).bringBack()
        closeWarehouse()
        closeDevice()
    }
}
