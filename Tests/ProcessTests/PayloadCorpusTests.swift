import Foundation
import PushTestSupport
import Testing

/// Every payload of the corpora, received and linted in every state of the app.
///
/// Our own payloads are always there. Other people's lie outside the repository: in the folder that
/// `PUSHSH_CORPUS` names, else beside the checkout; without them only ours are tried.
@Suite struct PayloadCorpusTests {
    /// A folder of payloads.
    struct Corpus: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var folder: String
        var names: [String]

        init?(_ name: String, _ folder: String) {
            testDescription = name
            self.folder = folder
            names = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
                .filter { $0.hasSuffix(".json") || $0.hasSuffix(".apns") }.sorted()
            if names.isEmpty { return nil }
        }

        /// The words of a command that name a file.
        func path(_ name: String) -> String { "\"\(folder)/\(name)\"" }
    }

    static let corpora: [Corpus] = {
        let variable = ProcessInfo.processInfo.environment["PUSHSH_CORPUS"]
        let others = variable ?? Repository.path("../shared/corpus/apns")
        return [
            Corpus("ours", Repository.path("Tests/Fixtures/payloads")), Corpus("others", others),
        ].compactMap { $0 }
    }()

    /// What brings an app of a profile into each of its states.
    static let states: [(name: String, statements: [String])] = [
        ("never launched", []), ("in front", ["app launch"]),
        ("in the background", ["app launch", "app background"]),
        ("not running", ["app launch", "app kill"]),
        ("force-quit", ["app launch", "app force-quit"]),
        ("locked", ["app launch", "device lock"]),
        ("offline", ["app launch", "device offline"]),
        ("denied", ["app launch", "permission deny"]),
        ("provisional", ["app launch", "permission provisional", "app background"]),
        ("in a Focus", ["app launch", "app background", "device focus on", "device mute on"]),
        ("summarised", ["app launch", "app background", "device summary 08:00 18:00"]),
        ("decrypting", ["app set nse.key embedded", "app launch", "app background"]),
        ("not installed", ["app launch", "app uninstall"]),
    ]

    private func script(_ corpus: Corpus, _ state: [String], profile: String) -> String {
        var lines = ["app install --profile \(profile) --bundle com.example.corpus"] + state
        for name in corpus.names {
            let path = corpus.path(name)
            lines += [
                "? receive \(path)", "? receive \(path) --verbatim --id verbatim",
                "? lint \(path)", "? show verbatim", "? why", "? tap", "? dismiss",
            ]
        }
        lines += ["? device online", "clock advance 1d", "? notifications", "? app launch"]
        lines += ["query \"SELECT count(*) AS arrived FROM notifications\"", ""]
        return lines.joined(separator: "\n")
    }

    @Test(arguments: corpora, states.indices)
    func `a payload crashes nothing, and no byte of it reaches the terminal`(
        corpus: Corpus, index: Int
    ) throws {
        let state = Self.states[index]
        for profile in index.isMultiple(of: 3) ? ["td", "ncmb", "minimal"] : ["td"] {
            let run = try Pushsh.run(
                ["--mode", "jsonl", "-f", "-"],
                input: Array(script(corpus, state.statements, profile: profile).utf8),
                timeout: 300)
            #expect(run.status == 0, "\(state.name), \(profile): \(run.stderr.suffix(2000))")
            #expect(HostileTextTests.controls(run.stdout + run.stderr) == [], "\(state.name)")
            let arrived = run.lines.last { $0.hasPrefix("{\"arrived\":") }
            #expect(arrived != nil, "\(state.name): the script did not come to its end")
            // A payload is an object with `aps`, or becomes one; two thirds of them are.
            let count = Int((arrived ?? "").filter(\.isNumber)) ?? 0
            let wanted = state.name == "offline" ? 1 : corpus.names.count
            #expect(count >= wanted, "\(state.name), \(profile): \(count) arrived")
        }
    }

    /// Payloads that are no JSON, by their names or by the index of where they came from.
    private func unparseable(_ corpus: Corpus) -> [String] {
        let index = try? String(contentsOfFile: corpus.folder + "/index.csv", encoding: .utf8)
        guard let index else { return corpus.names.filter { $0.hasPrefix("broken-") } }
        return index.split(whereSeparator: \.isNewline).compactMap { line in
            let fields = line.split(separator: ",", omittingEmptySubsequences: false)
            return fields.contains("no") ? fields.first.map(String.init) : nil
        }
    }

    @Test(arguments: corpora)
    func `what is no JSON gets a caret, and nothing else is called so`(corpus: Corpus) throws {
        let broken = Set(unparseable(corpus))
        #expect(broken.count >= 5)
        for name in corpus.names {
            let run = try Pushsh.run(["-c", "lint \(corpus.path(name))"])
            let text = run.stdout + run.stderr
            #expect(HostileTextTests.controls(text) == [], "\(name)")
            #expect(run.status == 0 || run.status == 1, "\(name): \(run)")
            let isNoJSON = text.contains("rule: not-json ")
            let isTextBeyondUnicode = name.contains("surrogate")
            #expect(isNoJSON == broken.contains(name) || isTextBeyondUnicode, "\(name): \(text)")
            guard isNoJSON else { continue }
            #expect(run.status == 1, "\(name)")
            let carets = text.split(separator: "\n").filter { line in
                let rest = line.drop { $0 == " " || $0 == "\t" }
                return !rest.isEmpty && rest.allSatisfy { $0 == "^" }
            }
            #expect(!carets.isEmpty, "\(name): \(text)")
        }
    }

    @Test func `our payloads are many, and of every kind`() {
        let kinds = Set(
            (Self.corpora.first?.names ?? []).compactMap { $0.split(separator: "-").first })
        #expect((Self.corpora.first?.names.count ?? 0) >= 60)
        let wanted: Set<Substring> = [
            "sim", "silent", "badge", "sound", "level", "loc", "category", "live", "fcm", "td",
            "ncmb", "odd", "broken",
        ]
        #expect(wanted.subtracting(kinds).isEmpty)
    }
}
