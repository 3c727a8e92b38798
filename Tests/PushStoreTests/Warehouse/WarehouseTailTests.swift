import PushModel
import Testing

@testable import PushStore

/// TD-11: the newest records of a table, as `table/tail` shows them.
@Suite struct WarehouseTailTests {
    let place = TemporaryDirectory()

    private func warehouse(_ kind: Kind) throws -> Warehouse {
        let workspace: Workspace =
            kind == .ephemeral ? .ephemeral() : try .open(directory: place.path)
        let warehouse = try workspace.warehouse
        _ = try warehouse.createTable("things", database: "mobile", at: 1)
        for number in 0..<5 {
            _ = try warehouse.insert(
                database: "mobile", table: "things",
                records: [["time": .int(number), "n\(number % 2)": .string("v\(number)")]],
                uuids: ["U-\(number)"], receivedAt: 10)
        }
        return warehouse
    }

    private func texts(_ records: [[(name: String, value: Cell)]]) -> [String] {
        records.map { $0.map { "\($0.name)=\($0.value)" }.joined(separator: " ") }
    }

    @Test(arguments: Kind.allCases) func `the newest is first, without what it lacks`(
        kind: Kind
    ) throws {
        let warehouse = try warehouse(kind)
        let found = try warehouse.tail(of: "things", database: "mobile", count: 2, bytes: 1000)
        #expect(
            texts(found) == [
                "time=integer(4) n0=text(\"v4\")", "time=integer(3) n1=text(\"v3\")",
            ])
        #expect(
            try warehouse.tail(of: "things", database: "mobile", count: 9, bytes: 1000).count == 5)
        #expect(
            try warehouse.tail(of: "things", database: "mobile", count: 0, bytes: 1000).isEmpty)
    }

    @Test(arguments: Kind.allCases) func `a number in a column of doubles is a double`(
        kind: Kind
    ) throws {
        let warehouse = try warehouse(kind)
        for (time, value) in ["1.5", "2", "9007199254740993", "-0.0"].enumerated() {
            _ = try warehouse.insert(
                database: "mobile", table: "things",
                records: [["time": .int(time), "price": .number(value)]], uuids: [nil],
                receivedAt: 10)
        }
        let found = try warehouse.tail(of: "things", database: "mobile", count: 4, bytes: 1000)
        #expect(
            texts(found) == [
                "time=integer(3) price=real(-0.0)",
                "time=integer(2) price=integer(9007199254740993)",
                "time=integer(1) price=real(2.0)", "time=integer(0) price=real(1.5)",
            ])
    }

    @Test(arguments: Kind.allCases) func `after so many bytes none follows`(kind: Kind) throws {
        let warehouse = try warehouse(kind)
        // A record has 8 bytes of `time`, 4 of its name, and 4 of the other column.
        for (bytes, count) in [(0, 0), (1, 1), (16, 1), (17, 2), (48, 3)] {
            #expect(
                try warehouse.tail(of: "things", database: "mobile", count: 9, bytes: bytes).count
                    == count, "\(bytes)")
        }
    }

    @Test(arguments: Kind.allCases) func `what is not there is said`(kind: Kind) throws {
        let warehouse = try warehouse(kind)
        for (table, database) in [("nothing", "mobile"), ("things", "nowhere")] {
            let error = #expect(throws: StoreError.self) {
                try warehouse.tail(of: table, database: database, count: 1, bytes: 1)
            }
            #expect(error?.code == .missing)
        }
        // A failure leaves no transaction behind.
        _ = try warehouse.createTable("later", database: "mobile", at: 2)
    }
}
