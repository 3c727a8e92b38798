import PushModel
import PushText

/// A client of Treasure Data's bulk import (REST v3): parts are uploaded, checked by a job, and
/// stored together by one commit.
///
/// Source: td-client-python, tdclient/bulk_import_api.py. Requests that fail temporarily are not
/// repeated here: the caller first asks for the service's progress.
public final class BulkImportClient {
    /// The progress of a bulk import, as the service reports it.
    public struct Progress: Equatable, Sendable {
        /// `uploading`, `performing`, `ready`, `committing` or `committed`.
        public var status: String
        /// Whether its parts can no longer be changed.
        public var isFrozen: Bool
        /// The records that the commit stores; nil if the service does not say.
        public var validRecords: Int?
        /// The records that it leaves out.
        public var errorRecords: Int
        /// The parts that cannot be read.
        public var errorParts: Int
    }

    private let client: WireClient
    private let site: String
    private let wire: WireSettings
    private let key: String
    private let isInterrupted: () -> Bool

    /// The milliseconds that the service may take for a part, and for the checks before a commit.
    private static let patience: Int64 = 600_000

    /// Prepares the requests; the key goes into their headers and nowhere else.
    ///
    /// `site` is the base URL, without a slash at its end.
    public init(
        _ client: WireClient, at site: String, _ wire: WireSettings, key: String,
        isInterrupted: @escaping () -> Bool
    ) {
        self.client = client
        self.site = site
        self.wire = wire
        self.key = key
        self.isInterrupted = isInterrupted
    }

    /// Creates a database and a table if they are missing.
    public func make(database: String, table: String) throws(TreasureDataFault) {
        try post("/v3/database/create/\(database)", orStatus: 409)
        try post("/v3/table/create/\(database)/\(table)/log", orStatus: 409)
    }

    /// Returns the progress of a bulk import; nil if the service has none of that name.
    public func progress(of name: String) throws(TreasureDataFault) -> Progress? {
        let response = try send("GET", "/v3/bulk_import/show/\(name)")
        if response.status == 404 { return nil }
        let json = try accepted(response).requiredJSON()
        guard let status = json["status"]?.stringValue else {
            throw .unreadable("the bulk import has no status")
        }
        return Progress(
            status: status, isFrozen: json["upload_frozen"] == .bool(true),
            validRecords: json["valid_records"]?.intValue,
            errorRecords: json["error_records"]?.intValue ?? 0,
            errorParts: json["error_parts"]?.intValue ?? 0)
    }

    /// Begins a bulk import, unless it exists already.
    public func create(_ name: String, database: String, table: String) throws(TreasureDataFault) {
        try post("/v3/bulk_import/create/\(name)/\(database)/\(table)", orStatus: 409)
    }

    /// Uploads a part, replacing one of the same name.
    public func put(_ bytes: [UInt8], part: String, of name: String) throws(TreasureDataFault) {
        _ = try accepted(send("PUT", "/v3/bulk_import/upload_part/\(name)/\(part)", bytes))
    }

    /// Keeps the parts from being changed.
    public func freeze(_ name: String) throws(TreasureDataFault) {
        try post("/v3/bulk_import/freeze/\(name)")
    }

    /// Has the parts checked by a job.
    public func perform(_ name: String) throws(TreasureDataFault) {
        try post("/v3/bulk_import/perform/\(name)")
    }

    /// Stores the records of the checked parts.
    public func commit(_ name: String) throws(TreasureDataFault) {
        try post("/v3/bulk_import/commit/\(name)")
    }

    /// Deletes a bulk import; what it stored stays.
    public func delete(_ name: String) throws(TreasureDataFault) {
        try post("/v3/bulk_import/delete/\(name)", orStatus: 404)
    }

    private func post(_ path: String, orStatus other: Int? = nil) throws(TreasureDataFault) {
        let response = try send("POST", path)
        if response.status != other { _ = try accepted(response) }
    }

    /// Throws what the server said, without the key, for any status outside 200 to 299.
    private func accepted(_ response: WireResponse) throws(TreasureDataFault) -> WireResponse {
        guard (200...299).contains(response.status) else {
            throw .refused(response.status, response.message(hiding: key))
        }
        return response
    }

    private func send(
        _ method: String, _ path: String, _ body: [UInt8] = []
    ) throws(TreasureDataFault) -> WireResponse {
        var request = WireRequest(
            method: method, url: site + path,
            headers: HeaderField.treasureData(key: key), body: body,
            limitMilliseconds: Int64(wire.timeoutSeconds) * 1000)
        if method == "PUT" {
            request.headers.append(.init("Content-Type", "application/octet-stream"))
        }
        if method != "GET" { request.limitMilliseconds = Self.patience }
        do throws(WireFailure) {
            return try client.send(request, options: wire.options, isInterrupted: isInterrupted)
        } catch { throw .wire(error) }
    }
}
