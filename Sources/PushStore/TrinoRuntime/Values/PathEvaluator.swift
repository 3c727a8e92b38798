import PushSQL
import PushText

/// Evaluates a SQL/JSON path on a value.
///
/// Strict paths report what does not fit their steps; lax ones wrap, unwrap or skip it.
struct PathEvaluator {
    let path: SQLJSONPath
    /// The value of `$`.
    let root: JSON
    let variables: [String: JSON]
    /// The limits, and the reason if one was reached: filters hide it from the caller.
    let work: PathWork

    func items() throws(Fault) -> [JSON] { try items(path.root, nil, nil) }

    /// Returns the items of a step; `item` is the one a filter tests, `last` the last element's
    /// number.
    func items(
        _ step: SQLJSONPath.Step, _ item: JSON?, _ last: Int?
    ) throws(Fault) -> [JSON] {
        let found = try self.found(step, item, last)
        try work.spend(found.count)
        return found
    }

    private func found(
        _ step: SQLJSONPath.Step, _ item: JSON?, _ last: Int?
    ) throws(Fault) -> [JSON] {
        switch step {
        case .root: return [root]
        case .item: return item.map { [$0] } ?? []
        case .last: return last.map { [.int($0)] } ?? []
        case .variable(let name):
            guard let value = variables[name] else {
                throw Fault("there is no variable \(name)")
            }
            return [value]
        case .literal(let value):
            return [step.isDecimal() ? PathNumber.marked(value) : value]
        case .member(let base, let key):
            var found: [JSON] = []
            for value in try unwrapped(base, item, last) { found += try members(value, key) }
            return found
        case .descendant(let base, let key):
            var found: [JSON] = []
            for value in try items(base, item, last) { try add(value, key, to: &found) }
            return found
        case .elements(let base, let ranges):
            var found: [JSON] = []
            for value in try items(base, item, last) {
                try add(value, ranges, item, to: &found)
            }
            return found
        case .method(let base, let method):
            var found: [JSON] = []
            let isOfWhole = method == .type || method == .size
            let values =
                isOfWhole ? try items(base, item, last) : try unwrapped(base, item, last)
            for value in values { found += try answer(method, value) }
            return found
        case .filter(let base, let condition):
            var found: [JSON] = []
            for value in try unwrapped(base, item, last)
            where holds(condition, value, last) == true { found.append(value) }
            return found
        case .sign(let isMinus, let base):
            var found: [JSON] = []
            for value in try unwrapped(base, item, last) {
                guard let number = PathNumber(value) else {
                    throw Self.fault(expected: "NUMBER", value)
                }
                found.append(isMinus ? try number.negated() : value)
            }
            return found
        case .arithmetic(let symbol, let left, let right):
            let first = try number(unwrapped(left, item, last))
            let second = try number(unwrapped(right, item, last))
            return [try first.combined(symbol, second)]
        }
    }

    /// Returns the one number that arithmetic wants.
    private func number(_ values: [JSON]) throws(Fault) -> PathNumber {
        guard values.count == 1 else {
            throw Fault("arithmetic binary expression requires singleton operands")
        }
        guard let number = PathNumber(values[0]) else {
            throw Self.fault(expected: "NUMBER", values[0])
        }
        return number
    }

    /// Returns the items of a step; lax paths replace arrays by their elements.
    func unwrapped(
        _ step: SQLJSONPath.Step, _ item: JSON?, _ last: Int?
    ) throws(Fault) -> [JSON] {
        let found = try items(step, item, last)
        guard !path.isStrict else { return found }
        var values: [JSON] = []
        for value in found {
            if case .array(let elements) = value {
                try work.check(values.count + elements.count)
                values += elements
            } else {
                values.append(value)
            }
        }
        try work.spend(values.count)
        return values
    }

    /// Returns the value of a key, or of all keys for nil; of equal keys the last.
    private func members(_ value: JSON, _ key: String?) throws(Fault) -> [JSON] {
        guard case .object(let members) = value else {
            guard path.isStrict else { return [] }
            throw Self.fault(expected: "OBJECT", value)
        }
        guard let key else { return members.map(\.value) }
        if let found = members.last(where: { $0.key.isExactly(key) }) { return [found.value] }
        guard path.isStrict else { return [] }
        throw Fault("structural error: missing member '\(key)' in JSON object")
    }

    /// Adds the members of a name in a value and then in its contents.
    private func add(_ value: JSON, _ key: String, to found: inout [JSON]) throws(Fault) {
        try work.check(found.count)
        try work.spend(1)
        switch value {
        case .object(let members):
            for member in members where member.key.isExactly(key) { found.append(member.value) }
            for member in members { try add(member.value, key, to: &found) }
        case .array(let elements):
            for element in elements { try add(element, key, to: &found) }
        default: break
        }
    }

    /// Adds the elements of an array that ranges name, or all of them.
    private func add(
        _ value: JSON, _ ranges: [SQLJSONPath.Range]?, _ item: JSON?, to found: inout [JSON]
    ) throws(Fault) {
        let list: [JSON]
        if case .array(let elements) = value {
            list = elements
        } else if path.isStrict {
            throw Self.fault(expected: "ARRAY", value)
        } else {
            list = [value]
        }
        guard let ranges else {
            try work.check(found.count + list.count)
            found += list
            return
        }
        guard !list.isEmpty else {
            guard path.isStrict else { return }
            throw Fault("structural error: invalid array subscript for empty array")
        }
        for range in ranges {
            let lower = try index(range.lower, "from", item, list.count)
            let upper = try range.upper.map { (step) throws(Fault) in
                try index(step, "to", item, list.count)
            }
            let (first, last) = (lower, upper ?? lower)
            if path.isStrict, first < 0 || last >= list.count || first > last {
                throw Fault(
                    "structural error: invalid array subscript: [\(first), \(last)] "
                        + "for array of size \(list.count)")
            }
            let (from, to) = (max(0, first), min(list.count - 1, last))
            guard from <= to else { continue }
            try work.check(found.count + to - from + 1)
            found += list[from...to]
        }
    }

    /// Returns a subscript as a whole number, limited so that it fits.
    private func index(
        _ step: SQLJSONPath.Step, _ end: String, _ item: JSON?, _ count: Int
    ) throws(Fault) -> Int {
        let values = try items(step, item, count - 1)
        guard values.count == 1 else {
            throw Fault("array subscript '\(end)' value must be singleton numeric")
        }
        guard let number = PathNumber(values[0]) else {
            throw Self.fault(expected: "NUMBER", values[0])
        }
        return Int(clamping: Int64(max(-1e15, min(1e15, number.double))))
    }

    /// Applies a method to one item.
    private func answer(
        _ method: SQLJSONPath.Method, _ value: JSON
    ) throws(Fault) -> [JSON] {
        switch method {
        case .type: return [.string(Self.kind(value))]
        case .size:
            if case .array(let elements) = value { return [.int(elements.count)] }
            guard path.isStrict else { return [1] }
            throw Self.fault(expected: "ARRAY", value)
        case .keyvalue:
            guard case .object(let members) = value else {
                throw Self.fault(expected: "OBJECT", value)
            }
            return members.map { member in
                .object([
                    .init(key: "name", value: .string(member.key)),
                    .init(key: "value", value: member.value), .init(key: "id", value: 0),
                ])
            }
        case .double:
            if case .string(let text) = value, let number = RuntimeCast.double(text),
                number.isFinite
            {
                return [PathNumber.real(number).json]
            }
            guard let number = PathNumber(value) else {
                if case .string(let text) = value { throw Fault("Cannot cast '\(text)' to DOUBLE") }
                throw Self.fault(expected: "NUMBER or TEXT", value)
            }
            return [PathNumber.real(number.double).json]
        case .abs, .ceiling, .floor:
            guard let number = PathNumber(value) else { break }
            return [try number.rounded(method).json]
        }
        throw Self.fault(expected: "NUMBER", value)
    }

    private static func fault(expected: String, _ found: JSON) -> Fault {
        if case .number(let lexeme) = found, expected.hasPrefix("NUMBER") {
            return Fault("cannot convert \(lexeme) to Trino value (value too big)")
        }
        let kind = String(decoding: kind(found).utf8.map { $0 & 0xdf }, as: UTF8.self)
        return Fault("invalid item type. Expected: \(expected), actual: \(kind)")
    }

    static func kind(_ value: JSON) -> String {
        switch value {
        case .null: "null"
        case .bool: "boolean"
        case .number: "number"
        case .string: "string"
        case .array: "array"
        case .object: "object"
        }
    }
}
