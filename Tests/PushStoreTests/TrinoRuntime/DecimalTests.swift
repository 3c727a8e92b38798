import Testing

@testable import PushStore

/// TD-11: decimals of up to 38 digits, at their borders.
@Suite struct DecimalTests {
    private static let nines = String(repeating: "9", count: 38)

    private static func decimal(_ text: String) throws -> Decimal { try #require(Decimal(text)) }

    @Test(arguments: [
        ("0", "0"), ("-0", "0"), ("-0.00", "0.00"), ("+5", "5"), ("007.50", "7.50"), (".5", "0.5"),
        ("5.", "5"), ("-.25", "-0.25"), (nines, nines), ("-0." + nines, "-0." + nines),
    ])
    func `a number keeps its digits`(text: String, written: String) throws {
        #expect(try Self.decimal(text).text == written)
    }

    @Test(arguments: [
        "", "-", "+", ".", "-.", "1e5", "1,5", "--1", "1-", "1.2.3", " 1", "٣", "0x1",
    ])
    func `another text is no decimal`(text: String) {
        #expect(Decimal(text) == nil)
    }

    @Test func `more digits than 128 bits hold are none, and more than 38 do not fit`() throws {
        #expect(Decimal(String(UInt128.max) + "0") == nil)
        #expect(Decimal("0." + Self.nines + "9") == nil)
        #expect(try Self.decimal(Self.nines).fits(38))
        #expect(try !Self.decimal("1" + String(repeating: "0", count: 38)).fits(38))
        #expect(try Self.decimal("999.99").fits(5) && !Self.decimal("1000.00").fits(5))
    }

    @Test(arguments: [
        ("1.5", 0, "2"), ("-1.5", 0, "-2"), ("2.5", 0, "3"), ("1.49", 0, "1"), ("-0.4", 0, "0"),
        ("0.05", 1, "0.1"), ("9.99", 1, "10.0"), ("1", 3, "1.000"), ("-1.25", 1, "-1.3"),
    ])
    func `a half is rounded away from zero`(text: String, scale: Int, rounded: String) throws {
        #expect(try Self.decimal(text).rescaled(scale)?.text == rounded)
    }

    @Test(arguments: [
        ("1.59", 1, "1.5"), ("-1.59", 1, "-1.5"), ("-0.9", 0, "0"), ("1.5", 3, "1.5"),
    ])
    func `a truncated number loses digits`(text: String, scale: Int, cut: String) throws {
        #expect(try Self.decimal(text).truncated(scale).text == cut)
    }

    @Test func `a scale that 128 bits cannot hold is none`() throws {
        #expect(try Self.decimal(Self.nines).rescaled(1) == nil)
        #expect(
            try Self.decimal("3").rescaled(38)?.text == "3." + String(repeating: "0", count: 38))
    }

    @Test(arguments: [
        ("1", "1.0", 0), ("-1", "1", -1), ("0.1", "0.09", 1), ("-0.1", "-0.09", -1), ("0", "-0", 0),
        (nines, "0." + nines, 1), ("-" + nines, nines, -1), ("0." + nines, "1", -1),
    ])
    func `numbers of different scales are compared`(one: String, other: String, order: Int) throws {
        #expect(Decimal.compare(try Self.decimal(one), try Self.decimal(other)) == order)
        #expect(Decimal.compare(try Self.decimal(other), try Self.decimal(one)) == -order)
    }

    /// Each case: the operator, both numbers, the result's scale and the result; nil = overflow.
    @Test(
        arguments: [
            ("+", "0.1", "0.2", 1, "0.3"), ("+", "1.5", "-1.5", 1, "0.0"),
            ("+", "-2", "0.5", 1, "-1.5"),
            ("+", nines, "1", 0, nil),
            ("+", nines, "-1", 0, String(repeating: "9", count: 37) + "8"),
            ("*", "0.5", "0.5", 2, "0.25"), ("*", "-0.05", "0.5", 2, "-0.03"),
            ("*", nines, "2", 0, nil),
            ("*", nines, "0", 0, "0"),
            ("/", "1", "3", 5, "0.33333"), ("/", "2", "3", 5, "0.66667"),
            ("/", "-1", "8", 2, "-0.13"),
            ("/", "1", "3000", 2, "0.00"), ("/", nines, "0.1", 0, nil), ("/", "0", "-3", 1, "0.0"),
            ("%", "5.5", "2", 1, "1.5"), ("%", "-5.5", "2", 1, "-1.5"),
            ("%", "5.5", "-2", 1, "1.5"),
            ("%", "0.3", "0.1", 1, "0.0"),
        ] as [(String, String, String, Int, String?)])
    func `an operator is exact or overflows`(
        sign: String, one: String, other: String, scale: Int, wanted: String?
    ) throws {
        let (left, right) = (try Self.decimal(one), try Self.decimal(other))
        let result =
            switch sign {
            case "+": try? left.adding(right, 38, scale)
            case "*": try? left.multiplied(right, 38, scale)
            case "/": try? left.divided(right, 38, scale)
            default: try? left.modulus(right, 38, scale)
            }
        #expect(result?.text == wanted)
    }

    @Test(arguments: ["0", "0.0", "-0.00"]) func `zero divides nothing`(text: String) throws {
        let (one, zero) = (Decimal(1), try Self.decimal(text))
        #expect(throws: SQLFunctionError.self) { try one.divided(zero, 38, 0) }
        #expect(throws: SQLFunctionError.self) { try one.modulus(zero, 38, 0) }
    }

    @Test(arguments: [
        ("0.1", 0.1), ("-2.5", -2.5), ("9007199254740993", 9_007_199_254_740_992.0),
        ("123456789.123456789", 123_456_789.123456789), ("0." + nines, 1.0),
    ])
    func `the nearest double is found`(text: String, value: Double) throws {
        #expect(try Self.decimal(text).double == value)
    }
}
