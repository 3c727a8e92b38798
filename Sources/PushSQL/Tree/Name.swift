/// A name as written, with its place.
///
/// `text` has no quotes any more.
struct Name {
    let text: String
    let start: Int
    let end: Int
    /// Whether it was written in quotes.
    var isQuoted = false

    /// The name for comparisons: Trino ignores case even in quotes.
    var key: String { text.lowercased() }

    /// The name as Trino keeps that of a row's field: in lower case unless it was quoted.
    var canonical: String { isQuoted ? text : key }
}

/// A name with its qualifiers, as in `catalog.schema.table`.
///
/// It has at least one part.
struct QualifiedName {
    let parts: [Name]

    var start: Int { parts.first?.start ?? 0 }
    var end: Int { parts.last?.end ?? 0 }
    var last: Name { parts[parts.count - 1] }
    var text: String { parts.map(\.text).joined(separator: ".") }
    /// The whole name for comparisons.
    var key: String { parts.map(\.key).joined(separator: ".") }
}
