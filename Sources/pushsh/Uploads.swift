import PushPayload
import PushRuntime
import PushServices
import PushSimulation
import PushStore

/// Sends batches: to the embedded ingest service, in this process.
struct Uploads {
    private let workspace: Workspace

    init(_ workspace: Workspace) { self.workspace = workspace }

    /// Sends a batch and reads what the service says.
    func send(_ request: UploadRequest, now: Tick) throws(EdgeError) -> UploadAnswer {
        let warehouse: Warehouse
        do throws(StoreError) {
            warehouse = try workspace.warehouse
        } catch { throw EdgeError(error) }
        var records: [JSON] = []
        var uuids: [String?] = []
        for queued in request.events {
            records.append(queued.event.json(request.campaignColumn))
            uuids.append(queued.event.uuid)
        }
        do throws(RecordSinkError) {
            let outcomes = try warehouse.insert(
                database: request.database, table: request.table, records: records, uuids: uuids,
                receivedAt: now.unixSeconds)
            return .status(
                200,
                receipts: outcomes.map { outcome in
                    if case .refused(let name, _) = outcome { return name }
                    return nil
                }, retryAfter: nil, message: "")
        } catch {
            return .status(404, receipts: [], retryAfter: nil, message: "\(error)")
        }
    }
}
