import PushText

/// The findings of a lint run, with the text that they refer to.
public struct LintReport: Equatable, Sendable {
    /// The dialect that the text was read as; nil if it is not JSON, or in a foreign envelope.
    public var dialect: PayloadDialect?
    /// The other service whose request the text is.
    public var envelope: ForeignEnvelope?
    /// The findings in the order of their places, at most `Lint.findingLimit`.
    public var findings: [LintFinding]
    /// The findings beyond the limit, which are only counted.
    public var omitted = LintTally()
    /// The text in UTF-8, to which all spans refer.
    public var bytes: [UInt8]

    /// The number of findings of a severity, those beyond the limit included.
    public func count(_ severity: LintSeverity) -> Int {
        findings.count { $0.severity == severity } + omitted[severity]
    }

    /// Whether there is an error.
    public var hasErrors: Bool { count(.error) > 0 }

    /// The report as an object, for tools.
    public var json: JSON {
        var members: [JSON.Member] = []
        // Room for one more member than is written here: `lint` adds the rules.
        members.reserveCapacity(7)
        let form = (dialect?.rawValue ?? envelope?.rawValue).map(JSON.string) ?? .null
        members.append(.init(key: "dialect", value: form))
        members.append(.init(key: "errors", value: .int(count(.error))))
        members.append(.init(key: "warnings", value: .int(count(.warning))))
        members.append(.init(key: "notes", value: .int(count(.note))))
        members.append(.init(key: "findings", value: .array(findings.map(\.json))))
        if omitted.total > 0 {
            members.append(.init(key: "omitted", value: .int(omitted.total)))
        }
        return .object(members)
    }
}

/// The number of findings of each severity.
///
/// Three counters instead of a dictionary, since every linter has one, and most stay at zero.
public struct LintTally: Equatable, Sendable {
    private var errors = 0
    private var warnings = 0
    private var notes = 0

    /// The number of all findings.
    public var total: Int { errors + warnings + notes }

    /// The number of findings of a severity.
    public subscript(severity: LintSeverity) -> Int {
        get {
            switch severity {
            case .error: errors
            case .warning: warnings
            case .note: notes
            }
        }
        set {
            switch severity {
            case .error: errors = newValue
            case .warning: warnings = newValue
            case .note: notes = newValue
            }
        }
    }
}
