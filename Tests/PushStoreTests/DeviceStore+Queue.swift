import PushModel

@testable import PushStore

extension DeviceStore {
    /// Returns the number of events in an app's queue.
    ///
    /// Counts rows of the index; after a script's deferred commands it also writes these.
    func queuedCount(app: AppAddress) throws(StoreError) -> Int {
        let count = try connection.statement(
            "SELECT count(*) FROM events WHERE state = 'queued' AND device = ? AND app = ?"
        ).bind(app.device).bind(app.bundleID).firstInteger()
        return Int(count ?? 0)
    }
}
