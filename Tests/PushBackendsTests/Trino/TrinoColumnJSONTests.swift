import PushSQL
import PushText
import Testing

@testable import PushBackends

/// The types of columns as Trino's clients read them: a name, and a signature in parts.
@Suite struct TrinoColumnJSONTests {
    private static func long(_ value: Int) -> String { #"{"kind":"LONG","value":\#(value)}"# }

    private static func signature(_ raw: String, _ arguments: String...) -> String {
        #"{"rawType":"\#(raw)","arguments":[\#(arguments.joined(separator: ","))]}"#
    }

    private static func type(_ signature: String) -> String {
        #"{"kind":"TYPE","value":\#(signature)}"#
    }

    static let types: [(TrinoType, String, String)] = [
        (.bigint, "bigint", signature("bigint")), (.boolean, "boolean", signature("boolean")),
        (.uuid, "uuid", signature("uuid")),
        (.varchar(nil), "varchar", signature("varchar", long(2_147_483_647))),
        (.varchar(5), "varchar(5)", signature("varchar", long(5))),
        (.char(3), "char(3)", signature("char", long(3))),
        (
            .decimal(precision: 10, scale: 2), "decimal(10, 2)",
            signature("decimal", long(10), long(2))
        ),
        (.timestamp(3), "timestamp(3)", signature("timestamp", long(3))),
        (
            .timestampWithZone(6), "timestamp(6) with time zone",
            signature("timestamp with time zone", long(6))
        ),
        (.array(.bigint), "array(bigint)", signature("array", type(signature("bigint")))),
        (
            .array(.decimal(precision: 3, scale: 1)), "array(decimal(3, 1))",
            signature("array", type(signature("decimal", long(3), long(1))))
        ),
        (
            .map(.varchar(nil), .double), "map(varchar, double)",
            signature(
                "map", type(signature("varchar", long(2_147_483_647))), type(signature("double")))
        ),
    ]

    @Test(arguments: types.indices) func `a type has a name and a signature`(_ index: Int) {
        let (type, name, signature) = Self.types[index]
        let json = QueryColumn(name: "c", type: type).json(readsPrecision: true)
        #expect(
            json.text == #"{"name":"c","type":"\#(name)","typeSignature":\#(signature)}"#)
    }

    static let bareTypes: [(TrinoType, String, String)] = [
        (.time(6), "time", signature("time")), (.timestamp(0), "timestamp", signature("timestamp")),
        (
            .timestampWithZone(3), "timestamp with time zone",
            signature("timestamp with time zone")
        ),
        (
            .map(.timestamp(6), .array(.time(1))), "map(timestamp, array(time))",
            signature(
                "map", type(signature("timestamp")),
                type(signature("array", type(signature("time")))))
        ),
        (.varchar(5), "varchar(5)", signature("varchar", long(5))),
    ]

    @Test(arguments: bareTypes.indices)
    func `a type of time has no precision for a client that reads none`(_ index: Int) {
        let (type, name, signature) = Self.bareTypes[index]
        let json = QueryColumn(name: "c", type: type).json(readsPrecision: false)
        #expect(
            json.text == #"{"name":"c","type":"\#(name)","typeSignature":\#(signature)}"#)
    }
}
