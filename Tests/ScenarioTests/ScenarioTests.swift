import PushTestSupport
import Testing

struct ScenarioTests {
    @Test func `there are scenarios`() {
        #expect(Scenario.all.count >= 40)
    }

    @Test(arguments: Scenario.all)
    func `a scenario passes, and says the same on any machine`(_ scenario: Scenario) throws {
        let outcomes = try ProcessSurroundings.all.map { try $0.run(["-f", scenario.path]) }
        #expect(outcomes[0].status == 0, "\(outcomes[0].stdout)\(outcomes[0].stderr)")
        #expect(outcomes[0] == outcomes[1])
    }

    @Test func `all scenarios pass together, in any order`() throws {
        let paths = Scenario.all.map(\.path)
        for arguments in [paths, ["--shuffle", "7"] + paths.reversed()] {
            let outcome = try ProcessSurroundings.all[1].run(arguments)
            #expect(outcome.status == 0, "\(outcome.stdout)\(outcome.stderr)")
        }
    }

    @Test(arguments: Scenario.all)
    func `blessing a scenario changes nothing`(_ scenario: Scenario) throws {
        let outcome = try ProcessSurroundings.all[1].run(["--bless=check", scenario.path])
        #expect(outcome.status == 0, "\(outcome.stdout)\(outcome.stderr)")
    }

    @Test(arguments: Scenario.all)
    func `a scenario opens with what it proves`(_ scenario: Scenario) throws {
        let last = ["TD": 17, "NC": 7, "MG": 5, "PL": 8, "KD": 6, "SH": 5]
        let requirements = try scenario.requirements
        #expect(!requirements.isEmpty)
        for requirement in requirements {
            let parts = requirement.split(separator: "-")
            let number = try #require(Int(parts[1]))
            #expect(parts[1].count == 2 && (1...(last[String(parts[0])] ?? 0)).contains(number))
        }
        #expect(try scenario.text.contains(/\npsh [12]\n/))
        #expect(scenario.name.contains(/^[a-z]+(-[a-z0-9]+)+$/))
    }

    @Test(arguments: Scenario.all)
    func `every test of a scenario checks something`(_ scenario: Scenario) throws {
        var checks = 0
        var title: Substring = ""
        for line in try scenario.text.split(separator: "\n") {
            let statement = line.drop { $0 == " " }
            if statement.hasPrefix("test ") { (title, checks) = (statement, 0) }
            let isCheck = ["expect ", "| ", "|2 ", "!"].contains { statement.hasPrefix($0) }
            if isCheck { checks += 1 }
            if line == "end", !title.isEmpty {
                #expect(checks > 0, "\(title)")
                title = ""
            }
        }
    }
}
