import PushModel
import PushTestSupport
import Testing
import WireTestSupport

@testable import PushWire

/// A bulk import as td-client-python does it, request by request.
@Suite struct BulkImportClientTests {
    private func client(_ server: ScriptedServer) -> BulkImportClient {
        BulkImportClient(
            WireClient { _ in nil }, at: server.url, WireSettings(), key: "1/secret",
            isInterrupted: { false })
    }

    private func fault(_ body: () throws(TreasureDataFault) -> Void)
        -> TreasureDataFault?
    {
        do throws(TreasureDataFault) { try body() } catch { return error }
        return nil
    }

    @Test func `each step is one request`() throws {
        let server = try ScriptedServer()
        let client = client(server)
        try client.make(database: "d", table: "t")
        try client.create("n", database: "d", table: "t")
        try client.put([1, 2], part: "p1", of: "n")
        try client.freeze("n")
        try client.perform("n")
        try client.commit("n")
        try client.delete("n")
        #expect(
            server.requests.map { "\($0.method) \($0.path)" } == [
                "POST /v3/database/create/d", "POST /v3/table/create/d/t/log",
                "POST /v3/bulk_import/create/n/d/t", "PUT /v3/bulk_import/upload_part/n/p1",
                "POST /v3/bulk_import/freeze/n", "POST /v3/bulk_import/perform/n",
                "POST /v3/bulk_import/commit/n", "POST /v3/bulk_import/delete/n",
            ])
        #expect(server.requests.allSatisfy { $0.headers["authorization"] == "TD1 1/secret" })
        #expect(server.requests[3].body == [1, 2])
        #expect(server.requests[3].headers["content-type"] == "application/octet-stream")
    }

    @Test func `what exists already, or is gone already, is as it should be`() throws {
        let server = try ScriptedServer([.status(409), .status(409), .status(409), .status(404)])
        let client = client(server)
        try client.make(database: "d", table: "t")
        try client.create("n", database: "d", table: "t")
        try client.delete("n")
        #expect(server.requests.count == 4)
    }

    @Test func `a refusal has its status and its words, without the key`() throws {
        let server = try ScriptedServer([
            .status(409, body: #"{"message":"not frozen"}"#),
            .status(403, body: #"{"error":"key 1/secret may not"}"#),
            .status(500, body: "<html>"), .status(404, body: "{}"),
        ])
        let client = client(server)
        func commit() -> TreasureDataFault? {
            fault { () throws(TreasureDataFault) in try client.commit("n") }
        }
        #expect(commit() == .refused(409, "not frozen"))
        #expect(commit() == .refused(403, "key …** may not"))
        #expect(commit() == .refused(500, ""))
        #expect(commit() == .refused(404, ""))
    }

    @Test func `the progress is the service's, and none if it knows no such import`() throws {
        let server = try ScriptedServer([
            .status(
                200,
                body: #"{"status":"ready","upload_frozen":true,"valid_records":3,"#
                    + #""error_records":1,"error_parts":2}"#),
            .status(200, body: #"{"status":"uploading","valid_records":null}"#), .status(404),
            .status(200, body: "{}"), .status(200, body: "["),
        ])
        let client = client(server)
        let ready = try client.progress(of: "n")
        #expect(ready?.status == "ready" && ready?.isFrozen == true && ready?.validRecords == 3)
        #expect(ready?.errorRecords == 1 && ready?.errorParts == 2)
        let uploading = try client.progress(of: "n")
        #expect(uploading?.isFrozen == false && uploading?.validRecords == nil)
        #expect(uploading?.errorRecords == 0 && uploading?.errorParts == 0)
        #expect(try client.progress(of: "n") == nil)
        for message in ["the bulk import has no status", "the answer is not JSON"] {
            let found = fault { () throws(TreasureDataFault) in
                _ = try client.progress(of: "n")
            }
            #expect(found == .unreadable(message))
        }
    }

    @Test(
        arguments: [
            (.refused(500, ""), true), (.refused(503, ""), true), (.refused(429, ""), true),
            (.refused(400, ""), false), (.refused(404, ""), false), (.unreadable(""), false),
            (.wire(WireFailure(.timeout, "")), true), (.wire(WireFailure(.tlsPin, "")), false),
        ] as [(TreasureDataFault, Bool)])
    func `only a fault that may pass is tried again`(
        _ fault: TreasureDataFault, _ mayPass: Bool
    ) {
        #expect(fault.mayPass == mayPass)
    }
}
