/// A function of Trino or Treasure Data that statements can call.
public struct TrinoFunction: Sendable {
    /// The kind of a function, which determines where it may be called.
    public enum Kind: String, Sendable {
        /// Anywhere.
        case scalar
        /// Over the rows of a group, or of a window.
        case aggregate
        /// Only with OVER.
        case window
    }

    /// The name in lower case.
    public let name: String
    /// The kind, which determines where the function may be called.
    public let kind: Kind
    /// The forms of its calls, such as `lpad(varchar, bigint, varchar) -> varchar`.
    public var signatures: [String] {
        lines.map { line in
            line.split(separator: " | ", maxSplits: 1).first.map(String.init) ?? line
        }
    }
    /// One sentence for people.
    public let summary: String

    /// The forms of its calls, as people write them: with the names of types, the words of the
    /// grammar, and OVER where it is needed.
    public var forms: [String] {
        if let forms = Self.writtenForms[name] { return forms }
        var seen: Set<String> = []
        return signatures.map { Self.spelled($0, Self.spellings) }
            .map { kind == .window ? Self.windowed($0) : $0 }
            .filter { seen.insert($0).inserted }
    }

    /// The forms of its calls as SHOW FUNCTIONS has them: the types of the arguments, separated by
    /// commas, and the type of the result.
    var callForms: [(arguments: String, result: String)] {
        forms.compactMap { form in
            guard let open = form.firstIndex(of: "("), let arrow = form.lastIndex(of: ">") else {
                return nil
            }
            var depth = 0
            let close = form[open...].firstIndex { character in
                depth += character == "(" ? 1 : character == ")" ? -1 : 0
                return depth == 0
            }
            guard let close else { return nil }
            let arguments = form[form.index(after: open)..<close]
            return (String(arguments), String(form[arrow...].dropFirst(2)))
        }
    }

    /// The form of a window function, which needs OVER behind its arguments.
    private static func windowed(_ form: String) -> String {
        let call = form.prefix { $0 != ">" }.dropLast(2)
        return call + " OVER (…)" + form.dropFirst(call.count)
    }

    /// The forms of functions whose calls are more than a list of values.
    ///
    /// Lambdas are spelled as in Trino's own list of functions.
    private static let writtenForms: [String: [String]] = [
        "transform": ["transform(array(T), function(T, U)) -> array(U)"],
        "filter": ["filter(array(T), function(T, boolean)) -> array(T)"],
        "any_match": ["any_match(array(T), function(T, boolean)) -> boolean"],
        "all_match": ["all_match(array(T), function(T, boolean)) -> boolean"],
        "none_match": ["none_match(array(T), function(T, boolean)) -> boolean"],
        "reduce": ["reduce(array(T), S, function(S, T, S), function(S, R)) -> R"],
        "zip_with": ["zip_with(array(T), array(U), function(T, U, R)) -> array(R)"],
        "map_filter": ["map_filter(map(K, V), function(K, V, boolean)) -> map(K, V)"],
        "transform_keys": ["transform_keys(map(K, V), function(K, V, R)) -> map(R, V)"],
        "transform_values": ["transform_values(map(K, V), function(K, V, R)) -> map(K, R)"],
        "map_zip_with": [
            "map_zip_with(map(K, V), map(K, W), function(K, V, W, R)) -> map(K, R)"
        ],
        // A row's fields have variables of their own, which no signature can bind.
        "zip": ["zip(array(A), array(B)) -> array(row(A, B))"],
        "map_entries": ["map_entries(map(K, V)) -> array(row(K, V))"],
        "map_from_entries": ["map_from_entries(array(row(K, V))) -> map(K, V)"],
        "multimap_from_entries": [
            "multimap_from_entries(array(row(K, V))) -> map(K, array(V))"
        ],
        "position": ["position(varchar IN varchar) -> bigint"],
        "normalize": ["normalize(varchar) -> varchar", "normalize(varchar, NFC) -> varchar"],
        "listagg": [
            "listagg(varchar) WITHIN GROUP (ORDER BY E) -> varchar",
            "listagg(varchar, varchar) WITHIN GROUP (ORDER BY E) -> varchar",
        ],
        "json_object": ["json_object(KEY varchar VALUE E) -> varchar"],
    ]

    /// The types for which signatures have a short name, as Trino writes them.
    private static let spellings: [String: String] = [
        "tz3": "timestamp(3) with time zone", "tz": "timestamp with time zone",
        "timestamp3": "timestamp(3)", "same": "varchar", "varchar1": "varchar(1)",
        "interval_day": "interval day to second", "interval_year": "interval year to month",
    ]

    /// The expected arguments as a message lists them, in Trino's spelling.
    var expected: String {
        if let form = Self.lambdaForms[name] { return form }
        let names = Self.spellings.merging(Self.precise) { $1 }
        return overloads.map { Self.spelled($0.text, names) }.joined(separator: ", ")
    }

    /// Types of any precision, as messages have them.
    private static let precise = [
        "timestamp": "timestamp(p)", "tz": "timestamp(p) with time zone",
    ]

    /// Functions that take functions, followed by their type variables.
    private static let lambdaForms: [String: String] = [
        "transform": "transform(array(T), function(T,U)) T, U",
        "filter": "filter(array(T), function(T,boolean)) T",
        "any_match": "any_match(array(T), function(T,boolean)) T",
        "all_match": "all_match(array(T), function(T,boolean)) T",
        "none_match": "none_match(array(T), function(T,boolean)) T",
        "reduce": "reduce(array(T), S, function(S,T,S), function(S,R)) T, S, R",
        "zip_with": "zip_with(array(T), array(U), function(T,U,R)) T, U, R",
        "map_filter": "map_filter(map(K,V), function(K,V,boolean)) K, V",
        "transform_keys": "transform_keys(map(K1,V), function(K1,V,K2)) K1, K2, V",
        "transform_values": "transform_values(map(K,V1), function(K,V1,V2)) K, V1, V2",
        "map_zip_with":
            "map_zip_with(map(K,V1), map(K,V2), function(K,V1,V2,V3)) K, V1, V2, V3",
    ]

    /// Replaces the names of types behind the function's name.
    private static func spelled(_ signature: String, _ spellings: [String: String]) -> String {
        let start = signature.firstIndex(of: "(") ?? signature.startIndex
        var result = String(signature[..<start])
        var word = ""
        for character in signature[start...] + " " {
            if character.isLetter || character.isNumber || character == "_" {
                word.append(character)
                continue
            }
            result += spellings[word] ?? word
            word = ""
            result.append(character)
        }
        result.removeLast()
        return result
    }

    /// The forms as `FunctionSignature` reads them, with their templates.
    let lines: [String]

    init(_ kind: Kind, _ name: String, _ summary: String, _ lines: [String]) {
        self.name = name
        self.kind = kind
        self.summary = summary
        self.lines = lines
    }

    /// The signatures, parsed on demand.
    var overloads: [FunctionSignature] { lines.compactMap { FunctionSignature($0) } }
}

/// Declares a function that can be called anywhere.
func scalar(_ name: String, _ summary: String, _ lines: String...) -> TrinoFunction {
    TrinoFunction(.scalar, name, summary, lines)
}

/// Declares an aggregate.
func aggregate(_ name: String, _ summary: String, _ lines: String...) -> TrinoFunction {
    TrinoFunction(.aggregate, name, summary, lines)
}

/// Declares a function that needs OVER.
func window(_ name: String, _ summary: String, _ lines: String...) -> TrinoFunction {
    TrinoFunction(.window, name, summary, lines)
}
