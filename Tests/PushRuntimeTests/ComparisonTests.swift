import PushLanguage
import PushText
import Testing

@testable import PushRuntime

struct ComparisonTests {
    struct Case: CustomTestStringConvertible, Sendable {
        var actual: JSON?
        var predicate: Predicate
        var wanted: JSON
        /// Nil if there is no order.
        var holds: Bool?

        init(_ actual: JSON?, _ predicate: Predicate, _ wanted: JSON, _ holds: Bool?) {
            (self.actual, self.predicate, self.wanted, self.holds) = (
                actual, predicate, wanted, holds
            )
        }

        var testDescription: String {
            "\(actual?.text ?? "nothing") \(predicate.rawValue) \(wanted.text)"
        }
    }

    static let cases: [Case] = [
        Case("a", .equal, "a", true), Case("a", .equal, "A", false),
        Case(nil, .equal, .null, true), Case(nil, .equal, "", false),
        Case(.null, .notEqual, "x", true), Case("x", .notEqual, "x", false),
        // Numbers are compared by value, and with the text that writes them.
        Case(.number("1.0"), .equal, 1, true), Case(.number("1e2"), .equal, 100, true),
        Case(1, .equal, "1", true), Case("1", .equal, 1, true), Case("1.0", .equal, 1, false),
        Case(true, .equal, "true", false), Case(true, .equal, true, true),
        // A Double would round these, and take them for equal.
        Case(.number("12345678901234567890.1"), .equal, .number("12345678901234567890.2"), false),
        Case(.number("9007199254740993"), .greater, .number("9007199254740992.5"), true),
        Case(.number("0.50"), .equal, .number("0.5"), true),
        Case(.number("9.007199254740992E15"), .equal, .number("9007199254740993"), false),
        Case(.number("9007199254740993"), .equal, .number("9007199254740992e0"), false),
        Case(.number("9007199254740992e0"), .less, .number("9007199254740993"), true),
        Case(.number("1.0E22"), .equal, .number("10000000000000000000001"), false),
        Case(.number("1.0E22"), .equal, .number("10000000000000000000000"), true),
        Case(.number("-1.0E22"), .less, .number("-1e21"), true),
        Case(.number("5e-1"), .equal, .number("0.50"), true),
        Case(.number("1e-400"), .greater, 0, true), Case(.number("0e5"), .equal, 0, true),
        Case(.number("1e400"), .greater, .number("9e399"), true),
        Case([.number("1e2")], .greaterOrEqual, "99", true),
        Case(.number("-0.0"), .equal, 0, true), Case(.number("2.5e0"), .equal, 2.5, true),
        Case(.number("-1.5"), .less, .number("-1.25"), true),
        Case(.number("0.5"), .less, .number("0.51"), true),
        // Objects by key, lists in order; a list of one is its element.
        Case(["a": 1, "b": 2], .equal, ["b": 2, "a": 1], true),
        Case(["a": 1], .equal, ["a": 1, "b": 2], false),
        Case(["a", "b"], .equal, ["b", "a"], false), Case(["a"], .equal, "a", true),
        Case(["a", "b"], .equal, "a", false), Case([], .equal, [], true),
        Case("a", .equal, ["a"], true), Case("a", .equal, ["b"], false),
        Case("a", .notEqual, ["a"], false), Case("a", .equal, ["a", "a"], false),
        Case("a", .equal, [], false), Case([1, 2], .contains, [2], true),
        Case(2, .less, 10, true), Case("2", .less, "10", false), Case(2, .lessOrEqual, 2, true),
        Case(3, .greater, 2, true), Case(2, .greaterOrEqual, 3, false),
        Case([5], .greater, 4, true), Case("b", .greater, "a", true),
        Case(nil, .less, 1, nil), Case("a", .less, 1, nil), Case(nil, .greater, 1, nil),
        Case("abc", .contains, "b", true), Case("abc", .contains, "d", false),
        Case(["a", "b"], .contains, "b", true), Case(["ab"], .contains, "b", false),
        Case(["key": 1], .contains, "key", true), Case(["key": 1], .contains, "other", false),
        Case(["a": 1, "b": 2], .contains, ["b": 2], true),
        Case(["a": 1], .contains, ["a": 2], false), Case(120, .contains, "2", true),
        Case(nil, .contains, "a", false), Case("abc", .contains, "", true),
        Case("abc", .startsWith, "ab", true), Case("abc", .startsWith, "b", false),
        Case("abc", .endsWith, "bc", true), Case("abc", .endsWith, "b", false),
        Case(nil, .startsWith, "", false), Case(12, .startsWith, 1, true),
        Case([], .startsWith, "", false),
    ]

    @Test func `only a text begins, ends or matches`() {
        for predicate in [Predicate.matches, .startsWith, .endsWith] {
            #expect(
                Comparison.fault(of: predicate, on: ["a"], with: nil)
                    == "a list, but `\(predicate.rawValue)` needs a text")
            let object = Comparison.fault(of: predicate, on: ["a": 1], with: nil)
            #expect(object?.hasPrefix("an object") == true)
            #expect(Comparison.fault(of: predicate, on: "a", with: nil) == nil)
            #expect(Comparison.fault(of: predicate, on: nil, with: nil) == nil)
        }
        #expect(Comparison.fault(of: .contains, on: ["a"], with: nil) == nil)
    }

    @Test func `what only looks like a number says nothing of one`() {
        func fault(_ actual: JSON, _ wanted: JSON) -> String? {
            Comparison.fault(of: .notEqual, on: actual, with: wanted)
        }
        for text in [
            "00", "+0", ".5", "1.", "-01", "007", "1.e3", ".5E-3", "+1e3", "01e+2",
        ] {
            #expect(
                fault(1, .string(text))?.hasPrefix("a number; `\(text)` is a text") == true)
            #expect(fault([1], .string(text)) != nil)
            #expect(fault(1, [.string(text)]) != nil)
            #expect(Comparison.fault(of: .equal, on: 1, with: .string(text)) != nil)
            #expect(Comparison.fault(of: .less, on: 1, with: .string(text)) == nil)
            #expect(fault("1", .string(text)) == nil && fault(.null, .string(text)) == nil)
        }
        for text in [
            "0", "-1", "1.5", "home", "1.2.3", "", "-", ".", "1e3", "0x1", "1.e", ".e3", "1.e3e3",
        ] {
            #expect(fault(1, .string(text)) == nil, "\(text)")
        }
        #expect(fault(1, 0) == nil)
    }

    @Test(arguments: cases) func `a predicate holds, or does not`(_ entry: Case) {
        let holds = Comparison.holds(
            entry.predicate, entry.actual, entry.wanted, isUnordered: false)
        #expect(holds == entry.holds)
    }

    @Test func `unordered lists need the same elements as often`() {
        let pairs: [(JSON, JSON, Bool)] = [
            (["a", "b", "a"], ["a", "a", "b"], true), (["a", "b", "b"], ["a", "a", "b"], false),
            (["a"], ["a", "a"], false), ([[1, 2], [3]], [[3], [1, 2]], true),
            ([[1, 2]], [[2, 1]], false),
        ]
        for (left, right, holds) in pairs {
            #expect(Comparison.equal(left, right, isUnordered: true) == holds)
        }
    }
}
