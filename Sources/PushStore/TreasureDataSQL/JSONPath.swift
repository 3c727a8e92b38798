import PushText

/// A path to a value inside a JSON text: `$.a.b[0]`, `$["a key"]`.
struct JSONPath: Equatable, Sendable {
    /// One move from a container to a member.
    enum Step: Equatable, Sendable {
        case key([UInt8])
        case index(Int)
    }

    let steps: [Step]

    /// The most steps that a path may have.
    static let stepLimit = 64

    init(steps: [Step]) { self.steps = steps }

    /// Reads a path in the notation of Trino's JSON functions.
    ///
    /// Trino's dialect also accepts a name in brackets without quotes.
    init(_ text: String, allowsBareNames: Bool = false) throws(SQLFunctionError) {
        let bytes = Array(text.utf8)
        guard bytes.first == UInt8(ascii: "$") else {
            throw SQLFunctionError("path '\(text.prefix(40))' does not start with `$`")
        }
        var steps: [Step] = []
        var index = 1
        while index < bytes.count {
            guard steps.count < JSONPath.stepLimit else {
                throw SQLFunctionError("path has more than \(JSONPath.stepLimit) steps")
            }
            guard let step = JSONPath.step(bytes, &index, allowsBareNames) else {
                throw SQLFunctionError(
                    "path '\(text.prefix(40))' is not made of `.name`, `[0]` and `[\"name\"]` alone"
                )
            }
            steps.append(step)
        }
        self.steps = steps
    }

    /// Reads `.name`, `["name"]` or `[0]` and moves on; nil for anything else, such as a wildcard.
    private static func step(
        _ bytes: [UInt8], _ index: inout Int, _ allowsBareNames: Bool
    ) -> Step? {
        if bytes[index] == UInt8(ascii: ".") {
            let name = bytes[(index + 1)...].prefix { $0 != 0x2e && $0 != 0x5b && $0 != 0x2a }
            index += 1 + name.count
            return name.isEmpty || (index < bytes.count && bytes[index] == 0x2a)
                ? nil : .key(Array(name))
        }
        guard bytes[index] == UInt8(ascii: "["), index + 1 < bytes.count else { return nil }
        index += 1
        let quote = bytes[index]
        if quote == 0x22 || quote == 0x27 {
            let name = bytes[(index + 1)...].prefix { $0 != quote }
            index += 1 + name.count
            guard index + 1 < bytes.count, bytes[index + 1] == 0x5d else { return nil }
            index += 2
            return .key(Array(name))
        }
        let digits = bytes[index...].prefix { $0 >= 0x30 && $0 <= 0x39 }
        if allowsBareNames, digits.isEmpty {
            let name = bytes[index...].prefix { $0 != 0x5d }
            let isName = name.allSatisfy { $0 == 0x5f || $0 == 0x3a || Ascii.isWord($0) }
            index += name.count + 1
            return name.isEmpty || !isName || index > bytes.count ? nil : .key(Array(name))
        }
        index += digits.count
        guard (1...9).contains(digits.count), index < bytes.count, bytes[index] == 0x5d else {
            return nil
        }
        index += 1
        return .index(digits.reduce(0) { $0 * 10 + Int($1 - 0x30) })
    }
}
