import PushText
import Testing

@testable import PushBackends

@Suite struct BulkImportsTests {
    private func refusal(_ body: () throws(ServiceRefusal) -> Void) -> String? {
        do throws(ServiceRefusal) { try body() } catch { return "\(error.status) \(error.message)" }
        return nil
    }

    private func session(_ name: String) -> BulkImport {
        BulkImport(name: name, database: "d", table: "t", tableNumber: 1)
    }

    @Test func `a name is used once, until its session is deleted`() throws {
        var imports = BulkImports()
        try imports.add(session("a"))
        let again = refusal { () throws(ServiceRefusal) in try imports.add(session("a")) }
        #expect(again == "409 bulk import `a` exists already")
        try imports.delete("a")
        try imports.add(session("a"))
        #expect(imports.sessions.map(\.name) == ["a"])
        let missing = refusal { () throws(ServiceRefusal) in try imports.delete("b") }
        #expect(missing == "404 no bulk import `b`")
    }

    @Test func `a hundred are kept`() throws {
        var imports = BulkImports()
        for number in 0..<BulkImports.limit { try imports.add(session("s\(number)")) }
        let told = refusal { () throws(ServiceRefusal) in try imports.add(session("more")) }
        #expect(told == "429 100 bulk imports are kept")
        try imports.delete("s7")
        try imports.add(session("more"))
    }

    @Test func `a refused change leaves the session as it was`() throws {
        var imports = BulkImports()
        try imports.add(session("a"))
        let told = refusal { () throws(ServiceRefusal) in
            try imports.change("a") { (session) throws(ServiceRefusal) in
                session.isFrozen = true
                throw ServiceRefusal(status: 422, message: "no")
            }
        }
        #expect(told == "422 no")
        #expect(imports.sessions[0].isFrozen == false)
        try imports.change("a") { (session) throws(ServiceRefusal) in
            session.parts = [.init(name: "p", packed: [1, 2, 3]), .init(name: "q", packed: [4])]
        }
        #expect(imports.uploadedBytes == 4)
        try imports.change("a") { (session) throws(ServiceRefusal) in
            session.parts[0].faulty = FaultyRecords(count: 1, packed: [1, 2])
            session.faulty = FaultyRecords(count: 1, packed: [1])
        }
        #expect(imports.uploadedBytes == 7)
    }

    @Test func `a session is told as td-client reads it`() {
        var session = session("a")
        session.status = .ready
        session.job = 7
        session.faulty = FaultyRecords(count: 2)
        session.validRecords = 3
        session.readableParts = 1
        #expect(
            session.json.text
                == #"{"name":"a","database":"d","table":"t","status":"ready","#
                + #""upload_frozen":false,"job_id":"7","valid_records":3,"error_records":2,"#
                + #""valid_parts":1,"error_parts":0}"#)
    }

    @Test func `the parts of a session have a size together`() throws {
        func told(bytes: Int, values: Int) -> String? {
            refusal { () throws(ServiceRefusal) in
                try ImportSize(bytes: bytes, values: values).requireFit()
            }
        }
        let limit = ImportSize.limit
        #expect(told(bytes: limit.bytes, values: limit.values) == nil)
        let end = ": commit it, and go on with another"
        #expect(
            told(bytes: limit.bytes + 1, values: 0)
                == "413 the parts of the bulk import have over 536870912 bytes unpacked" + end)
        #expect(
            told(bytes: 0, values: limit.values + 1)
                == "413 the parts of the bulk import have over 25000000 values" + end)
    }

    @Test func `records that are left out are kept up to a size, and counted beyond it`() throws {
        var some = FaultyGatherer(.plain)
        for record: JSON in [1, "a"] { some.add(record) }
        var all = FaultyGatherer(.plain)
        all.add(some.records)
        all.add(.string(String(repeating: "x", count: FaultyGatherer.limit)))
        for _ in 0..<2 { all.add(some.records) }
        all.add(2)
        let found = all.records
        #expect(found.count == 8)
        #expect(found.packed == Array("gzip:".utf8) + [1, 0xA1, 0x61])
        #expect(FaultyGatherer(.plain).records.packed.isEmpty)
    }
}
