import PushModel
import PushSQL
import PushText

/// JSON_EXISTS, JSON_VALUE, JSON_QUERY, JSON_OBJECT and JSON_ARRAY of SQL/JSON.
enum TrinoJSONPaths {
    static let all: [SQLFunction] = [
        SQLFunction(trino: "json_exists", 4...100, takesNull: true) {
            call throws(SQLFunctionError) in
            guard !call[0].isNull else { return .null }
            do throws(SQLFunctionError) {
                return .truth(!(try items(call, variablesAt: 4)).isEmpty)
            } catch {
                guard !error.endsStatement else { throw error }
                switch try call.string(3) {
                case "true": return .truth(true)
                case "unknown": return .null
                case "error": throw error
                default: return .truth(false)
                }
            }
        },
        SQLFunction(trino: "json_value", 8...100, takesNull: true) {
            call throws(SQLFunctionError) in
            guard !call[0].isNull else { return .null }
            do throws(SQLFunctionError) {
                let items = try items(call, variablesAt: 8)
                if !items.isEmpty { return try scalar(items, call) }
            } catch {
                guard !error.endsStatement else { throw error }
                switch try call.string(5) {
                case "error": throw error
                case "default": return call[7]
                default: return .null
                }
            }
            return try scalarOfNothing(call)
        },
        SQLFunction(trino: "json_query", 7...100, takesNull: true) {
            call throws(SQLFunctionError) in
            guard !call[0].isNull else { return .null }
            do throws(SQLFunctionError) {
                let items = try items(call, variablesAt: 7)
                if !items.isEmpty {
                    return try text(items, wrapper: call.string(3), keepsQuotes: call.string(4))
                }
            } catch {
                guard !error.endsStatement else { throw error }
                if let nothing = try special(call.string(6)) { return nothing }
                throw error
            }
            if let nothing = try special(call.string(5)) { return nothing }
            throw output("JSON path found no items")
        },
        SQLFunction(trino: "json_input", 1...1) { call throws(SQLFunctionError) in
            guard let text = JSONText.canonical(try call.string(0), .distinct) else {
                throw badInput
            }
            return .text(text)
        },
        SQLFunction(trino: "json_object", 1...101, takesNull: true) {
            call throws(SQLFunctionError) in try object(call)
        },
        SQLFunction(trino: "json_array", 1...101, takesNull: true) {
            call throws(SQLFunctionError) in
            var output: [UInt8] = [Ascii.openBracket]
            let keepsNull = try call.string(0).contains("null")
            for index in 1..<max(1, call.count) {
                guard !call[index].isNull || keepsNull else { continue }
                if output.count > 1 { output.append(Ascii.comma) }
                output.append(contentsOf: try json(call, index).utf8)
            }
            output.append(Ascii.closeBracket)
            return .text(String(decoding: output, as: UTF8.self))
        },
    ]

    private static let badInput = SQLFunctionError(
        trino: "JSON_INPUT_CONVERSION_ERROR: conversion to JSON failed: ")

    /// Returns the items that the path finds; the arguments are the input, the path and the names
    /// of variables, whose values come at the end.
    private static func items(
        _ call: SQLCall, variablesAt first: Int
    ) throws(SQLFunctionError) -> [JSON] {
        let input = try call.string(0)
        guard let root = JSONText.parse(input) else { throw badInput }
        let text = try call.string(1)
        let path = try call.context.sqlPaths.value(for: text) {
            () throws(SQLFunctionError) in
            do throws(Fault) {
                return try SQLJSONPath(text)
            } catch {
                throw SQLFunctionError(.internalError, "found the path '\(text)'")
            }
        }
        var variables: [String: JSON] = [:]
        let names = try call.string(2).split(separator: " ")
        for (index, name) in names.enumerated() {
            let value = JSONText.parse(try json(call, first + index)) ?? .null
            let mark = name.suffix(2)
            guard mark.first == ":" else {
                variables[String(name)] = value
                continue
            }
            if mark == SQLJSONPath.doubleMark, case .string(let text) = value {
                throw SQLFunctionError(.notSupported, "\(text) is not supported in a path")
            }
            variables[String(name.dropLast(2))] =
                mark == SQLJSONPath.decimalMark ? PathNumber.marked(value) : value
        }
        let work = PathWork(call.context)
        do throws(Fault) {
            let evaluator = PathEvaluator(
                path: path, root: root, variables: variables, work: work)
            let items = try evaluator.items()
            if let failure = work.failure { throw Fault(failure.message) }
            return items
        } catch {
            if let failure = work.failure { throw failure }
            throw SQLFunctionError(
                trino: "PATH_EVALUATION_ERROR: path evaluation failed: \(error.message)")
        }
    }

    /// Returns an argument that is JSON already; NULL is JSON's null.
    private static func json(_ call: SQLCall, _ index: Int) throws(SQLFunctionError) -> String {
        call[index].isNull ? "null" : try call.string(index)
    }

    /// The error of `JSON_VALUE`, which its ON ERROR clause handles.
    private static func failure(_ message: String) -> SQLFunctionError {
        SQLFunctionError(
            trino: "JSON_VALUE_RESULT_ERROR: cannot extract SQL scalar from JSON: \(message)")
    }

    /// Applies ON EMPTY, whose own error ON ERROR does not handle.
    private static func scalarOfNothing(_ call: SQLCall) throws(SQLFunctionError) -> Cell {
        switch try call.string(4) {
        case "error": throw failure("JSON path found no items")
        case "default": return call[6]
        default: return .null
        }
    }

    /// Casts the one item to the type of the fourth argument; a container, or a failed cast, is an
    /// error.
    private static func scalar(
        _ items: [JSON], _ call: SQLCall
    ) throws(SQLFunctionError) -> Cell {
        guard items.count == 1 else { throw failure("JSON path found multiple items") }
        let type = try call.type(3)
        let casts = RuntimeCast(call.context)
        do throws(SQLFunctionError) {
            switch items[0] {
            case .null: return .null
            case .bool(let value): return try casts.cast(.truth(value), .boolean, type)
            case .string(let text): return try casts.cast(.text(text), .varchar(nil), type)
            case .number(let lexeme):
                switch PathNumber(items[0]) {
                case .whole(let whole):
                    return try casts.cast(.integer(whole), .bigint, type)
                case .real(let double): return try casts.cast(.double(double), .double, type)
                case .decimal(let decimal):
                    return try casts.cast(.text(decimal.text), decimal.type, type)
                case nil:
                    throw failure("cannot convert \(lexeme) to Trino value (value too big)")
                }
            default: break
            }
        } catch {
            guard error.isCaughtByTry else { throw error }
        }
        throw failure("JSON path found an item that cannot be converted to an SQL value")
    }

    /// Returns the result that an ON clause prescribes; nil means an error.
    private static func special(_ word: String) -> Cell? {
        switch word {
        case "error": nil
        case "array": .text("[]")
        case "object": .text("{}")
        default: .null
        }
    }

    private static func output(_ message: String) -> SQLFunctionError {
        SQLFunctionError(
            trino: "JSON_OUTPUT_CONVERSION_ERROR: conversion from JSON failed: \(message)")
    }

    /// Applies the wrapper clause, then that of quotes.
    ///
    /// `items` must not be empty.
    private static func text(
        _ items: [JSON], wrapper: String, keepsQuotes: String
    ) throws(SQLFunctionError) -> Cell {
        var isWrapped = wrapper == "always"
        switch (wrapper, items[0]) {
        case ("always", _): break
        case ("conditional", .array) where items.count == 1: break
        case ("conditional", .object) where items.count == 1: break
        case ("conditional", _): isWrapped = true
        default:
            guard items.count == 1 else { throw output("JSON path found multiple items") }
        }
        if !isWrapped, case .string(let text) = items[0], keepsQuotes == "omit" {
            return .text(text)
        }
        var output: [UInt8] = isWrapped ? [Ascii.openBracket] : []
        for (index, item) in items.enumerated() {
            if index > 0 { output.append(Ascii.comma) }
            if case .decimal(let decimal)? = PathNumber(item) {
                decimal.append(to: &output)
            } else {
                JSONText.append(item, .distinct, to: &output)
            }
        }
        if isWrapped { output.append(Ascii.closeBracket) }
        return .text(String(decoding: output, as: UTF8.self))
    }

    private static func object(_ call: SQLCall) throws(SQLFunctionError) -> Cell {
        let mode = try call.string(0)
        var members: [(key: String, value: String)] = []
        for index in stride(from: 1, to: call.count - 1, by: 2) {
            guard !call[index].isNull else {
                throw .argument("null value passed for JSON object key to JSON_OBJECT function")
            }
            if call[index + 1].isNull, mode.contains("absent") { continue }
            let key = try call.string(index)
            let value = try json(call, index + 1)
            if let old = members.firstIndex(where: { $0.key.isExactly(key) }) {
                guard !mode.contains("unique") else {
                    throw .argument("duplicate key passed to JSON_OBJECT function")
                }
                members[old].value = value
            } else {
                members.append((key, value))
            }
        }
        var output: [UInt8] = [Ascii.openBrace]
        for (index, member) in members.enumerated() {
            if index > 0 { output.append(Ascii.comma) }
            JSONText.append(member.key, to: &output)
            output.append(Ascii.colon)
            output.append(contentsOf: member.value.utf8)
        }
        output.append(Ascii.closeBrace)
        return .text(String(decoding: output, as: UTF8.self))
    }
}
