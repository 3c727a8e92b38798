import PushTestSupport
import Testing

/// TD-06: whatever the network and the service do, a queue drains when they stop doing it, and
/// every event is in the warehouse exactly once, in its device's order unless a receipt failed or
/// the published SDK sent on behind a refused chunk.
@Suite struct FaultScheduleTests {
    static let seed: UInt64 = 20_260_102
    static let schedules = 1_000

    /// A random schedule: events of two devices, faults, outages and flushes in any order.
    struct Schedule {
        private var generator: SeededGenerator
        private var tracked = 0
        private(set) var mayChangeOrder = false
        private(set) var lines: [String] = []

        init(_ number: Int) {
            generator = SeededGenerator(seed: FaultScheduleTests.seed &+ UInt64(number))
            // The real SDK does not repeat what was refused, goes on behind it, drops nothing of so
            // short a queue, and sends 400.
            if chance(4) {
                mayChangeOrder = true
                lines.append("config td.sdk_profile ios-sdk-1.2")
            }
            if chance(3) { lines.append("endpoint embedded --postback") }
            for _ in 0..<Int.random(in: 5...30, using: &generator) { addLine() }
        }

        private mutating func chance(_ n: Int) -> Bool {
            Int.random(in: 0..<n, using: &generator) == 0
        }

        private mutating func pick(_ texts: [String]) -> String {
            texts.randomElement(using: &generator) ?? ""
        }

        private mutating func addLine() {
            let device = pick(["", "@tablet "])
            switch Int.random(in: 0..<10, using: &generator) {
            case 0..<4:
                for _ in 0..<Int.random(in: 1...9, using: &generator) {
                    tracked += 1
                    lines.append("\(device)open myapp://item/\(1000 + tracked)")
                }
            case 4, 5: lines.append("stub \(fault())")
            case 6: lines.append(pick(["network off", "network simulated"]))
            case 7: lines.append(device + pick(["device offline", "device online"]))
            default:
                let limit = chance(2) ? " --max \(Int.random(in: 1...9, using: &generator))" : ""
                lines.append("? \(device)flush\(limit)" + (chance(5) ? " --twice" : ""))
            }
        }

        private mutating func fault() -> String {
            var times = " times=\(Int.random(in: 1...7, using: &generator))"
            if chance(4) {
                times += " delay=\(Int.random(in: 1...120, using: &generator))s"
                if chance(3) { return "ingest" + times }
            }
            switch Int.random(in: 0..<8, using: &generator) {
            case 0...2:
                let status = pick(["400", "401", "403", "404", "408", "413", "422", "429", "503"])
                return "ingest status=\(status)" + (chance(3) ? " retry-after=90" : "") + times
            case 3 where !times.contains("delay"): return "ingest timeout" + times
            case 4 where !times.contains("delay"): return "ingest reset" + times
            case 3...6: return "ingest drop-response" + times
            default:
                mayChangeOrder = true
                let first = Int.random(in: 1...9, using: &generator)
                let error = pick(["InternalError", "InvalidPropertyValueError"])
                return "ingest receipts fail=\(first),\(first + 3) error=\(error)" + times
            }
        }

        /// The schedule as a test of a script, which ends with the faults gone.
        func test(_ number: Int) -> String {
            let end = """
                stub clear
                network simulated
                device online
                @tablet device online
                flush
                @tablet flush
                expect sql "SELECT count(*) FROM queue" == 0
                expect sql "\(FaultScheduleTests.missing)" == 0
                expect sql "\(FaultScheduleTests.twice)" == 0
                \(mayChangeOrder ? "" : "expect sql \"\(FaultScheduleTests.disorder)\" == 0")
                """
            return (["test \"schedule \(number)\""] + lines + [end, "end", ""])
                .joined(separator: "\n")
        }
    }

    /// Events that neither are in the warehouse nor were discarded as poisonous.
    static let missing = """
        SELECT count(*) FROM events WHERE state <> 'poisoned' AND value IS NOT NULL AND value \
        NOT IN (SELECT value FROM mobile.push_events WHERE value IS NOT NULL)
        """
    static let twice =
        "SELECT count(value) - count(DISTINCT value) FROM mobile.push_events"
    /// Events of a device that came behind a later one.
    static let disorder = """
        SELECT count(*) FROM (SELECT e.sequence AS n, max(e.sequence) OVER (PARTITION BY e.device \
        ORDER BY p._rowid_) AS newest FROM mobile.push_events AS p JOIN events AS e \
        ON e.value = p.value) WHERE n < newest
        """

    @Test func `after 1,000 schedules of faults every event arrived once`() throws {
        var script = """
            # Random faults, and then none.
            psh 1
            setup
              config td.dedup exact
              device add tablet
              app install
              app launch
              device use phone
              app launch
            end

            """
        for number in 0..<Self.schedules { script += Schedule(number).test(number) }
        let run = try Pushsh.run(["-f", "-"], input: Array(script.utf8), timeout: 300)
        #expect(run.status == 0, "seed \(Self.seed): \(run.lines.filter { $0.hasPrefix("✗") })")
        #expect(run.lines.last == "\(Self.schedules) passed, 0 failed", "\(run.stderr)")
    }

    @Test func `the checks would tell`() throws {
        let setup = "psh 1\nconfig td.dedup exact\napp launch\nopen myapp://item/1001\n"
        let lost = try Pushsh.script(setup + "expect sql \"\(Self.missing)\" == 0\n")
        #expect(lost.status == 1, "\(lost)")
        // Without exact deduplication a record that is sent again after an hour is stored again.
        let again = try Pushsh.script(
            """
            \(setup)config td.dedup window
            stub ingest drop-response times=5
            ? flush
            clock advance 2h
            flush
            expect sql "\(Self.twice)" == 0

            """)
        #expect(again.status == 1, "\(again)")
    }
}
