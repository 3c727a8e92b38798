import Glibc
import PushModel
import PushRuntime

extension Files {
    /// Refuses a path of a workspace's databases and of their copies as the place of any output:
    /// what is written there would take the place of rows that exist nowhere else.
    ///
    /// These are `device.db`, the files that SQLite keeps beside it, and all in the folders
    /// `warehouse`, `snapshots`, `undo` and `redo` next to it, whichever workspace it is. A link is
    /// followed, also to a file that is still to be made.
    ///
    /// - Returns: the place that is written, as `target` finds it.
    @discardableResult
    static func refuseStore(_ path: String) throws(Failure) -> String {
        let target = target(of: path)
        let names = realPath(of: target).split(separator: "/").map(String.init)
        for (index, name) in names.enumerated() {
            let isCopy = CopyKind(rawValue: name) != nil
            let isDatabase = index == names.count - 1 && name.hasPrefix("device.db")
            guard isCopy || isDatabase || name == "warehouse" else { continue }
            let folder = "/" + names[..<index].joined(separator: "/")
            guard access(folder + "/device.db", F_OK) == 0 else { continue }
            throw Failure(
                .fileExists,
                "`\(path)` is for a workspace's \(isCopy ? "copies" : "databases"), and nothing "
                    + "else",
                hint: "choose a file outside the workspace")
        }
        return target
    }
}
