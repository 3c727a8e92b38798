import Foundation

/// What the sources do is real: words that excuse a stand-in do not occur.
struct WeaselWords: Rule {
    private static let words = ["simplified", "for now", "mock", "mocked", "dummy"]

    func findings(in file: TidyFile) -> [Finding] {
        guard file.isSource else { return [] }
        let lowered = TidyFile(
            path: file.path + ".txt", text: String(decoding: file.bytes, as: UTF8.self).lowercased()
        )
        return Self.words.flatMap { word in
            lowered.lines(of: word, in: \.bytes).map {
                file.finding($0, "`\(word)` excuses something that is not real")
            }
        }
    }
}
