import PushText
import Testing

@testable import PushBackends

/// The session that a client of Trino's protocol carries in its headers.
@Suite struct TrinoContextTests {
    private func context(_ headers: (String, String)...) -> TrinoContext {
        TrinoContext(
            ServiceRequest(
                method: "POST", path: "/v1/statement",
                headers: headers.map { HeaderField($0.0, $0.1) }))
    }

    @Test func `a client of Presto has other names for the headers`() {
        let trino = context(("X-Trino-User", "a"), ("X-Trino-Schema", "Mobile"))
        #expect(trino.prefix == "X-Trino-" && trino.schema == "mobile")
        let presto = context(("x-presto-user", "a"), ("X-Presto-Schema", "Mobile"))
        #expect(presto.prefix == "X-Presto-" && presto.schema == "mobile")
        let mixed = context(("X-Presto-User", "a"), ("X-Trino-Schema", "mobile"))
        #expect(mixed.schema == nil)
    }

    @Test func `a client that reads precisions says so`() {
        func reads(_ value: String) -> Bool {
            context(("X-Trino-Client-Capabilities", value)).readsPrecision
        }
        #expect(reads("PATH, PARAMETRIC_DATETIME") && reads("PARAMETRIC_DATETIME"))
        #expect(!reads("PATH") && !reads("parametric_datetime") && !context().readsPrecision)
        let presto = context(
            ("X-Presto-User", "a"), ("X-Presto-Client-Capabilities", "PARAMETRIC_DATETIME"))
        #expect(presto.readsPrecision)
    }

    @Test func `an empty header counts as none`() {
        let empty = context(("X-Trino-Catalog", ""), ("X-Trino-Schema", ""))
        #expect(empty.catalog == nil && empty.schema == nil && empty.zone == nil)
    }

    @Test func `a property of the session is a percent-encoded value after its name`() {
        let found = context(
            ("X-Trino-Session", "query_priority=1, a.b=x%2Cy+z%3D,flag"),
            ("x-trino-session", "scale_writers=true=1")
        ).properties
        #expect(found.map(\.name) == ["query_priority", "a.b", "scale_writers"])
        #expect(found.map(\.value) == ["1", "x,y z=", "true=1"])
    }

    @Test func `the zone of the session wins over that of the client`() {
        let zone = ("X-Trino-Time-Zone", "Europe/Berlin")
        #expect(context(zone).zone == "Europe/Berlin")
        let set = ("X-Trino-Session", "time_zone_id=Asia%2FTokyo")
        #expect(context(zone, set).zone == "Asia/Tokyo")
    }

    @Test func `prepared statements come again with each request`() {
        let found = context(("X-Trino-Prepared-Statement", "q1=SELECT+%3F,q2=SHOW%20TABLES"))
        #expect(found.prepared.map(\.name) == ["q1", "q2"])
        #expect(found.prepared.map(\.text) == ["SELECT ?", "SHOW TABLES"])
    }
}
