/// Messages read "is not a list", and never "is no list", which nobody says aloud.
struct NegatedNouns: Rule {
    private static let verbs = ["is", "are", "was", "were"]

    func findings(in file: TidyFile) -> [Finding] {
        guard file.isSource, file.isSwift else { return [] }
        return Self.verbs.flatMap { verb in
            Self.lines(of: "\(verb) no", in: file).map {
                file.finding($0, "write `\(verb) not`, as in `is not a list`")
            }
        }
    }

    /// Gives the lines of string literals that have the words; "there is no" and "is no longer" are
    /// other phrases.
    private static func lines(of words: String, in file: TidyFile) -> [Int] {
        let bytes = file.bytes
        let needle = Array(words.utf8)
        var lines: [Int] = []
        var start = 0
        while let index = bytes.firstIndex(of: needle, from: start) {
            start = index + needle.count
            guard file.code[index] == UInt8(ascii: "_"), bytes.isWordBoundary(before: index),
                bytes.isWordBoundary(before: start),
                !bytes[..<index].ends(with: "here ".utf8),
                !bytes[start...].starts(with: " longer".utf8)
            else { continue }
            lines.append(1 + bytes[..<index].count(where: { $0 == UInt8(ascii: "\n") }))
        }
        return lines
    }
}
