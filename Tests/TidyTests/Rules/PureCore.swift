/// The core reads no clock, draws no randomness and touches nothing outside it.
struct PureCore: Rule {
    private static let banned = [
        "Date()", "UUID()", ".random(", ".randomElement()", ".shuffled()", "Task.sleep",
        "ContinuousClock", "SuspendingClock", "SystemRandomNumberGenerator", "hashValue",
        "Hasher()",
    ]

    func findings(in file: TidyFile) -> [Finding] {
        guard file.isSwift, let module = file.module, ImportTable.pure.contains(module) else {
            return []
        }
        return Self.banned.flatMap { word in
            file.lines(of: word, in: \.code).map {
                file.finding($0, "the core may not use `\(word)`: runs could not be repeated")
            }
        }
    }
}
