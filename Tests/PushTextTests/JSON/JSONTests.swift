import Testing

@testable import PushText

@Suite struct JSONTests {
    static let sample: JSON = [
        "aps": ["alert": ["title": "お知らせ"], "badge": 3, "sound": nil],
        "k": [1, 2.5, "x", true], "twice": 1, "twice": 2,
    ]

    @Test func `literals keep order, duplicates and types`() {
        #expect(
            Self.sample.text
                == #"{"aps":{"alert":{"title":"お知らせ"},"badge":3,"sound":null},"#
                + #""k":[1,2.5,"x",true],"twice":1,"twice":2}"#)
    }

    @Test func `the last of several equal keys wins`() {
        #expect(Self.sample["twice"] == 2)
        #expect(Self.sample["absent"] == nil)
    }

    @Test(
        arguments: [
            (["aps", "badge"], 3), (["k", 1], 2.5), (["k", 4], nil), (["k", "aps"], nil),
            (["aps", "sound"], .some(nil)), ([], sample),
        ] as [([JSONStep], JSON?)])
    func `a path leads to a value or nowhere`(_ path: [JSONStep], _ value: JSON?) {
        #expect(Self.sample.at(path: path) == value)
    }

    @Test(
        arguments: [
            ("3", 3, 3), ("3.0", 3, 3), ("3e2", 300, 300), ("2.5", nil, 2.5), ("-0", 0, 0),
            ("1e30", nil, 1e30), ("9223372036854775807", .max, 0x1p63),
        ] as [(String, Int?, Double?)])
    func `a number is read as its value, however it is spelled`(
        _ lexeme: String, _ whole: Int?, _ double: Double?
    ) {
        #expect(JSON.number(lexeme).intValue == whole)
        #expect(JSON.number(lexeme).doubleValue == double)
    }

    @Test func `values answer only to their own type`() {
        let values: [JSON] = [nil, true, 1, "a", [1], ["a": 1]]
        #expect(values.map(\.boolValue) == [nil, true, nil, nil, nil, nil])
        #expect(values.map(\.intValue) == [nil, nil, 1, nil, nil, nil])
        #expect(values.map(\.stringValue) == [nil, nil, nil, "a", nil, nil])
        #expect(values.map { $0.arrayValue != nil } == [false, false, false, false, true, false])
        #expect(
            values.map { $0.objectMembers != nil } == [false, false, false, false, false, true])
        #expect(values.map(\.isNull) == [true, false, false, false, false, false])
        #expect(
            values.map(\.kindName)
                == ["null", "a Boolean", "a number", "a string", "an array", "an object"])
    }

    @Test func `setting a member replaces, appends, removes or makes an object`() {
        var json = Self.sample
        json["twice"] = 9
        json["k"] = nil
        json["new"] = "x"
        json["aps"]?["badge"] = 4
        #expect(json["aps"]?["badge"] == 4)
        #expect(json.objectMembers?.map(\.key) == ["aps", "twice", "twice", "new"])
        json["twice"] = nil
        #expect(json.objectMembers?.map(\.key) == ["aps", "new"])
        var text: JSON = "text"
        text["a"] = 1
        #expect(text == ["a": 1])
    }

    @Test(arguments: [2, 16, 17, 40])
    func `equal keys are found in objects of any length, at any depth`(count: Int) {
        var members = (1...count).map { JSON.Member(key: "k\($0)", value: ["a": 1, "b": [1]]) }
        #expect(!JSON.array([.object(members)]).repeatsKeys)
        members[count - 1].key = "k1"
        #expect(JSON.array([.object(members)]).repeatsKeys)
        members[count - 1] = JSON.Member(key: "last", value: [["c": 1, "c": 2]])
        #expect(JSON.object(members).repeatsKeys)
    }

    @Test func `numbers that JSON lacks become null`() {
        #expect(JSON.double(.nan) == .null)
        #expect(JSON.double(-.infinity) == .null)
        #expect([JSON.double(2), .double(0.5), .int64(-7)] == [2, 0.5, -7])
    }
}
