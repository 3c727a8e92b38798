/// A program that must end says why.
struct BareFatalError: Rule {
    func findings(in file: TidyFile) -> [Finding] {
        guard file.isSwift else { return [] }
        return file.lines(of: "fatalError()", in: \.code).map {
            file.finding(
                $0, "`fatalError()` says nothing; state what was impossible and is the case")
        }
    }
}
