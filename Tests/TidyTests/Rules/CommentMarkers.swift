/// Comments hold no reminders and no section banners: what is to do is an issue, a section a file.
struct CommentMarkers: Rule {
    private static let reminders = ["TODO", "FIXME", "XXX"]

    func findings(in file: TidyFile) -> [Finding] {
        let isHouseText = ["Sources/", "Tests/", "scripts/", "share/", "man/", ".ci/"]
            .contains { file.path.hasPrefix($0) }
        guard isHouseText || file.path == "Package.swift" else { return [] }
        var findings = Self.reminders.flatMap { word in
            file.lines(of: word, in: \.comments).map {
                file.finding($0, "`\(word)`: do it, or open an issue")
            }
        }
        if file.isSwift {
            findings += file.lines(of: "MARK:", in: \.comments).map {
                file.finding($0, "`MARK:`: split the file instead")
            }
        }
        return findings
    }
}
