import PushLanguage
import PushSimulation
import PushText
import Testing

@testable import PushRuntime

/// SH-03: the conditions of guards.
@Suite struct ConditionTests {
    private func conditions(_ text: String) throws -> [Guard] {
        let result = Parser.parse(Source(name: "", text: text + " queue\n"))
        let statement = try #require(result.script.allStatements.first { _ in true })
        return result.script.guards(of: statement)
    }

    @Test(arguments: [
        "[tty]", "[!tty]", "[network:real]", "[network:off]", "[!network:simulated]",
        "[profile:td]", "[profile:fcm-migration]",
    ])
    func `a condition that there is`(text: String) throws {
        for condition in try conditions(text) { #expect(Condition.fault(condition) == nil) }
    }

    @Test(arguments: [
        ("[tty:x]", "`tty` takes no argument"),
        ("[wifi]", "there is no condition `wifi`"),
        ("[network]", "`network` takes `simulated`, `real` or `off`, found nothing"),
        ("[network:fast]", "`network` takes `simulated`, `real` or `off`, found `fast`"),
        ("[profile:]", "`profile` takes"),
    ])
    func `a condition that there is not`(text: String, message: String) throws {
        let condition = try #require(try conditions(text).first)
        let fault = Condition.fault(condition)
        #expect(fault?.message.hasPrefix(message) == true, "\(fault?.message ?? "none")")
    }

    @Test func `a condition holds by the session and its world`() throws {
        let session = try Session(edge: StoreEdge(), settings: ShellSettings())
        func holds(_ text: String) throws -> Bool {
            try conditions(text).allSatisfy { Condition.holds($0, in: session) }
        }
        #expect(try !holds("[tty]") && holds("[network:simulated]"))
        #expect(try !holds("[network:real]") && holds("[profile:td]") && !holds("[profile:ncmb]"))
        session.settings.isTerminal = true
        #expect(try holds("[tty]"))
    }
}
