import PushTestSupport

/// Draws queries; the same seed draws the same ones.
struct FuzzGenerator {
    var random: SeededGenerator
    /// What FROM can name.
    var tables: [FuzzTable]
    /// What may stand in an expression at the place that is written.
    var leaves: [FuzzTerm] = []
    /// Whether subqueries may still be opened, so that they do not nest without end.
    var depth = 0
    private var aliases = 0
    /// Whether texts of decimals, decimals out of functions and TRY in TRY are drawn, too; without
    /// them a seed draws what it drew before they came.
    let isWide: Bool
    /// Whether the functions of arrays, maps and lambdas are drawn, and frames of values; without
    /// them a seed draws what it drew before they came.
    let hasFunctions: Bool

    init(
        random: SeededGenerator, tables: [FuzzTable], isWide: Bool = false,
        hasFunctions: Bool = false
    ) {
        self.isWide = isWide
        self.hasFunctions = hasFunctions
        self.random = random
        self.tables = tables
    }

    mutating func chance(_ percent: Int) -> Bool { random.below(100) < percent }

    mutating func alias(_ letter: String) -> String {
        aliases += 1
        return "\(letter)\(aliases)"
    }

    mutating func type() -> FuzzType { random.pick(FuzzType.scalars) }

    static let words = [
        "", "a", "b", "B", "ab", "aB", "b a", " a", "é", "É", "aé", "%", "_", "a_b", "12", "-3 ",
        "x'y",
        "a\u{0}", "a\u{0}b", "日本", "zz",
    ]

    /// Texts that are one number and yet differ.
    static let numerals = ["1.50", "1.5", "01.5", "-1.50", "0.00", "0", "-0.00", "999.99"]

    mutating func literal(_ type: FuzzType) -> FuzzTerm {
        if chance(8) { return .literal(.null, type, "CAST(NULL AS \(type.name))") }
        let (value, text) = constant(type)
        return .literal(value, type, text)
    }

    mutating func constant(_ type: FuzzType) -> (FuzzValue, String) {
        switch type {
        case .bool:
            let flag = chance(50)
            return (.bool(flag), flag ? "TRUE" : "FALSE")
        case .integer:
            let number = random.below(9) - 4
            return (.int(Int64(number)), "\(number)")
        case .bigint:
            let number = random.pick([-1000, -7, -1, 0, 1, 2, 3, 5, 1000, 86400])
            return (.int(Int64(number)), "BIGINT '\(number)'")
        case .double: return double()
        case .text:
            let words = isWide && chance(40) ? Self.numerals : Self.words
            let word = random.pick(words.filter { !$0.contains("\u{0}") })
            let quoted = word.split(separator: "'", omittingEmptySubsequences: false)
                .joined(separator: "''")
            return (.text(word), "'\(quoted)'")
        case .decimal:
            let digits = Int64(random.pick([-12345, -150, -100, 0, 5, 100, 150, 1999, 99999]))
            let text = FuzzTerm.text(digits, 2)
            return (.decimal(digits, scale: 2), "CAST(\(text) AS decimal(5,2))")
        case .date:
            let days = Int64(random.pick([0, 58, 59, 11016, 18261, 18262, 18293, 18321, 19000]))
            return (.date(days), "DATE '\(FuzzCalendar.text(days))'")
        case .instant:
            let hour = random.below(3)
            let isTokyo = chance(50)
            let value = FuzzValue.instant(
                Int64(hour) * 3_600_000, zone: isTokyo ? "Asia/Tokyo" : "UTC")
            let clock = isTokyo ? "\(hour < 1 ? "0" : "")\(hour + 9)" : "0\(hour)"
            let text = "TIMESTAMP '1970-01-01 \(clock):00:00 \(isTokyo ? "Asia/Tokyo" : "UTC")'"
            return (value, text)
        case .array:
            let items = (0..<random.below(4)).map { _ in Int64(random.below(4)) }
            let list = items.map(String.init).joined(separator: ", ")
            return (.array(items.map { .int($0) }), "CAST(ARRAY[\(list)] AS array(bigint))")
        }
    }

    private mutating func double() -> (FuzzValue, String) {
        switch random.below(14) {
        case 0: return (.double(.nan), "nan()")
        case 1: return (.double(.infinity), "infinity()")
        case 2: return (.double(-.infinity), "(-infinity())")
        case 3: return (.double(-0.0), "-0e0")
        default:
            let number = Double(random.below(41) - 20) / 4
            return (.double(number), "\(number)e0")
        }
    }

    /// A leaf of a type, or a literal where there is none.
    mutating func leaf(_ type: FuzzType) -> FuzzTerm {
        let fitting = leaves.filter { $0.type == type }
        return fitting.isEmpty || chance(20) ? literal(type) : random.pick(fitting)
    }

    mutating func term(_ type: FuzzType, _ depth: Int) -> FuzzTerm {
        guard depth > 0, !chance(25) else { return leaf(type) }
        if chance(25) { return general(type, depth - 1) }
        switch type {
        case .bool: return condition(depth - 1)
        case .integer, .bigint, .double: return number(type, depth - 1)
        case .text: return text(depth - 1)
        case .date: return date(depth - 1)
        case .array where hasFunctions: return list(depth - 1)
        case .decimal, .instant, .array: return leaf(type)
        }
    }

    /// What exists for every type.
    private mutating func general(_ type: FuzzType, _ depth: Int) -> FuzzTerm {
        switch random.below(type == .array || type == .instant ? 4 : 6) {
        case 0: return .choice(term(.bool, depth), term(type, depth), term(type, depth))
        case 1: return .coalesce([term(type, depth), term(type, depth)])
        case 2: return .nullIf(term(type, depth), leaf(type))
        case 3: return leaf(type)
        case 4 where self.depth > 0: return scalarQuery(type) ?? leaf(type)
        default:
            return .extreme(
                chance(50) ? "greatest" : "least", [term(type, depth), term(type, depth)])
        }
    }

    private mutating func number(_ type: FuzzType, _ depth: Int) -> FuzzTerm {
        switch random.below(9) {
        case 0: return .arithmetic("+", term(type, depth), leaf(type))
        case 1: return .arithmetic("-", leaf(type), term(type, depth))
        case 2: return .arithmetic("*", leaf(type), leaf(type))
        case 3:
            let divisor = FuzzTerm.nullIf(
                leaf(type), .literal(type == .double ? .double(0) : .int(0), type, zero(type)))
            return .arithmetic(chance(50) ? "/" : "%", term(type, depth), divisor)
        case 4: return .negated(leaf(type))
        case 5:
            if type != .double { return .math("abs", term(type, depth)) }
            return .math(random.pick(["abs", "floor", "ceil", "round", "sqrt"]), term(type, depth))
        case 6:
            guard isWide, chance(50) else { return .attempt(risky(type)) }
            let inner = FuzzTerm.attempt(risky(type))
            return .attempt(
                chance(50)
                    ? .coalesce([inner, risky(type)]) : .choice(leaf(.bool), risky(type), inner))
        default: return measured(type, depth)
        }
    }

    private func zero(_ type: FuzzType) -> String {
        type == .double ? "0e0" : type == .integer ? "0" : "BIGINT '0'"
    }

    /// What may fail.
    mutating func risky(_ type: FuzzType) -> FuzzTerm {
        if type == .bigint, chance(30) { return .cast(leaf(.text), to: .bigint) }
        if type == .bigint, chance(30) { return .cast(leaf(.double), to: .bigint) }
        if type != .double, chance(30) {
            let most = type == .integer ? "2147483647" : "9223372036854775807"
            let largest = FuzzTerm.literal(.int(Int64(most) ?? 0), type, most)
            return .arithmetic(random.pick(["+", "*", "-"]), leaf(type), largest)
        }
        return .arithmetic(chance(50) ? "/" : "%", leaf(type), leaf(type))
    }

    /// Numbers that are made of other types.
    private mutating func measured(_ type: FuzzType, _ depth: Int) -> FuzzTerm {
        if type == .double {
            return .cast(
                leaf(chance(50) ? .bigint : .decimal(precision: 5, scale: 2)), to: .double)
        }
        if type == .integer { return .cast(leaf(.bool), to: .integer) }
        if hasFunctions, chance(50) { return moreNumbers(depth) }
        switch random.below(8) {
        case 0: return .length(term(.text, depth))
        case 1: return .position(term(.text, depth), leaf(.text))
        case 2:
            return .field(random.pick(["year", "month", "day", "day_of_week"]), term(.date, depth))
        case 3: return .daysBetween(leaf(.date), leaf(.date))
        case 4: return .cardinality(leaf(.array))
        case 5: return .element(leaf(.array), random.pick([-2, -1, 1, 2, 3]))
        case 6: return .cast(leaf(.text), to: .bigint, isTry: true)
        default: return .cast(leaf(.decimal(precision: 5, scale: 2)), to: .bigint)
        }
    }

    private mutating func text(_ depth: Int) -> FuzzTerm {
        if hasFunctions, chance(50) { return moreTexts(depth) }
        switch random.below(6) {
        case 0: return .joined([term(.text, depth), leaf(.text)], asCall: chance(30))
        case 1: return .letters(chance(50) ? "upper" : "lower", leaf(.text))
        case 2: return .part(term(.text, depth), random.below(7) - 3, random.below(4))
        case 3: return .reverse(term(.text, depth))
        case 4:
            let decimal = FuzzType.decimal(precision: 5, scale: 2)
            if isWide, chance(60) { return .cast(general(decimal, max(0, depth - 1)), to: .text) }
            return .cast(leaf(random.pick([.bigint, .integer, .bool, decimal, .date])), to: .text)
        default: return leaf(.text)
        }
    }

    private mutating func date(_ depth: Int) -> FuzzTerm {
        if hasFunctions, chance(20) { return .lastOfMonth(term(.date, depth)) }
        switch random.below(4) {
        case 0: return .moved(leaf(.date), days: random.below(80))
        case 1: return .moved(leaf(.date), months: random.below(14))
        case 2: return .truncated(random.pick(["month", "year"]), term(.date, depth))
        default: return leaf(.date)
        }
    }

    static let symbols = [
        "=", "<>", "<", "<=", ">", ">=", "IS DISTINCT FROM", "IS NOT DISTINCT FROM",
    ]

    mutating func condition(_ depth: Int) -> FuzzTerm {
        if hasFunctions, chance(25) { return moreConditions(depth) }
        let compared = random.pick(FuzzType.scalars + [.instant, .array])
        switch random.below(self.depth > 0 ? 13 : 11) {
        case 0: return .and(term(.bool, depth), term(.bool, depth))
        case 1: return .or(term(.bool, depth), term(.bool, depth))
        case 2: return .not(term(.bool, depth))
        case 3: return .isNull(term(type(), depth), chance(50))
        case 4:
            return .isIn(
                term(compared, depth), (0...random.below(3)).map { _ in literal(compared) },
                isNot: chance(40))
        case 5: return .between(term(compared, depth), leaf(compared), leaf(compared))
        case 6:
            let pattern = random.pick(
                [
                    "a%", "%a", "%b%", "_", "a_", "%", "", "a_b", "é%", "%_b", "A%", "a[b", "_%_",
                    "x'%",
                ])
            return .like(term(.text, depth), pattern, isNot: chance(30))
        case 7: return .startsWith(term(.text, depth), leaf(.text))
        case 8: return .contains(leaf(.array), leaf(.bigint))
        case 11, 12: return subquery() ?? leaf(.bool)
        default:
            return .compared(
                random.pick(Self.symbols), term(compared, depth), term(compared, depth))
        }
    }
}
