/// A name says what its bearer is: no catch-all names, and no type named like its module.
struct TypeNames: Rule {
    private static let vague = ["Utils", "Utilities", "Helper", "Helpers", "Common", "Manager"]
    private static let kinds = ["struct", "class", "enum", "actor", "protocol", "typealias"]

    func findings(in file: TidyFile) -> [Finding] {
        guard file.isSwift else { return [] }
        var findings: [Finding] = []
        if let stem = file.name.split(separator: ".").first, let word = Self.vagueness(of: stem) {
            findings.append(file.finding(1, "a file named `…\(word)` says nothing of its contents"))
        }
        for kind in Self.kinds {
            for line in file.lines(of: kind, in: \.code) {
                guard let name = Self.name(after: kind, in: file.code.lines[line - 1]) else {
                    continue
                }
                if let word = Self.vagueness(of: name) {
                    findings.append(
                        file.finding(line, "`\(name)`: a `…\(word)` has no one purpose"))
                }
                if let module = file.module, module == name {
                    findings.append(file.finding(line, "`\(name)` bears its module's name"))
                }
            }
        }
        return findings
    }

    private static func vagueness(of name: Substring) -> String? {
        vague.first { name.hasSuffix($0) }
    }

    private static func name(after kind: String, in line: ArraySlice<UInt8>) -> Substring? {
        let words = String(decoding: line, as: UTF8.self)
            .split(whereSeparator: { !$0.isLetter && !$0.isNumber && $0 != "_" })
        guard let place = words.firstIndex(of: kind[...]), place + 1 < words.count else {
            return nil
        }
        return words[place + 1]
    }
}
