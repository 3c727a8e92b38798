import Foundation
import PushTestSupport
import Testing

/// The payloads that are shipped can be linted and received, but for those that are made to fail.
struct PayloadTests {
    static let folder = Repository.path("share/pushsh/payloads")
    static let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
        .sorted()

    /// Those that are named for their fault: the exit status of `lint`, the failure of `receive`.
    static let faulty: [String: (lint: Int32, receive: String)] = [
        "broken.json": (1, "invalid_payload"), "promo-faulty.apns": (1, "not_installed"),
    ]

    @Test func `the payloads are there`() {
        #expect(Self.names.count >= 10)
        #expect(Set(Self.faulty.keys).isSubset(of: Self.names))
    }

    @Test(arguments: names) func `lint finds no error, or the one it is named for`(_ name: String)
        throws
    {
        let outcome = try ProcessSurroundings.all[0].run(["-c", "lint \(Self.folder)/\(name)"])
        #expect(outcome.status == Self.faulty[name]?.lint ?? 0, "\(outcome.stdout)")
    }

    @Test(arguments: names) func `a payload can be received in every state`(_ name: String) throws {
        let mark = Self.faulty[name].map { "!\($0.receive) " } ?? ""
        // The message's own token is a table's, which the phone does not have.
        let address = name == "fcm-message.json" ? "--to phone " : ""
        let receive = "\(mark)receive \(address)\(Self.folder)/\(name)"
        let script = """
            app install --profile ncmb
            app launch
            app install --profile td
            \(receive)
            app launch
            \(receive)
            app background
            \(receive)
            app kill
            \(receive)
            app launch
            app force-quit
            \(receive)
            """
        let outcome = try ProcessSurroundings.all[0].run(["-c", script])
        #expect(outcome.status == 0, "\(outcome.stderr)")
        #expect(!outcome.stdout.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
    }
}
