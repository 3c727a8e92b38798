import Foundation
import PushRuntime
import PushStore
import PushTestSupport
import Testing

@testable import PushHost

/// TD-15: a key is not stored in clear, whatever word it was typed in.
@Suite struct StoredKeyTests {
    private let directory: TemporaryDirectory
    private let stage: Stage
    private static let key = "7777/" + String(repeating: "5ec5", count: 10)

    init() throws {
        directory = try TemporaryDirectory()
        stage = try Stage(try Workspace.open(directory: directory.path + "/w"))
    }

    @Test(
        arguments: [
            "endpoint https://h.example/KEY", "endpoint https://h.example/?td_write_key=KEY",
            "config td.api_endpoint https://h.example/?apikey=KEY",
            "config td.api_endpoint https://h.example/KEY",
            "config tls.ca_file https://h.example/?apikey=KEY", "config tls.ca_file KEY",
            "stub ingest status=503 body=KEY", "config td.campaign_column KEY",
        ])
    func `[TD-15] a word with a key is refused`(_ line: String) throws {
        let result = stage.run(line.replacing("KEY", with: Self.key))
        #expect(result.failure?.code.name == "invalid_value")
        #expect(result.failure?.message.contains("5ec55ec5") == false)
        stage.run("flush")
        for name in ["device.db", "device.db-wal"] {
            let bytes = FileManager.default.contents(atPath: directory.path + "/w/" + name)
            #expect(try #require(bytes).range(of: Data("5ec55ec5".utf8)) == nil, "\(name)")
        }
    }

    @Test(
        arguments: [
            "endpoint https://h.example/a", "config td.write_key env:TD_KEY",
            "config td.api_endpoint https://h.example", "stub ingest status=503 body=late",
        ])
    func `[TD-15] other words are taken`(_ line: String) {
        #expect(stage.run(line).failure == nil)
    }
}
