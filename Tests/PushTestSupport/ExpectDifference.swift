import Testing

/// Expects that an operation changes a value in the stated way and in no other.
///
/// `changes` is applied to a copy from before the operation; what still differs is shown as lines,
/// `-` expected and `+` actual.
public func expectDifference<Value: Equatable>(
    in value: inout Value,
    when operation: (inout Value) throws -> Void,
    is changes: (inout Value) throws -> Void,
    sourceLocation: SourceLocation = #_sourceLocation
) rethrows {
    var expected = value
    try operation(&value)
    try changes(&expected)
    guard value != expected else { return }
    let difference = LineDifference(expected: dumped(expected), actual: dumped(value))
    Issue.record(
        "the value changed otherwise than expected:\n\(difference)", sourceLocation: sourceLocation)
}

/// Expects equal texts, and shows the lines that differ where they are not.
public func expectSameText(
    _ actual: String, _ expected: String, sourceLocation: SourceLocation = #_sourceLocation
) {
    guard actual != expected else { return }
    let difference = LineDifference(expected: expected, actual: actual)
    Issue.record("the texts differ:\n\(difference)", sourceLocation: sourceLocation)
}

private func dumped<Value>(_ value: Value) -> String {
    var text = ""
    dump(value, to: &text)
    return text
}
