/// A protocol has at most 8 requirements; one that needs more is made of smaller ones.
struct PortSize: Rule {
    static let limit = 8
    private static let words = ["func", "var", "init", "subscript"]

    func findings(in file: TidyFile) -> [Finding] {
        guard file.isSwift, file.isSource else { return [] }
        return file.lines(of: "protocol", in: \.code).compactMap { line in
            let (name, count) = Self.requirements(from: line, in: file.code.lines)
            guard count > Self.limit else { return nil }
            return file.finding(line, "`\(name)` has \(count) members, more than \(Self.limit)")
        }
    }

    /// Counts the declarations between a protocol's braces, which hold no bodies.
    private static func requirements(
        from line: Int, in lines: [ArraySlice<UInt8>]
    ) -> (name: String, count: Int) {
        var depth = 0
        var count = 0
        var name = ""
        for text in lines[(line - 1)...] {
            let words = String(decoding: text, as: UTF8.self)
                .split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init)
            if name.isEmpty, let place = words.firstIndex(of: "protocol") {
                name = words[(place + 1)...].first ?? "_"
            } else if depth == 1, words.contains(where: Self.words.contains) {
                count += 1
            }
            depth += text.count { $0 == UInt8(ascii: "{") }
            depth -= text.count { $0 == UInt8(ascii: "}") }
            let hasBraces = text.contains(UInt8(ascii: "}"))
            if depth == 0, hasBraces { break }
        }
        return (name, count)
    }
}
