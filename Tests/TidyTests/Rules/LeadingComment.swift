/// A script or scenario opens with a comment that says what it is.
struct LeadingComment: Rule {
    func findings(in file: TidyFile) -> [Finding] {
        let isScript = file.path.hasPrefix("scripts/") || file.path.hasPrefix(".ci/")
        let isScenario = file.path.hasPrefix("share/") && file.name.hasSuffix(".psh")
        guard isScript || isScenario else { return [] }
        var lines = file.bytes.lines.prefix(2).map { String(decoding: $0, as: UTF8.self) }[...]
        var place = 1
        if let first = lines.first, first.hasPrefix("#!") {
            lines.removeFirst()
            place = 2
        }
        let opening = lines.first ?? ""
        let words = opening.split(separator: " ")
        let opensComment = ["#", "\"\"\"", "/*", "//"].contains { opening.hasPrefix($0) }
        guard !opensComment || words.count < 4 else { return [] }
        return [file.finding(place, "a comment should say here what this script is")]
    }
}
