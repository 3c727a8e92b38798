import PushExplain
import PushTestSupport
import Testing

/// TD-14: every cause that `why` can name is named in a shipped scenario, whose next lines read the
/// cure, carry it out and ask again.
@Suite struct CureTests {
    /// Causes that no statement of a script can undo, and why; where the test is that meets them.
    static let elsewhere: [Cause: String] = [
        .storedTwice: "the rows stay; the cure tells how to count them (why-cures-tapped)",
        .retentionOver: "what was removed is gone; the cure keeps later rows (database-retention)",
        .activityNoChannel: "the start that failed is over; its channel is made for the next one "
            + "(gateway-channels)",
        .columnMissing: "only another engine drops a column (DroppedColumnTests)",
    ]

    @Test(arguments: Cause.allCases)
    func `a cause is named, its cure is carried out, and it is named no more`(cause: Cause) {
        let isCured = CuredCause.all.contains { $0.cause == cause.rawValue }
        #expect(isCured == (Self.elsewhere[cause] == nil), "\(cause.rawValue)")
    }

    @Test func `no scenario names a cause that there is not`() {
        for found in CuredCause.named {
            #expect(Cause(rawValue: found.cause) != nil, "\(found)")
        }
    }

    @Test func `a cure that is only read, or changes nothing, counts for nothing`() {
        let ask = ["test \"t\"", "  why m", "  expect $.cause == focus"]
        let cure = ["  expect $.cure contains \"`device focus off`\""]
        let mended = ["  device focus off", "  why n", "  expect $.cause == null", "end"]
        func cured(_ lines: [String]) -> [String] {
            var reader = CureReader(scenario: "t")
            for line in lines { reader.read(line) }
            return reader.cured.map(\.cause)
        }
        #expect(cured(ask + cure + mended) == ["focus"])
        #expect(cured(ask + mended).isEmpty)
        #expect(cured(ask + cure + mended.dropFirst()).isEmpty)
        #expect(cured(ask + cure + ["  device focus off", "  why n", ask[2], "end"]).isEmpty)
        #expect(cured(ask + cure + ["end", "test \"u\""] + mended).isEmpty)
    }
}

/// A cause that a scenario names.
struct CuredCause: Equatable {
    var cause: String
    var scenario: String

    /// Those whose cure a scenario carries out.
    static let all = readers.flatMap(\.cured)
    /// Those that a scenario expects.
    static let named = readers.flatMap(\.named)

    private static let readers: [CureReader] = Scenario.all.compactMap { scenario in
        guard let text = try? scenario.text else { return nil }
        var reader = CureReader(scenario: scenario.name)
        for line in text.split(separator: "\n") { reader.read(String(line)) }
        return reader
    }
}

/// Reads a scenario line by line for a cause, its cure, a command, and another answer.
struct CureReader {
    var scenario: String
    private(set) var cured: [CuredCause] = []
    private(set) var named: [CuredCause] = []
    /// The cause that was named last in this test, and what followed.
    private var cause: String?
    private var isCureRead = false
    private var isActedOn = false
    private var isAskedAgain = false
    /// What ends the text that a command takes from the lines below it.
    private var textEnd: String?

    init(scenario: String) { self.scenario = scenario }

    mutating func read(_ raw: String) {
        let line = raw.trimmingPrefix { $0 == " " }
        if let end = textEnd {
            if line == end { textEnd = nil }
            return
        }
        let words = line.split(separator: " ")
        guard let first = words.first, let last = words.last, !first.hasPrefix("#"),
            !first.hasPrefix("|")
        else { return }
        if last.hasPrefix("<<") {
            textEnd = String(last.dropFirst(2)).filter { $0 != "'" }
        }
        switch first {
        case "test": forget()
        case "end": break
        case "why": isAskedAgain = isActedOn
        case "expect": readExpectation(words.map(String.init))
        default: isActedOn = isCureRead
        }
    }

    private mutating func readExpectation(_ words: [String]) {
        guard words.count > 3 else { return }
        if words[1] == "$.cure" { isCureRead = cause != nil }
        let isFine = ["$.answer == yes", "$.status == ok"].contains(
            words[1...3].joined(separator: " "))
        guard words[1] == "$.cause" || isFine else { return }
        let isNot = words[2] == "!="
        if let cause, isCureRead, isAskedAgain, (words[3] == cause) == isNot {
            cured.append(CuredCause(cause: cause, scenario: scenario))
        }
        guard !isNot else { return }
        forget()
        if words[3] != "null", !isFine {
            cause = words[3]
            named.append(CuredCause(cause: words[3], scenario: scenario))
        }
    }

    private mutating func forget() {
        cause = nil
        (isCureRead, isActedOn, isAskedAgain) = (false, false, false)
    }
}
