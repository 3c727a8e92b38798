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
    }

    @Test func `a session is told as td-client reads it`() {
        var session = session("a")
        session.status = .ready
        session.job = 7
        session.faulty = [1, 2]
        session.validRecords = 3
        session.readableParts = 1
        #expect(
            session.json.text
                == #"{"name":"a","database":"d","table":"t","status":"ready","#
                + #""upload_frozen":false,"job_id":"7","valid_records":3,"error_records":2,"#
                + #""valid_parts":1,"error_parts":0}"#)
    }
}
