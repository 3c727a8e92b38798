import PushModel
import PushStore

@testable import PushRuntime

extension StoreEdge {
    /// What goes wrong with a request.
    enum Fault: Equatable {
        /// The service refuses it with a status.
        case answer(Int)
        /// It never reaches the service.
        case silence
        /// The service stores it, and its answer is lost.
        case lostAnswer
        /// The service stores it, and answers without receipts.
        case noReceipts
        /// The service stores it, and its receipts end in the middle.
        case halfReceipts
        /// The service does not store the records at some positions from 1.
        case receipts([Int], String)
    }

    /// The service's answer to a request, which has a number.
    func answer(_ request: UploadRequest, to number: Int) throws(Failure) -> UploadAnswer {
        var receipts = [String?](repeating: nil, count: request.events.count)
        switch faults[number] {
        case .answer(let status): return Self.status(status)
        case .silence: return .noAnswer("time-out")
        case .lostAnswer:
            try store(request, receipts)
            return .noAnswer("the response was lost")
        case .noReceipts:
            try store(request, receipts)
            return Self.status(200)
        case .halfReceipts:
            try store(request, receipts)
            return Self.status(200, Array(receipts.prefix(receipts.count / 2)))
        case .receipts(let positions, let error):
            for position in positions where position <= receipts.count {
                receipts[position - 1] = error
            }
            try store(request, receipts)
            return Self.status(206, receipts)
        case nil:
            try store(request, receipts)
            return Self.status(200, receipts)
        }
    }

    private static func status(_ status: Int, _ receipts: [String?] = []) -> UploadAnswer {
        .status(status, receipts: receipts, retryAfter: nil, message: "")
    }

    private func store(_ request: UploadRequest, _ receipts: [String?]) throws(Failure) {
        guard storesUploads else { return }
        let events = zip(request.events, receipts).filter { $0.1 == nil }.map(\.0.event)
        do {
            let warehouse = try workspace.warehouse
            warehouse.deduplication = request.deduplicatesExactly ? .exact : .window
            _ = try warehouse.insert(
                database: request.database, table: request.table,
                records: events.map { $0.json(request.campaignColumn) },
                uuids: events.map(\.uuid), receivedAt: 0)
        } catch {
            throw Failure(outside: .workspaceCorrupt, "\(error)")
        }
    }
}
