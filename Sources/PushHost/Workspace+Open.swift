import PushRuntime
import PushStore
import PushText

extension Workspace {
    /// Opens the workspace of a directory, and tells what it has lost.
    static func opened(
        _ directory: String, _ console: StandardConsole
    ) throws(EdgeError) -> Workspace {
        do throws(StoreError) {
            let workspace = try Workspace.open(directory: directory)
            if let loss = try workspace.loss {
                console.err("warning: " + VisibleText.escape(loss))
            }
            return workspace
        } catch { throw EdgeError(error) }
    }
}
