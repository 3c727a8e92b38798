/// A file of code is at most 500 lines long, unless a program wrote it.
struct FileLength: Rule {
    static let limit = 500

    func findings(in file: TidyFile) -> [Finding] {
        let isCode =
            file.isSwift || file.name.hasSuffix(".c") || file.name.hasSuffix(".h")
            || file.path.hasPrefix("scripts/")
        guard isCode, !file.isGenerated else { return [] }
        let count = file.bytes.count { $0 == UInt8(ascii: "\n") }
        guard count > Self.limit else { return [] }
        return [file.finding(Self.limit + 1, "\(count) lines, more than \(Self.limit)")]
    }
}
