import Foundation
import PushTestSupport
import Testing

/// `upload` brings every record of the warehouse to Treasure Data once, wherever it is killed
/// (TD-11 TD-13): against a foreign service, and against `serve --api` in another process.
@Suite(.serialized) struct WarehouseUploadTests {
    let place: TemporaryDirectory
    static let key = "1/" + String(repeating: "c", count: 40)

    init() throws {
        place = try TemporaryDirectory()
        try place.makeWorkspace("app launch\nlogin ü1\nflush\n")
        // Whole numbers, numbers that are none, long texts, and columns that records lack.
        // An empty table comes first, so that whoever answers for `mobile` answers for two.
        let rows = try Shell.run(
            "sqlite3",
            [
                place.path + "/w/warehouse/mobile.db",
                """
                CREATE TABLE a_first(time INTEGER NOT NULL) STRICT;
                INSERT INTO "pushsh-tables"(name) VALUES ('a_first');
                INSERT INTO push_events(time, type, value, campaign_id)
                WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 700)
                SELECT 1700000000 + i, 'open', CASE i % 4 WHEN 0 THEN NULL WHEN 1 THEN i * -1000
                  WHEN 2 THEN i / 8.0 ELSE hex(zeroblob(i)) END, 'ä' || i FROM n
                """,
            ])
        try #require(rows.status == 0, "\(rows.stderr)")
    }

    private func run(_ mode: String, _ options: String = "") throws -> Pushsh.Run {
        let records = try place.inWorkspace(
            "query --dialect sqlite \"SELECT * FROM mobile.push_events\"\n", mode: "jsonl")
        try place.write(records.stdout, to: "records.jsonl")
        return try Pushsh.bash(
            """
            python3 '\(Repository.path("Tests/Fixtures/bulk-import/foreign_service.py"))' \
                \(mode) w records.jsonl -- "$PUSHSH" --workspace w \
                -c $'network real\\nupload mobile --site SITE --part-rows 200 \(options)'
            """, in: place, timeout: 280)
    }

    @Test(arguments: ["plain", "faults", "forget", "forget-commit"])
    func `a foreign service gets every record once`(mode: String) throws {
        let run = try run(mode)
        #expect(run.status == 0, "\(run)")
        #expect(run.stdout.hasPrefix("702 702 "), "\(run)")
    }

    @Test(arguments: ["kill-before", "kill-after"])
    func `killed at each request in turn it stores no record twice and loses none`(
        mode: String
    ) throws {
        let run = try run(mode)
        #expect(run.status == 0, "\(run)")
        #expect(run.stdout.hasPrefix("702 702 "), "\(run)")
        // Each request was a point: the parts, and what is asked before and after them.
        #expect((Int(run.stdout.split(whereSeparator: \.isWhitespace).last ?? "") ?? 0) > 40)
    }

    @Test
    func `killed at each change of a file it goes on, and the other side holds the same`() throws {
        let library = try Shell.run(
            "cc",
            [
                "-shared", "-fPIC", "-O1", "-o", place.path + "/kill_point.so",
                Repository.path("Tests/Fixtures/kill-point/kill_point.c"), "-ldl",
            ])
        try #require(library.status == 0, "\(library.stderr)")
        let server = try ServedProcess(
            "serve --api 0", ["--workspace", "other", "--real-time"], in: place)
        let port = try #require(server.ports["api"])
        let binary = try PushshBinary.dynamic
        let run = try Pushsh.bash(
            """
            export TD_API_KEY=\(Self.key) killed=0
            upload=$'network real\\nupload mobile --to shop --part-rows 150 --site '
            upload+=http://127.0.0.1:\(port)
            for point in $(seq 1 60); do
                LD_PRELOAD=$PWD/kill_point.so KILL_POINT=$point \
                    '\(binary)' --workspace w -c "$upload" >out 2>&1
                case $? in 137) killed=$((killed + 1)) ;; 0) ;; *) cat out; exit 1 ;; esac
                [[ $((point % 9)) = 0 ]] && pushsh --workspace w -c $'login next\\nflush' >>out
            done
            pushsh --workspace w -c "$upload" || exit 1
            echo killed $killed
            """, in: place, timeout: 240)
        #expect(run.status == 0, "\(run)")
        #expect((Int(run.lines.last?.split(separator: " ").last ?? "") ?? 0) > 20, "\(run)")
        #expect(server.end(SIGTERM).status == 0)
        let columns = "time, type, value, typeof(value), campaign_id, user_id, message_id"
        let rows = try ["w/warehouse/mobile.db", "other/warehouse/shop.db"].map { file in
            try Shell.run(
                "sqlite3",
                [
                    place.path + "/" + file,
                    "SELECT \(columns) FROM push_events ORDER BY time, type, value, 5, 6, 7",
                ]
            ).stdout
        }
        #expect(rows[0] == rows[1])
        #expect(rows[0].split(separator: "\n").count > 702)
    }

    @Test func `a table that was taken back in time is not uploaded as if it were the same`() throws
    {
        let server = try ServedProcess(
            "serve --api 0", ["--workspace", "other", "--real-time"], in: place)
        let site = "http://127.0.0.1:\(try #require(server.ports["api"]))"
        let upload = "network real\nupload mobile --site \(site)\n"
        func run(_ text: String) throws -> Pushsh.Run {
            try Pushsh.run(
                ["--workspace", "w", "-c", text], in: place, variables: ["TD_API_KEY": Self.key])
        }
        #expect(try run("backup kept.tar\nlogin later\nflush\n" + upload).status == 0)
        let taken = try run("restore kept.tar\nlogin other\nflush\n" + upload)
        #expect(taken.status != 0)
        #expect(
            taken.stderr.contains("no longer has the last record that was uploaded"), "\(taken)")
        let anew = try run("network real\nupload mobile --to again --site \(site)\n")
        #expect(anew.status == 0, "\(anew)")
        #expect(server.end(SIGTERM).status == 0)
    }

    @Test func `what would reach Treasure Data is asked for, and a key is never shown`() throws {
        func run(_ text: String, _ key: String) throws -> Pushsh.Run {
            let run = try Pushsh.run(
                ["--workspace", "w", "-c", text], in: place, variables: ["TD_API_KEY": key])
            #expect(!run.stdout.contains(key) && !run.stderr.contains(key), "\(run)")
            return run
        }
        let asked = try run("network real\nupload mobile --site us", Self.key)
        #expect(asked.status == 1, "\(asked)")
        #expect(asked.stderr.contains("error: nothing was uploaded: this would send"), "\(asked)")
        #expect(asked.stderr.contains("to https://api.treasuredata.com with the key 1/cc…**"))
        #expect(asked.stdout == "", "a line that reads like an upload")
        let bad = try run("network real\n!no_key upload mobile --site us", "sekret-of-no-form")
        #expect(bad.status == 0, "\(bad)")
        let server = try ServedProcess(
            "serve --api 0 --key env:OTHER", ["--workspace", "other", "--real-time"], in: place,
            variables: ["OTHER": "1/" + String(repeating: "d", count: 40)])
        let site = "http://127.0.0.1:\(try #require(server.ports["api"]))"
        let refused = try run(
            "network real\n!remote_refused upload mobile --site \(site)", Self.key)
        #expect(refused.status == 0, "\(refused)")
        // This machine is not asked for over TLS either; a host that only begins like it is.
        let own = try run(
            "network real\nconfig tls.ca_file other/gateway-ca.pem\n!remote_refused upload mobile "
                + "--site \(site.replacing("http://127.0.0.1", with: "https://localhost"))",
            Self.key)
        #expect(own.status == 0, "\(own)")
        let foreign = try run(
            "network real\n!not_confirmed upload mobile --site https://localhost.example.com",
            Self.key)
        #expect(foreign.status == 0, "\(foreign)")
        #expect(server.end(SIGTERM).status == 0)
        for (name, bytes) in try place.contents() where name.hasPrefix("w/") {
            #expect(bytes.range(of: Data(Self.key.utf8)) == nil, "\(name)")
        }
    }
}
