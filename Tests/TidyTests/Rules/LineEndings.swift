/// A text ends with a newline, and no line of it ends with a blank.
struct LineEndings: Rule {
    func findings(in file: TidyFile) -> [Finding] {
        // The inputs of tests may be broken on purpose.
        guard !file.path.contains("/Fixtures/"), !file.bytes.isEmpty, file.isText else { return [] }
        var findings: [Finding] = []
        let lines = file.bytes.lines
        if file.bytes.last != UInt8(ascii: "\n") {
            findings.append(file.finding(lines.count, "the last line does not end with a newline"))
        }
        let code = file.code.lines
        for (index, line) in lines.enumerated() {
            guard let last = line.last, last == UInt8(ascii: " ") || last == UInt8(ascii: "\t")
            else { continue }
            let isLiteral = file.isSwift && code[index].last == UInt8(ascii: "_")
            let isGolden = file.name.hasSuffix(".psh") && Self.isGolden(line)
            if !isLiteral, !isGolden {
                findings.append(file.finding(index + 1, "a blank at the end of the line"))
            }
        }
        return findings
    }

    /// Whether the line states output, which may well end with a blank.
    private static func isGolden(_ line: ArraySlice<UInt8>) -> Bool {
        line.drop { $0 == UInt8(ascii: " ") }.first == UInt8(ascii: "|")
    }
}
