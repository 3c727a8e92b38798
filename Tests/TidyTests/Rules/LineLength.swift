/// A line of code is at most 100 columns wide.
struct LineLength: Rule {
    static let limit = 100

    func findings(in file: TidyFile) -> [Finding] {
        let isCode =
            file.isSwift || file.name.hasSuffix(".c") || file.name.hasSuffix(".h")
            || file.path.hasPrefix("scripts/") || file.path.hasPrefix(".ci/")
        guard isCode, !file.isGenerated else { return [] }
        return file.bytes.lines.enumerated().compactMap { index, line in
            guard line.count > Self.limit else { return nil }
            let columns = String(decoding: line, as: UTF8.self).count
            guard columns > Self.limit else { return nil }
            return file.finding(index + 1, "\(columns) columns, more than \(Self.limit)")
        }
    }
}
