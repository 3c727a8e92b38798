/// Nothing names a place that exists only on the machine where it was written.
struct MachinePaths: Rule {
    // Written in two parts, or this file would be the first finding.
    private static let paths = ["/wo" + "rk/", "/ro" + "ot/", "/opt/sw" + "ift"]

    func findings(in file: TidyFile) -> [Finding] {
        Self.paths.flatMap { path in
            file.lines(of: path, in: \.bytes).map {
                file.finding($0, "`\(path)` is a path of one machine")
            }
        }
    }
}
