import PushTestSupport
import Testing

/// Documents are written only when something in them changed: what is on disk is the whole world.
@Suite struct DocumentTests {
    let place: TemporaryDirectory

    init() throws { place = try TemporaryDirectory() }

    /// Commands that change every document, and some that change none.
    static let commands = [
        "app launch",
        "receive --verbatim <<T\n{\"aps\":{\"alert\":\"a\"},\"message_id\":\"m-1\"}\nT",
        "tap m-1 --no-link", "config queue.limit 3", "login cust-1", "open https://example.com/1",
        "stub ingest status=503", "network off", "app background", "flush --max 1",
        "receive <<T\n{\"aps\":{\"content-available\":1},\"message_id\":\"m-2\"}\nT",
        "clock advance 1h",
        "network simulated", "stub clear", "device lock", "permission deny", "device offline",
        "receive <<T\n{\"aps\":{\"alert\":\"b\"},\"message_id\":\"m-3\"}\nT", "device online",
        "device unlock", "app set nse off", "logout", "device add tablet", "device use tablet",
        "device use phone", "app force-quit", "token refresh",
    ]

    private func documents(_ workspace: String) throws -> [String] {
        let run = try Shell.run(
            "sqlite3",
            [
                "\(place.path)/\(workspace)/device.db",
                "SELECT kind, key, body FROM documents ORDER BY kind, key",
            ])
        #expect(run.status == 0)
        return run.stdout.split(separator: "\n").map(String.init)
    }

    @Test func `a process for all commands leaves what a process for each leaves`() throws {
        let script = Self.commands.map { "? \($0)\n" }.joined()
        let all = try Pushsh.run(
            ["--workspace", "one", "-f", "-"], input: Array(script.utf8), in: place)
        #expect(all.status == 0, "\(all)")
        for command in Self.commands {
            let run = try Pushsh.run(["--workspace", "many", "-c", "? " + command], in: place)
            #expect(run.status == 0, "\(run)")
        }
        #expect(try documents("one") == documents("many"))
    }

    @Test func `a push changes the small documents, and the large ones stay`() throws {
        _ = try Pushsh.run(["--workspace", "one", "-c", "app launch"], in: place)
        let before = try documents("one")
        _ = try Pushsh.run(["--workspace", "one", "-c", "open https://example.com/1"], in: place)
        let after = try documents("one")
        let changed = Set(after).subtracting(before).map { $0.prefix { $0 != "|" } }.sorted()
        #expect(changed == ["app-now", "world-now"])
        #expect(after.contains { $0.hasPrefix("app-state|") && !$0.contains("\"screen\"") })
    }
}
