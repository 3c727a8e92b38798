/// A call of a function in a text for SQLite.
struct FlatCall {
    let name: String
    let arguments: [[FlatText.Item]]

    /// The functions that one call of `trino_chain` may call one after the other: what they answer
    /// follows from their arguments alone, of which the first is what nests.
    ///
    /// Without `trino_` before them; the arithmetic of each type is added.
    static let chained: Set<String> = {
        let types = ["tinyint", "smallint", "integer", "bigint", "double", "real", "decimal"]
        let operators = ["add", "subtract", "multiply", "divide", "modulus", "negate"]
        return Set(operators.flatMap { name in types.map { "\(name)_\($0)" } })
            .union([
                "replace", "regexp_replace", "translate", "lower", "upper", "trim", "ltrim",
                "rtrim", "substr",
            ])
    }()

    /// The call in its flattest form.
    var part: FlatText.Part {
        if name == "coalesce" { return .call(flatCoalesce) }
        guard let step = Self.step(name), let first = arguments.first, first.count == 1 else {
            return .call(self)
        }
        let next = FlatChain.Step(name: step.name, arguments: Array(arguments.dropFirst()))
        switch first[0].part {
        case .chain(let chain) where chain.isInTry == step.isInTry && chain.takes(next):
            return .chain(chain.adding(next))
        case .call(let call):
            guard let inner = Self.step(call.name), inner.isInTry == step.isInTry,
                let value = call.arguments.first
            else { return .call(self) }
            let before = FlatChain.Step(
                name: inner.name, arguments: Array(call.arguments.dropFirst()))
            return .chain(
                FlatChain(isInTry: step.isInTry, value: value, steps: [before, next]))
        default: return .call(self)
        }
    }

    /// Returns a function's name without its beginning; nil if it is none of `chained`.
    private static func step(_ name: String) -> (name: String, isInTry: Bool)? {
        let isInTry = name.hasPrefix("try_")
        let plain = isInTry ? name.dropFirst("try_".count) : name[...]
        guard plain.hasPrefix("trino_") else { return nil }
        let step = String(plain.dropFirst("trino_".count))
        return chained.contains(step) ? (step, isInTry) : nil
    }

    /// `coalesce` with the arguments of those among its own, as many as a call takes.
    private var flatCoalesce: FlatCall {
        var list: [[FlatText.Item]] = []
        var left = Translator.argumentLimit - arguments.count
        for argument in arguments {
            guard argument.count == 1, case .call(let inner) = argument[0].part,
                inner.name == name, inner.arguments.count - 1 <= left
            else {
                list.append(argument)
                continue
            }
            left -= inner.arguments.count - 1
            list += inner.arguments
        }
        return FlatCall(name: name, arguments: list)
    }

    var text: String { "\(name)(\(arguments.map(FlatText.text).joined(separator: ", ")))" }
}

/// Calls one after the other, each of which takes what the one before answers.
struct FlatChain {
    /// A call, without its first argument.
    struct Step {
        let name: String
        let arguments: [[FlatText.Item]]
    }

    let isInTry: Bool
    let value: [FlatText.Item]
    private(set) var steps: [Step]

    init(isInTry: Bool, value: [FlatText.Item], steps: [Step]) {
        self.isInTry = isInTry
        self.value = value
        self.steps = steps
    }

    /// Whether one more step leaves no more arguments than a call takes.
    func takes(_ step: Step) -> Bool {
        let count = steps.reduce(2) { $0 + $1.arguments.count }
        return count + step.arguments.count <= Translator.argumentLimit
    }

    func adding(_ step: Step) -> FlatChain {
        var chain = self
        chain.steps.append(step)
        return chain
    }

    /// The first argument tells the functions, and how many arguments each has of its own.
    var text: String {
        let names = steps.map { "\($0.name)/\($0.arguments.count)" }.joined(separator: " ")
        let list = [value] + steps.flatMap(\.arguments)
        return "\(isInTry ? "try_" : "")trino_chain(\(SQLText.string(names)), "
            + "\(list.map(FlatText.text).joined(separator: ", ")))"
    }
}

/// CASE in a text for SQLite.
struct FlatChoice {
    struct When {
        let condition: [FlatText.Item]
        let result: [FlatText.Item]
    }

    private var whens: [When] = []
    private var otherwise: [FlatText.Item]?

    /// Returns what is between CASE and END in its flattest form; with an operand, as it is.
    static func part(_ items: [FlatText.Item]) -> FlatText.Part {
        guard let choice = FlatChoice(items) else {
            let word = { FlatText.Item(isSpaced: true, part: .token($0)) }
            return .brackets([word("CASE")] + items + [word("END")])
        }
        return .choice(choice.flattened)
    }

    /// Reads the branches; nil if something stands before the first WHEN.
    private init?(_ items: [FlatText.Item]) {
        let words: Set<String> = ["WHEN", "THEN", "ELSE"]
        var condition: [FlatText.Item] = []
        var rest = items[...]
        while let word = rest.popFirst()?.token {
            let end = rest.firstIndex { $0.token.map(words.contains) ?? false } ?? rest.endIndex
            let part = FlatText.operands(rest[..<end])
            rest = rest[end...]
            switch word {
            case "WHEN": condition = part
            case "THEN": whens.append(When(condition: condition, result: part))
            case "ELSE": otherwise = part
            default: return nil
            }
        }
        guard rest.isEmpty, !whens.isEmpty else { return nil }
    }

    /// With the branches of the CASE in ELSE, or of the one in the last THEN.
    ///
    /// In THEN the condition is turned over, and what ELSE gave comes first: of the inner CASE
    /// nothing is computed unless the condition holds, as before.
    private var flattened: FlatChoice {
        var choice = self
        if let inner = Self.nested(otherwise) {
            choice.whens += inner.whens
            choice.otherwise = inner.otherwise
        } else if let last = whens.last, let inner = Self.nested(last.result) {
            let word = { FlatText.Item(isSpaced: true, part: .token($0)) }
            let condition = FlatText.Item(isSpaced: true, part: .brackets(last.condition))
            choice.whens[whens.count - 1] = When(
                condition: [condition, word("IS"), word("NOT"), word("TRUE")],
                result: otherwise ?? [word("NULL")])
            choice.whens += inner.whens
            choice.otherwise = inner.otherwise
        }
        return choice
    }

    /// Returns the CASE that a result is, with parentheses or without.
    private static func nested(_ items: [FlatText.Item]?) -> FlatChoice? {
        guard let items, items.count == 1 else { return nil }
        switch items[0].part {
        case .choice(let choice): return choice
        case .brackets(let inner): return nested(inner)
        default: return nil
        }
    }

    var text: String {
        var text = "CASE"
        for when in whens {
            text += " WHEN \(FlatText.text(when.condition)) THEN \(FlatText.text(when.result))"
        }
        if let otherwise { text += " ELSE \(FlatText.text(otherwise))" }
        return text + " END"
    }
}
