extension FunctionTable {
    /// Overloads of Trino's that are known but unsupported, with what to write instead; those that
    /// a function has here are in the table.
    static let missingOverloads: [(line: String, hint: String)] = [
        ("approx_percentile(double, double, double, double) -> double", "leave out the accuracy"),
        ("concat(E, array(E)) -> array(E)", "x || a puts an element before an array"),
        ("concat(array(E), E) -> array(E)", "a || x puts an element behind an array"),
        ("cosine_distance(map(varchar, double), map(varchar, double)) -> double", denseVectors),
        ("cosine_similarity(map(varchar, double), map(varchar, double)) -> double", denseVectors),
    ]

    private static let denseVectors =
        "take arrays: transform(map_keys(map_concat(a, b)), k -> coalesce(element_at(a, k), 0e0)), "
        + "and the same of b"

    /// Returns what to write instead of an overload of Trino's that is unsupported here; nil if
    /// Trino has none for the types either.
    static func missingOverloadHint(_ name: String, _ types: [TrinoType]) -> String? {
        missingOverloads.first { overload in
            overload.line.hasPrefix(name + "(")
                && FunctionSignature(overload.line)?.bind(types) != nil
        }?.hint
    }
}
