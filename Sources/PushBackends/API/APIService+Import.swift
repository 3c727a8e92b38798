import PushModel
import PushText

extension APIService {
    /// Stores a file of records in a table: `PUT /v3/table/import/{database}/{table}/msgpack.gz`.
    ///
    /// Under `import_with_id` a record that came under the same ID before is a duplicate, as far
    /// back as repeated uuids are recognised (td-client-python, `import_api.py`).
    func importFile(
        _ request: ServiceRequest, into place: (database: String, table: String), id: String?,
        format: String, _ now: Int64
    ) throws(ServiceRefusal) -> ServiceResponse {
        try request.require("PUT")
        guard format == "msgpack.gz" else {
            throw ServiceRefusal(
                status: 422, message: "found the format `\(visible(format))`, wanted `msgpack.gz`")
        }
        let file = ImportFile(request.body, codec)
        if let refusal = file.refusal { throw refusal }
        if let first = file.faulty.first {
            throw ServiceRefusal(
                status: 422,
                message: "nothing is stored, since \(file.faulty.count) of "
                    + "\(file.records.count + file.faulty.count) records cannot be: "
                    + first.message)
        }
        let uuids = file.records.indices.map { index in id.map { "\($0)/\(index)" } }
        let outcomes = try store(file.records, uuids, in: place, now)
        for case .refused(_, let message) in outcomes {
            throw ServiceRefusal(
                status: 422, message: "a record was refused, the others are stored: \(message)")
        }
        var answer: [JSON.Member] = [
            .init(key: "database", value: .string(place.database)),
            .init(key: "table", value: .string(place.table)),
            // The services' clock counts whole seconds, and this took none of them.
            .init(key: "elapsed_time", value: .int(0)),
        ]
        if let id { answer.append(.init(key: "unique_id", value: .string(id))) }
        if let note = RecordNote.text(file.longNumbers, farTime: file.farTime) {
            answer.append(.init(key: "note", value: .string(note)))
        }
        return .json(200, .object(answer))
    }

    /// Stores records in one transaction, and returns the outcome of each.
    func store(
        _ records: [JSON], _ uuids: [String?], in place: (database: String, table: String),
        _ now: Int64
    ) throws(ServiceRefusal) -> [RecordOutcome] {
        do throws(RecordSinkError) {
            return try sink.insert(
                database: place.database, table: place.table, records: records, uuids: uuids,
                receivedAt: now)
        } catch { throw ServiceRefusal(error) }
    }
}

extension ServiceRefusal {
    init(_ error: RecordSinkError) {
        switch error {
        case .noDatabase(let name):
            self.init(status: 404, message: "no database `\(visible(name))`")
        case .noTable(let name, let database):
            self.init(
                status: 404, message: "no table `\(visible(name))` in `\(visible(database))`")
        case .badName(let name): self.init(APICatalogError.badName(name))
        case .unavailable(let reason): self.init(APICatalogError.failed(reason))
        }
    }
}
