import PushTestSupport
import Testing

/// SH-03: a session at random replays from its recording alone, and prints the same.
///
/// `PUSHSH_RECORDINGS=N` records N walks in each way instead of 10, `PUSHSH_RECORDINGS_SEED` starts
/// elsewhere. A walk that fails is shrunk first: its shortest prefix that fails, and of this only
/// the phrases that are needed.
@Suite struct RecordWalkTests {
    /// How a session is typed, and where its recording begins.
    enum Way: CaseIterable {
        case script
        case middleOfScript
        case prompt
        case middleOfPrompt
        case ephemeralPrompt
        case secondProcess

        /// How many of the phrases come before the recording.
        func before(_ count: Int) -> Int {
            switch self {
            case .script, .prompt, .ephemeralPrompt: 0
            case .middleOfScript, .middleOfPrompt, .secondProcess: count / 2
            }
        }

        var arguments: [String] {
            switch self {
            case .script: ["--keep-going", "-f", "-"]
            case .middleOfScript, .secondProcess: ["--workspace", "w", "--keep-going", "-f", "-"]
            case .prompt, .middleOfPrompt: ["-i", "--workspace", "w"]
            case .ephemeralPrompt: ["-i", "--ephemeral"]
            }
        }
    }

    /// What became of a walk: a script can be refused as a whole, which only a shrunk one may be.
    enum Outcome {
        case holds
        case refused(Pushsh.Run)
        case fails(String)
    }

    private static let start = ".record start r.psh"

    private static func seeds() throws -> [UInt64] {
        let count = try ScriptFuzzTests.number("PUSHSH_RECORDINGS", 10)
        let first = try ScriptFuzzTests.number("PUSHSH_RECORDINGS_SEED", 1)
        return (0..<count).map { UInt64(first + $0) }
    }

    @Test(arguments: Way.allCases) func `a session at random replays`(way: Way) throws {
        for seed in try Self.seeds() {
            var phrases = try RecordWalk(seed: seed).phrases
            phrases.insert(Self.start, at: way.before(phrases.count))
            switch try Self.outcome(of: phrases, way) {
            case .holds: continue
            case .refused(let run): Issue.record("seed \(seed) tests nothing:\n\(run)")
            case .fails(let fault):
                let (kept, found) = try Self.shrunk(phrases, fault, way)
                Issue.record("seed \(seed), \(way):\n\(Self.text(kept))\n\(found)")
            }
        }
    }

    private static func text(_ phrases: some Sequence<String>) -> String {
        phrases.map { $0 + "\n" }.joined()
    }

    /// Records what follows `start`, and replays it where there is nothing else.
    private static func outcome(of phrases: [String], _ way: Way) throws -> Outcome {
        guard let start = phrases.firstIndex(of: start) else { return .holds }
        let place = try TemporaryDirectory()
        for (name, bytes) in RecordWalk.files { try place.write(bytes, to: name) }
        var typed = phrases[...]
        if way == .secondProcess {
            let first = try Pushsh.script(text(typed.prefix(start)), way.arguments, in: place)
            guard first.status != 2 || !first.stdout.isEmpty else { return .refused(first) }
            typed = typed.dropFirst(start)
        }
        let session = try Pushsh.script(text(typed) + ".record stop\n", way.arguments, in: place)
        guard let recording = try? place.text("r.psh") else { return .refused(session) }
        guard session.status >= 0 else { return .fails("the session ends so:\n\(session)") }
        let empty = try TemporaryDirectory()
        try empty.write(recording, to: "r.psh")
        let again = try Pushsh.run(["-f", "r.psh"], in: empty)
        guard let fault = fault(recording, session, again) else { return .holds }
        return .fails(
            "\(fault)\n-- the recording --\n\(recording)\n-- the session --\n\(session)\n"
                + "-- the replay --\n\(again)")
    }

    /// The difference between a session and its replay; nil if there is none.
    private static func fault(
        _ recording: String, _ session: Pushsh.Run, _ again: Pushsh.Run
    ) -> String? {
        // A key that is missing and tests that are left out are remarked on.
        let errors = again.stderr.split(separator: "\n").filter { line in
            !line.hasPrefix("note: ") && !line.hasPrefix("key     none")
        }
        guard again.status == 0, errors.isEmpty else { return "the replay fails" }
        // What a recording leaves out, or takes any text for, is printed by the session alone.
        let lines = recording.split(separator: "\n").dropFirst(2)
        let isWhole = !lines.contains {
            $0.hasPrefix("# ") || $0.hasPrefix("|...") || $0.contains("[..]")
        }
        // The prompt prints its messages among the output.
        guard isWhole, session.stderr.isEmpty else { return nil }
        let wanted = RecordTests.recorded(session)
        guard !again.stdout.hasSuffix(wanted) else { return nil }
        return "\(LineDifference(expected: wanted, actual: again.stdout))"
    }

    /// The phrases without which a walk would hold, and its fault.
    private static func shrunk(
        _ phrases: [String], _ fault: String, _ way: Way
    ) throws -> (phrases: [String], fault: String) {
        var found = (phrases: phrases, fault: fault)
        let fails = { (fewer: [String]) in
            guard case .fails(let fault) = try outcome(of: fewer, way) else { return false }
            found = (fewer, fault)
            return true
        }
        // Its shortest prefix, if every longer one fails, too.
        var (least, most) = (0, phrases.count)
        while least < most {
            let half = (least + most) / 2
            if try fails(Array(phrases.prefix(half))) { most = half } else { least = half + 1 }
        }
        var size = max(1, found.phrases.count / 2)
        while size > 0 {
            var place = 0
            while place < found.phrases.count {
                let kept = found.phrases
                let fewer = Array(kept[..<place] + kept.dropFirst(place + size))
                if try !fails(fewer) { place += size }
            }
            size /= 2
        }
        return found
    }
}
