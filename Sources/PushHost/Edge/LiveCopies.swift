import PushModel
import PushRuntime
import PushStore

/// The copies of a workspace, as the session asks for them.
///
/// Scripts see the failures of the store as those of a workspace. One that can only be read lists
/// its copies, and refuses everything else.
final class LiveCopies: CopyShelf {
    private let workspace: Workspace
    /// Called when databases were closed, so that nothing continues to use them.
    private let isBack: () -> Void

    init(_ workspace: Workspace, isBack: @escaping () -> Void) {
        self.workspace = workspace
        self.isBack = isBack
    }

    var size: Int64 { workspace.copySize }

    func keep(_ kind: CopyKind, _ name: String, note: String) throws(Failure) {
        do throws(StoreError) {
            try workspace.requireWritable()
            try workspace.keepCopy(kind, name, note: note)
        } catch { throw Failure(error) }
    }

    func annotate(_ kind: CopyKind, _ name: String, note: String) throws(Failure) {
        do throws(StoreError) {
            try workspace.annotateCopy(kind, name, note: note)
        } catch { throw Failure(error) }
    }

    func entries(_ kind: CopyKind) -> [CopyEntry] { workspace.copies(kind) }

    var stored: String? { try? workspace.warehouse.outline() }

    func bringBack(
        _ kind: CopyKind, _ name: String, from line: Int64?, stored: String?
    ) throws(Failure) -> Bool {
        defer { isBack() }
        do throws(StoreError) {
            try workspace.requireWritable()
            return try workspace.bringBack(kind, name, from: line, stored: stored)
        } catch { throw Failure(error) }
    }

    var restored: [Int64] { workspace.restored }

    func noteRestored(newest: Int64) { workspace.noteRestored(newest: newest) }

    func drop(_ kind: CopyKind, _ name: String) throws(Failure) {
        do throws(StoreError) {
            try workspace.requireWritable()
            try workspace.dropCopy(kind, name)
        } catch { throw Failure(error) }
    }
}
