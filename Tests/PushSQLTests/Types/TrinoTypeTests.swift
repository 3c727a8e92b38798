import Testing

@testable import PushSQL

/// Types are read, printed and brought together as Trino does.
@Suite struct TrinoTypeTests {
    @Test(arguments: [
        "bigint", "varchar", "varchar(3)", "decimal(5,1)", "timestamp(3) with time zone",
        "array(map(varchar, bigint))", "row(a bigint, \"b c\" varchar(2))",
        "interval day to second", "time(6)", "row(bigint, double)", "uuid", "array(uuid)",
        "row(\"userId\" bigint, \"end\" date)",
    ])
    func `a type's text is read back`(text: String) {
        #expect(TrinoType(text)?.text == text)
    }

    @Test func `a quoted field keeps its case, which typeof shows without quotes`() {
        let type = TrinoType("row(\"userId\" bigint, campaignId map(varchar, row(\"X\" date)))")
        #expect(
            type?.displayName
                == "row(userId bigint, campaignid map(varchar, row(X date)))")
    }

    @Test func `other spellings mean the same type`() {
        #expect(TrinoType("INT") == .integer)
        #expect(TrinoType("array<int>") == .array(.integer))
        #expect(TrinoType("timestamp") == .timestamp(3))
        #expect(TrinoType("decimal") == .decimal(precision: 38, scale: 0))
        #expect(TrinoType("string") == nil)
        #expect(TrinoType("decimal(40,2)") == nil)
    }

    @Test(arguments: [
        ("integer", "bigint", "bigint"), ("bigint", "decimal(3,1)", "decimal(20,1)"),
        ("decimal(3,1)", "double", "double"), ("date", "timestamp(3)", "timestamp(3)"),
        ("timestamp(6)", "timestamp(3) with time zone", "timestamp(6) with time zone"),
        ("varchar(2)", "varchar(5)", "varchar(5)"), ("unknown", "date", "date"),
        ("array(integer)", "array(double)", "array(double)"),
    ])
    func `two types have a common one`(left: String, right: String, common: String) throws {
        let first = try #require(TrinoType(left))
        let second = try #require(TrinoType(right))
        #expect(TrinoType.common(first, second)?.text == common)
        #expect(TrinoType.common(second, first)?.text == common)
    }

    @Test(arguments: [
        ("varchar", "bigint"), ("boolean", "integer"), ("date", "time(3)"), ("json", "varchar"),
        ("uuid", "varchar"),
    ])
    func `nothing converts by itself between these`(left: String, right: String) throws {
        let first = try #require(TrinoType(left))
        let second = try #require(TrinoType(right))
        #expect(TrinoType.common(first, second) == nil)
    }
}
