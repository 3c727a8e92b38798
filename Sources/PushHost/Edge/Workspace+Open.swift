import PushRuntime
import PushStore
import PushText

extension Workspace {
    /// Opens the workspace of a directory, and reports what it has lost.
    ///
    /// With `mends` it is opened only for repair, for which it need not be intact.
    static func opened(
        _ directory: String, _ console: StandardConsole, mends: Bool = false
    ) throws(Failure) -> Workspace {
        do throws(StoreError) {
            let workspace = try Workspace.open(directory: directory)
            if let abandoned = workspace.abandonedReturn {
                console.err("warning: " + VisibleText.escape(abandoned))
            }
            if mends, workspace.isDeviceDamaged { return .rescue(directory: directory) }
            workspace.tellPassedOver { console.err("warning: " + VisibleText.escape($0)) }
            if let loss = try workspace.loss {
                console.err("warning: " + VisibleText.escape(loss))
            }
            return workspace
        } catch {
            let isDamaged = [.damaged, .notDatabase, .empty, .constraint].contains(error.code)
            // A kept command may be of a kind that nobody knows, and a column have another name.
            let isUnknown = [.newer, .sql].contains(error.code) && isDeviceDamaged(in: directory)
            if mends, isDamaged || error.code == .foreign || isUnknown {
                return .rescue(directory: directory)
            }
            if [.readOnly, .full, .cannotOpen, .io].contains(error.code),
                let reading = try? Workspace.reading(directory, because: error)
            {
                console.err(
                    "warning: \(VisibleText.escape(error.message)); it can be read but not changed")
                if let loss = (try? reading.loss) ?? nil {
                    console.err("warning: " + VisibleText.escape(loss))
                }
                return reading
            }
            var told = Failure(error)
            if isDamaged, error.hint == nil { told.hint = Failure.mending(directory) }
            throw told
        }
    }
}
