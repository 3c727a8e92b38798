import Foundation
import PushTestSupport
import Testing

/// A scenario that is shipped in `share/pushsh/scenarios`.
struct Scenario: CustomTestStringConvertible, Sendable {
    /// The file's name without `.psh`.
    var name: String

    var path: String { Repository.path("share/pushsh/scenarios/\(name).psh") }
    var testDescription: String { name }
    var text: String { get throws { try String(contentsOfFile: path, encoding: .utf8) } }

    /// The comment that a scenario opens with.
    var heading: String {
        get throws {
            try text.split(separator: "\n", omittingEmptySubsequences: false)
                .prefix { $0.hasPrefix("#") }.joined(separator: "\n")
        }
    }

    /// The requirement IDs of the heading.
    var requirements: [String] {
        get throws {
            try heading.matches(of: /\b(?:TD|NC|MG|PL|KD|SH)-[0-9]+\b/).map { String($0.output) }
        }
    }

    /// Every shipped scenario, by name.
    static let all: [Scenario] = {
        let folder = Repository.path("share/pushsh/scenarios")
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return files.filter { $0.hasSuffix(".psh") }.sorted()
            .map { Scenario(name: String($0.dropLast(4))) }
    }()
}
