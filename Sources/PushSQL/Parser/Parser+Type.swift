/// Types as written after AS.
extension Parser {
    /// Reads a type; Trino also takes the old form `bigint ARRAY`.
    mutating func type() throws(Fault) -> TypeName {
        try nest()
        defer { unnest() }
        enter("<type>")
        let start = token.start
        var type = try baseType()
        leave()
        var count = 0
        while accept("ARRAY") {
            try checkChain(&count, of: "ARRAY")
            type = TypeName(
                kind: .generic("array", [.type(type)]), start: start, end: lastEnd)
        }
        return type
    }

    /// Makes a type's name that ends with the last token read.
    private func typeName(_ kind: TypeName.Kind, from start: Int) -> TypeName {
        TypeName(kind: kind, start: start, end: lastEnd)
    }

    /// Reads a type without ARRAY behind it; whether it exists is decided later.
    private mutating func baseType() throws(Fault) -> TypeName {
        let start = token.start
        let word = token.text
        if token.kind == .word {
            switch word {
            case "TIME", "TIMESTAMP": return try timeType(isTimestamp: word == "TIMESTAMP")
            case "INTERVAL":
                advance()
                let first = token.text
                advance()
                try expect("TO")
                let last = token.text
                advance()
                return typeName(.interval(first: first, last: last), from: start)
            case "DOUBLE":
                advance()
                _ = accept("PRECISION")
                return typeName(.generic("double", []), from: start)
            case "ROW" where isAtSymbol("(", after: 1): return try rowType()
            case "ARRAY" where isAtSymbol("<", after: 1), "MAP" where isAtSymbol("<", after: 1):
                return try bracketedType(word.lowercased())
            default: break
            }
        }
        guard let name = try identifier() else { throw mismatch() }
        var arguments: [TypeName.Argument] = []
        if acceptSymbol("(") {
            repeat { arguments.append(try typeArgument()) } while acceptSymbol(",")
            try expectSymbol(")")
        }
        return typeName(.generic(name.key, arguments), from: start)
    }

    /// Reads an argument of a type: a number, such as a length, or another type.
    private mutating func typeArgument() throws(Fault) -> TypeName.Argument {
        note("<integer>")
        if token.kind == .integer, let value = Int(token.text) {
            advance()
            return .number(value)
        }
        return .type(try type())
    }

    /// Reads `array<T>` or `map<K, V>`.
    private mutating func bracketedType(_ name: String) throws(Fault) -> TypeName {
        let start = token.start
        advance()
        try expectSymbol("<")
        var arguments = [TypeName.Argument.type(try type())]
        while acceptSymbol(",") { arguments.append(.type(try type())) }
        try expectSymbol(">")
        return typeName(.generic(name, arguments), from: start)
    }

    /// Reads a time or timestamp with its precision and zone.
    private mutating func timeType(isTimestamp: Bool) throws(Fault) -> TypeName {
        let start = token.start
        advance()
        var precision: Int?
        if acceptSymbol("(") {
            precision = try integer()
            try expectSymbol(")")
        }
        var hasZone = false
        if isAt("TIME", after: 1), accept("WITH") {
            try expect("TIME")
            try expect("ZONE")
            hasZone = true
        } else if isAt("TIME", after: 1), accept("WITHOUT") {
            try expect("TIME")
            try expect("ZONE")
        }
        return typeName(
            isTimestamp
                ? .timestamp(precision: precision, hasZone: hasZone)
                : .time(precision: precision, hasZone: hasZone), from: start)
    }

    /// Reads `row(name type, …)`, in which names may be left out.
    private mutating func rowType() throws(Fault) -> TypeName {
        let start = token.start
        advance()
        try expectSymbol("(")
        var fields: [(name: Name?, type: TypeName)] = []
        repeat {
            if isTypeAlone {
                fields.append((nil, try type()))
            } else {
                guard let name = try identifier() else { throw mismatch() }
                fields.append((name, try type()))
            }
        } while acceptSymbol(",")
        try expectSymbol(")")
        return typeName(.row(fields), from: start)
    }

    /// Whether the field that starts here is a type without a name.
    private var isTypeAlone: Bool {
        if isAtSymbol(",", after: 1) || isAtSymbol(")", after: 1) { return true }
        if isAtSymbol("(", after: 1) || isAtSymbol("<", after: 1) { return true }
        if isAt("DOUBLE"), isAt("PRECISION", after: 1) { return true }
        if isAt("INTERVAL"), isAt("TO", after: 2) { return true }
        let isTime = isAt("TIME") || isAt("TIMESTAMP")
        return isTime && (isAt("WITH", after: 1) || isAt("WITHOUT", after: 1))
    }
}
