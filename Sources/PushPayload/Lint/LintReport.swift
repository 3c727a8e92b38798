/// What a lint run found.
public struct LintReport: Equatable, Sendable {
    /// The dialect that the text was read as; nil if it is not JSON.
    public var dialect: PayloadDialect?
    /// The findings in the order of their places.
    public var findings: [LintFinding]
    /// The text in UTF-8, to which all spans refer.
    public var bytes: [UInt8]

    /// The number of findings of a severity.
    public func count(_ severity: LintSeverity) -> Int {
        findings.count { $0.severity == severity }
    }

    /// Whether there is an error.
    public var hasErrors: Bool { findings.contains { $0.severity == .error } }

    /// The report as an object, for tools.
    public var json: JSON {
        [
            "dialect": dialect.map { .string($0.rawValue) } ?? .null,
            "errors": .int(count(.error)), "warnings": .int(count(.warning)),
            "notes": .int(count(.note)), "findings": .array(findings.map(\.json)),
        ]
    }
}
