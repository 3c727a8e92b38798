import PushModel
import PushSimulation
import PushText
import Testing

@testable import PushBackends

/// Files that clients import, and bulk imports from their first part to the commit.
@Suite struct ImportTests {
    let catalog = ShelfCatalog()
    let service: APIService

    init() throws {
        service = APIService(catalog: catalog, sink: catalog, codec: .plain)
        try catalog.createTable("events", in: "mobile", at: 0)
    }

    /// A file of records as a client packs it.
    static func file(_ records: [JSON]) -> [UInt8] {
        var bytes = Array("gzip:".utf8)
        for record in records { MessagePack.write(record, to: &bytes) }
        return bytes
    }

    static let path = "/v3/table/import/mobile/events/msgpack.gz"
    static let two: [JSON] = [["time": 1, "a": "x"], ["time": 2, "a": "y"]]

    @Test func `an imported file is stored`() {
        let answer = service.ask("PUT", Self.path, bytes: Self.file(Self.two))
        #expect(answer.status == 200 && answer.json["elapsed_time"] == 0)
        #expect(catalog.inserted.map(\.record) == Self.two)
    }

    @Test func `a file that is sent again under its ID is stored once`() {
        let path = "/v3/table/import_with_id/mobile/events/batch-7/msgpack.gz"
        for _ in 0..<2 {
            let answer = service.ask("PUT", path, bytes: Self.file(Self.two))
            #expect(answer.status == 200 && answer.json["unique_id"] == "batch-7")
        }
        #expect(catalog.inserted.count == 2)
    }

    static let refusals: [(method: String, path: String, body: [UInt8], status: Int)] = [
        ("POST", path, file(two), 405), ("PUT", path, Array("no gzip".utf8), 400),
        ("PUT", path, Array("gzip:\u{1}\u{7F}".utf8), 422), ("PUT", path, file([["a": 1]]), 422),
        ("PUT", path, file([["time": "1"]]), 422), ("PUT", path, file([[1, 2]]), 422),
        ("PUT", path, file([["time": 1, "bad name": 1]]), 422), ("PUT", path, garbled, 422),
        ("PUT", "/v3/table/import/mobile/events/csv.gz", file(two), 422),
        ("PUT", "/v3/table/import/mobile/nope/msgpack.gz", file(two), 404),
        ("PUT", "/v3/table/import/nope/events/msgpack.gz", file(two), 404),
    ]

    @Test(arguments: refusals.indices) func `a file that cannot be stored leaves nothing`(
        index: Int
    ) {
        let wanted = Self.refusals[index]
        let answer = service.ask(wanted.method, wanted.path, bytes: wanted.body)
        #expect(answer.status == wanted.status, "\(answer.json)")
        #expect(catalog.inserted.isEmpty)
    }

    /// Of two tables that changed names, neither is known to be the one that was meant.
    @Test func `a bulk import whose table was swapped away is not stored under its name`() throws {
        try catalog.createTable("staging", in: "mobile", at: 1)
        _ = bulk("POST", "create/b1/mobile/events")
        _ = bulk("PUT", "upload_part/b1/p1", Self.file(Self.two))
        _ = bulk("POST", "perform/b1")
        try catalog.swapTables("events", "staging", in: "mobile")
        #expect(bulk("POST", "commit/b1").status == 422)
        try catalog.renameTable("staging", to: "old", in: "mobile", overwrites: false)
        try catalog.deleteTable("events", in: "mobile")
        #expect(bulk("POST", "commit/b1").status == 404)
        #expect(catalog.inserted.isEmpty)
        try catalog.renameTable("old", to: "events", in: "mobile", overwrites: false)
        #expect(bulk("POST", "commit/b1").status == 200)
        #expect(catalog.inserted.count == 2)
    }

    @Test func `a bulk import is checked, then stored, once`() {
        #expect(bulk("POST", "create/b1/mobile/events").status == 200)
        #expect(bulk("PUT", "upload_part/b1/p1", Self.file(Self.two)).status == 200)
        #expect(bulk("PUT", "upload_part/b1/p2", Self.file([["a": 1]])).status == 200)
        #expect(bulk("PUT", "upload_part/b1/p3", [1, 2, 3]).status == 200)
        #expect(bulk("GET", "list_parts/b1").json["parts"] == ["p1", "p2", "p3"])
        #expect(bulk("POST", "commit/b1").status == 422)
        let performed = bulk("POST", "perform/b1")
        #expect(performed.json["job_id"] == "1")
        #expect(service.ask("GET", "/v3/job/status/1").json["status"] == "success")
        let ready = bulk("GET", "show/b1").json
        #expect(ready["status"] == "ready" && ready["upload_frozen"] == true)
        #expect(ready["valid_records"] == 2 && ready["error_records"] == 1)
        #expect(ready["valid_parts"] == 2 && ready["error_parts"] == 1)
        #expect(catalog.inserted.isEmpty)
        #expect(bulk("POST", "commit/b1").status == 200)
        #expect(bulk("POST", "commit/b1").status == 422)
        #expect(catalog.inserted.map(\.record) == Self.two)
        #expect(bulk("GET", "show/b1").json["status"] == "committed")
        #expect(bulk("POST", "perform/b1").status == 422)
    }

    @Test func `records that the table refuses are counted as errors`() {
        _ = bulk("POST", "create/b1/mobile/events")
        _ = bulk("PUT", "upload_part/b1/p", Self.file(Self.two + [["time": 3, "refused": 1]]))
        _ = bulk("POST", "perform/b1")
        #expect(bulk("GET", "show/b1").json["valid_records"] == 3)
        #expect(bulk("POST", "commit/b1").status == 200)
        let shown = bulk("GET", "show/b1").json
        #expect(shown["valid_records"] == 2 && shown["error_records"] == 1)
        #expect(shown["error_messages"] == ["no room"])
    }

    @Test func `what is wrong with a part is told at its upload, and again when it is checked`() {
        _ = bulk("POST", "create/b1/mobile/events")
        let parts: [(name: String, body: [UInt8], message: String)] = [
            (
                "p1", Self.file(Self.two + [["time": 3, "bad name": 1]]),
                "part `p1`, record 3: `bad name` is not a column name, wanted `[0-9a-z_]{1,128}`"
            ),
            ("p2", Self.garbled, "part `p2`, record 1: `a` is not UTF-8 at byte 11"),
            (
                "p3", Self.file([["time": "1"]]),
                "part `p3`, record 1: `time` is a string, wanted whole Unix seconds"
            ), ("p4", [1, 2, 3], "part `p4`: the file is not gzip"),
            ("p5", Array("gz".utf8), "part `p5`: the gzip data ends too early"),
        ]
        for part in parts {
            let answer = bulk("PUT", "upload_part/b1/\(part.name)", part.body)
            #expect(answer.status == 200)
            #expect(answer.json["error_messages"] == [.string(part.message)])
        }
        _ = bulk("POST", "perform/b1")
        let shown = bulk("GET", "show/b1").json
        #expect(shown["error_messages"] == .array(parts.map { .string($0.message) }))
        #expect(shown["valid_records"] == 2 && shown["error_records"] == 3)
        #expect(shown["error_parts"] == 2)
        _ = bulk("POST", "commit/b1")
        #expect(catalog.inserted.map(\.record) == Self.two)
    }

    @Test func `a file has no more values than memory has room for`() {
        // Two records of a map and two values each.
        let file = ImportFile(Self.file(Self.two), .plain, valueLimit: 6)
        #expect(file.refusal == nil && file.records == Self.two && file.valueCount == 6)
        // The record of a map, a number, and an array that promises three values.
        for bytes in [Self.file(Self.two), Self.file([["time": 1, "a": [nil, nil, nil]]])] {
            let refusal = ImportFile(bytes, .plain, valueLimit: 5).refusal
            #expect(refusal?.status == 413)
            #expect(refusal?.message == "the file has over 5 values: send it in parts")
        }
    }

    /// A megabyte of such files once took all the memory.
    @Test func `a file that unpacks to too many values is refused before it takes their memory`() {
        let count = UInt32(ImportFile.valueLimit)
        let head = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: count >> $0) }
        let bytes =
            Array("gzip:".utf8) + [0x82, 0xA4] + Array("time".utf8) + [1, 0xA1, 0x61, 0xDD] + head
            + [UInt8](repeating: 0xC0, count: Int(count))
        let message: JSON = "the file has over 5000000 values: send it in parts"
        let answer = service.ask("PUT", Self.path, bytes: bytes)
        #expect(answer.status == 413 && answer.json["message"] == message)
        _ = bulk("POST", "create/b1/mobile/events")
        let part = bulk("PUT", "upload_part/b1/p", bytes)
        #expect(part.status == 413 && part.json["message"] == message)
        #expect(bulk("GET", "list_parts/b1").json["parts"] == [])
    }

    @Test func `records that are left out can be read, before the commit and after it`() {
        _ = bulk("POST", "create/b1/mobile/events")
        #expect(errorRecords() == [])
        _ = bulk("PUT", "upload_part/b1/p", Self.file([["a": 1], ["time": 3, "refused": 1]]))
        _ = bulk("PUT", "upload_part/b1/q", Self.file(Self.two + [["a": 2]]))
        #expect(errorRecords() == [])
        _ = bulk("POST", "perform/b1")
        #expect(errorRecords() == [["a": 1], ["a": 2]])
        _ = bulk("POST", "commit/b1")
        #expect(errorRecords() == [["a": 1], ["a": 2], ["time": 3, "refused": 1]])
        #expect(bulk("GET", "show/b1").json["valid_records"] == 2)
        #expect(catalog.inserted.map(\.record) == Self.two)
    }

    @Test func `parts that change after they were performed have to be performed again`() {
        _ = bulk("POST", "create/b1/mobile/events")
        _ = bulk("PUT", "upload_part/b1/p", Self.file(Self.two))
        _ = bulk("POST", "perform/b1")
        _ = bulk("POST", "unfreeze/b1")
        #expect(bulk("GET", "show/b1").json["status"] == "ready")
        _ = bulk("PUT", "upload_part/b1/q", Self.file(Self.two))
        #expect(bulk("GET", "show/b1").json["status"] == "uploading")
        #expect(bulk("POST", "commit/b1").status == 422 && catalog.inserted.isEmpty)
        _ = bulk("POST", "perform/b1")
        #expect(bulk("POST", "commit/b1").status == 200 && catalog.inserted.count == 4)
    }

    @Test func `a bulk import's job does not wait to be started`() {
        _ = bulk("POST", "create/b1/mobile/events")
        _ = bulk("POST", "perform/b1")
        #expect(service.nextJob(at: Tick(milliseconds: 0)) == nil)
        #expect(service.jobCounts["success"] == 1)
    }

    @Test func `whole numbers beyond 64 bits are told`() {
        let long: JSON = ["time": 1, "n": .number("18446744073709551615"), "m": [.number("1")]]
        let note: JSON = "whole numbers beyond 64 bits are kept as text: `n`"
        #expect(service.ask("PUT", Self.path, bytes: Self.long).json["note"] == note)
        #expect(catalog.inserted.map(\.record) == [long])
        _ = bulk("POST", "create/b1/mobile/events")
        #expect(bulk("PUT", "upload_part/b1/p", Self.long).json["note"] == note)
        _ = bulk("POST", "perform/b1")
        #expect(bulk("GET", "show/b1").json["note"] == note)
    }

    @Test func `a time in milliseconds is told`() {
        // 1790000000000 as an unsigned number of MessagePack.
        let late =
            Array("gzip:".utf8) + [0x81, 0xA4] + Array("time".utf8)
            + [0xCF, 0, 0, 1, 0xA0, 0xC4, 0x50, 0x6C, 0]
        let notes = [
            service.ask("PUT", Self.path, bytes: late).json["note"],
            bulk("POST", "create/b1/mobile/events").json["note"],
            bulk("PUT", "upload_part/b1/p", late).json["note"],
        ]
        let start = "`time` is 1790000000000"
        #expect(notes.map { $0?.stringValue?.hasPrefix(start) } == [true, nil, true])
        _ = bulk("POST", "perform/b1")
        #expect(bulk("GET", "show/b1").json["note"] == notes[0])
    }

    /// `{"time": 1, "n": 2^64 - 1, "m": [1]}`: an unsigned number of MessagePack.
    static let long =
        Array("gzip:".utf8) + [0x83, 0xA4] + Array("time".utf8) + [1, 0xA1, 0x6E]
        + [0xCF] + [UInt8](repeating: 0xFF, count: 8) + [0xA1, 0x6D, 0x91, 1]

    /// `{"time": 1, "a": …}` with a text that is cut within a letter.
    static let garbled =
        Array("gzip:".utf8) + [0x82, 0xA4] + Array("time".utf8) + [1, 0xA1, 0x61, 0xA2, 0x78, 0xE3]

    @Test func `a frozen bulk import keeps its parts`() {
        _ = bulk("POST", "create/b1/mobile/events")
        _ = bulk("PUT", "upload_part/b1/p", Self.file(Self.two))
        #expect(bulk("POST", "freeze/b1").status == 200)
        #expect(bulk("PUT", "upload_part/b1/q", Self.file(Self.two)).status == 422)
        #expect(bulk("POST", "delete_part/b1/p").status == 422)
        #expect(bulk("POST", "unfreeze/b1").status == 200)
        #expect(bulk("POST", "delete_part/b1/p").status == 200)
        #expect(bulk("POST", "delete_part/b1/p").status == 404)
        #expect(bulk("GET", "list_parts/b1").json["parts"] == [])
    }

    static let bulkRefusals: [(method: String, path: String, status: Int)] = [
        ("POST", "create/b1/mobile/nope", 404), ("POST", "create/b1/nope/events", 404),
        ("POST", "create/bad%20name/mobile/events", 422), ("GET", "show/b1", 404),
        ("POST", "delete/b1", 404), ("GET", "create/b1/mobile/events", 405),
        ("POST", "list", 405), ("POST", "nothing/b1", 404), ("POST", "upload_part/b1/p", 405),
    ]

    @Test(arguments: bulkRefusals.indices) func `a bulk import that cannot be is refused`(
        index: Int
    ) {
        let wanted = Self.bulkRefusals[index]
        #expect(bulk(wanted.method, wanted.path).status == wanted.status)
        #expect(bulk("GET", "list").json["bulk_imports"] == [])
    }

    @Test func `a name is taken until it is deleted`() {
        let create = "create/b1/mobile/events"
        #expect(bulk("POST", create).status == 200)
        #expect(bulk("POST", create).status == 409)
        #expect(bulk("POST", "delete/b1").status == 200)
        #expect(bulk("POST", create).status == 200)
    }

    private func errorRecords() -> [JSON] {
        let request = ServiceRequest(
            method: "GET", path: "/v3/bulk_import/error_records/b1",
            headers: [HeaderField("AUTHORIZATION", "TD1 1/abc")])
        guard case .response(let response) = service.answer(request, now: 0) else { return [nil] }
        var reader = MessagePackReader(Array(response.body.dropFirst(5)))
        var records: [JSON] = []
        while let record = try? reader.next() { records.append(record) }
        return records
    }

    private func bulk(
        _ method: String, _ path: String, _ body: [UInt8] = []
    ) -> (status: Int, json: JSON) {
        service.ask(method, "/v3/bulk_import/" + path, bytes: body)
    }
}

extension ImportTests {
    @Test func `tables are swapped and renamed`() throws {
        try catalog.createTable("other", in: "mobile", at: 0)
        let swapped = service.ask("POST", "/v3/table/swap/mobile/events/other")
        #expect(swapped.status == 200 && swapped.json["table1"] == "events")
        #expect(catalog.shelves[0].tables.map(\.name) == ["other", "events"])
        #expect(service.ask("POST", "/v3/table/rename/mobile/other/third").status == 200)
        #expect(service.ask("POST", "/v3/table/create/mobile/fourth").status == 200)
        #expect(service.ask("POST", "/v3/table/rename/mobile/fourth/third").status == 409)
        let form = "/v3/table/rename/mobile/fourth/third?overwrite="
        #expect(service.ask("POST", form + "perhaps").status == 422)
        #expect(service.ask("POST", form + "true").status == 200)
        #expect(catalog.shelves[0].tables.map(\.name) == ["events", "third"])
        #expect(service.ask("POST", "/v3/table/swap/mobile/events/nope").status == 404)
    }

    @Test func `the one user reads the key that came with the request`() {
        let users = service.ask("GET", "/v3/user/list").json["users"]?.arrayValue
        #expect(users?.map { $0["name"] } == ["pushsh"])
        let keys = service.ask("GET", "/v3/user/apikey/list/pushsh").json["apikeys"]
        #expect(keys == ["1/abc"])
        #expect(service.ask("GET", "/v3/user/apikey/list/other").status == 404)
        #expect(service.ask("POST", "/v3/user/add/other").status == 422)
    }
}
