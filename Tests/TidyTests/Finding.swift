/// A place in the repository that breaks a rule, in the form that editors jump to.
struct Finding: Equatable, Comparable, CustomStringConvertible {
    let path: String
    let line: Int
    let message: String

    var description: String { "\(path):\(line): error: \(message)" }

    static func < (left: Self, right: Self) -> Bool {
        (left.path, left.line, left.message) < (right.path, right.line, right.message)
    }
}
