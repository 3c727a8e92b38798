import PushText
import Testing

@testable import PushBackends

/// The session that a client of Trino's protocol carries in its headers.
@Suite struct TrinoContextTests {
    private func context(
        _ headers: (String, String)..., codec: ImportCodec? = nil
    ) throws(ServiceRefusal) -> TrinoContext {
        try TrinoContext(
            ServiceRequest(
                method: "POST", path: "/v1/statement",
                headers: headers.map { HeaderField($0.0, $0.1) }), codec)
    }

    private func refusal(_ name: String, _ value: String) -> String? {
        do throws(ServiceRefusal) { _ = try context((name, value)) } catch {
            return "\(error.status): \(error.message)"
        }
        return nil
    }

    @Test func `a header with the wrong form is refused in Trino's words`() {
        for value in ["flag", "a=b=c", "a.b.c=1", ".a=1", "=1"] {
            #expect(
                refusal("X-Trino-Session", value) == "400: Invalid X-Trino-Session header")
        }
        #expect(
            refusal("X-Trino-Session", "a=%zz")?.hasPrefix("400: Invalid X-Trino-Session header: ")
                == true)
        #expect(refusal("X-Trino-Role", "system=all") == "400: Invalid X-Trino-Role header")
        #expect(refusal("X-Trino-Role", "system=ROLE{admin},hive=NONE") == nil)
        #expect(
            refusal("X-Trino-Extra-Credential", "token")
                == "400: Invalid X-Trino-Extra-Credential header")
        #expect(
            refusal("X-Trino-Resource-Estimate", "ROWS=1") == "400: Unsupported resource name ROWS")
        #expect(refusal("X-Trino-Client-Capabilities", "=,, x") == nil)
        #expect(refusal("X-Trino-Session", " , query_priority = 1,") == nil)
    }

    @Test func `a long prepared statement is shortened, and comes back whole`() throws {
        // This codec saves the blanks at the end.
        let blanks = 7000
        let codec = ImportCodec(
            unpack: { (bytes, _) throws(ImportCodec.Fault) in
                bytes + Array(repeating: Ascii.space, count: blanks)
            }, pack: { $0.dropLast(blanks) })
        let text = "SELECT 1" + String(repeating: Ascii.space, count: blanks)
        let header = PreparedText.header(of: text, codec)
        #expect(header.hasPrefix("$gzip:") && header.utf8.count < 6000)
        let found = try context(
            ("X-Trino-Prepared-Statement", "a%2Cb%3D=\(header.split(separator: "=")[0])"),
            codec: codec)
        #expect(found.prepared.map(\.name) == ["a,b="])
        #expect(found.prepared.map(\.text) == [text])
        #expect(PreparedText.header(of: text, nil) == text)
        #expect(PreparedText.header(of: "SELECT 1", codec) == "SELECT 1")
        #expect(throws: ServiceRefusal.self) {
            try context(("X-Trino-Prepared-Statement", "q=$gzip:%21"), codec: codec)
        }
    }

    @Test func `a prepared statement that is not SQL is refused in its header`() {
        let header = "X-Trino-Prepared-Statement"
        let told = refusal(header, "q=SELECT+1,r=SELECT+FROM")
        let wanted = "400: Invalid \(header) header: line 1:8: mismatched input"
        #expect(told?.hasPrefix(wanted) == true)
        #expect(refusal(header, "q=SELECT+%3F+FROM+t,r=USE+a.b,s=INSERT+INTO+t+VALUES+%3F") == nil)
    }

    @Test func `a client of Presto has other names for the headers`() throws {
        let trino = try context(("X-Trino-User", "a"), ("X-Trino-Schema", "Mobile"))
        #expect(trino.prefix == "X-Trino-" && trino.schema == "mobile")
        let presto = try context(("x-presto-user", "a"), ("X-Presto-Schema", "Mobile"))
        #expect(presto.prefix == "X-Presto-" && presto.schema == "mobile")
        let mixed = try context(("X-Presto-User", "a"), ("X-Trino-Schema", "mobile"))
        #expect(mixed.schema == nil)
    }

    @Test func `a client that reads precisions says so`() throws {
        func reads(_ value: String) throws -> Bool {
            try context(("X-Trino-Client-Capabilities", value)).readsPrecision
        }
        #expect(try reads("PATH, PARAMETRIC_DATETIME") && reads("PARAMETRIC_DATETIME"))
        #expect(try !reads("PATH") && !reads("parametric_datetime") && !context().readsPrecision)
        let presto = try context(
            ("X-Presto-User", "a"), ("X-Presto-Client-Capabilities", "PARAMETRIC_DATETIME"))
        #expect(presto.readsPrecision)
    }

    @Test func `an empty header counts as none`() throws {
        let empty = try context(("X-Trino-Catalog", ""), ("X-Trino-Schema", ""))
        #expect(empty.catalog == nil && empty.schema == nil && empty.zone == nil)
    }

    @Test func `a property of the session is a percent-encoded value after its name`() throws {
        let found = try context(
            ("X-Trino-Session", "query_priority=1, a.b=x%2Cy+z%3D,"),
            ("x-trino-session", "scale_writers=true%3D1")
        ).properties
        #expect(found.map(\.name) == ["query_priority", "a.b", "scale_writers"])
        #expect(found.map(\.value) == ["1", "x,y z=", "true=1"])
    }

    @Test func `the zone of the session wins over that of the client`() throws {
        let zone = ("X-Trino-Time-Zone", "Europe/Berlin")
        #expect(try context(zone).zone == "Europe/Berlin")
        let set = ("X-Trino-Session", "time_zone_id=Asia%2FTokyo")
        #expect(try context(zone, set).zone == "Asia/Tokyo")
    }

    @Test func `prepared statements come again with each request`() throws {
        let found = try context(("X-Trino-Prepared-Statement", "q1=SELECT+%3F,q2=SHOW%20TABLES"))
        #expect(found.prepared.map(\.name) == ["q1", "q2"])
        #expect(found.prepared.map(\.text) == ["SELECT ?", "SHOW TABLES"])
    }
}
