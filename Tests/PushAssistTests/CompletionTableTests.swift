import PushAssist
import PushCommands
import PushLanguage
import PushModel
import PushPayload
import PushSimulation
import PushText
import Testing

/// Each position of a statement, with words that TAB must offer there and words that it must not.
struct CompletionTableTests {
    /// A phone with two notifications, a tablet, tables, a variable and two snapshots.
    struct Names: AssistSource {
        var world = World()
        let lastValue: JSON = ["cause": "permission-denied", "found": "x"]
        let variables = ["greeting"]
        let tables = [
            AssistTable(name: "events", columns: ["sequence", "uuid", "type", "state", "user_id"]),
            AssistTable(
                name: "mobile.push_events", columns: ["time", "type", "platform", "user_id"]),
        ]
        let snapshots = ["before", "ready"]
        let tags = [Proposal("@quick", "a tag in a.psh"), Proposal("@slow", "a tag in a.psh")]
        let functions = [
            Proposal("td_interval", "whether a time lies in a range"),
            Proposal("td_time_add", "a time and a duration"),
        ]

        init() throws {
            var step = Step()
            try world.reduce(
                .device(.add(name: "tablet", model: "iPad", os: "17.5")), into: &step)
            try world.reduce(.device(.use("phone")), into: &step)
            try world.reduce(.app(.launch), into: &step)
            try world.reduce(.login("cust-1"), into: &step)
            for id in ["n-1", "n-2"] {
                let payload = try Payload(
                    bytes: Array(#"{"aps": {"alert": "A"}, "campaign_id": "c-1"}"#.utf8))
                try world.reduce(
                    .receive(Push(payload: payload, byteCount: 40, id: id)), into: &step)
            }
            try world.reduce(.app(.set(key: "activities", value: "on")), into: &step)
            try world.reduce(
                .app(.set(key: "categories", value: "engage!+reply,plain")), into: &step)
            try world.reduce(.token(.subscribe(topic: "news")), into: &step)
            try world.reduce(
                .local(
                    .add(
                        LocalRequest(
                            id: "later", content: ["aps": ["alert": "L"]], milliseconds: 60_000))),
                into: &step)
            try world.reduce(
                .channel(.create(bundleID: nil, .newest, environment: "development")),
                into: &step)
            try world.reduce(
                .activity(.start(ActivityRequest("Order"))),
                into: &step)
            world.surroundings.senderCredentials = [
                SenderCredential(name: "ours", kind: .p8, path: "/k.p8", fingerprint: "00")
            ]
            world.surroundings.counters.upload = 3
            world.surroundings.now = .scriptStart
        }

        func paths(beginning typed: String) -> [Proposal] {
            [
                Proposal("p.json", "a file"), Proposal("my dir/", "a folder"),
                Proposal("my dir/one's.json", "a file"), Proposal("q\"u\\o${te}.json", "a file"),
            ].filter { $0.text.hasPrefix(typed) && $0.text != typed }
        }
    }

    /// A text, words that fit behind it, and words that do not.
    struct Row: Sendable, CustomTestStringConvertible {
        let text: String
        let offered: [String]
        let absent: [String]

        init(_ text: String, _ offered: [String], _ absent: [String] = []) {
            self.text = text
            self.offered = offered
            self.absent = absent
        }

        var testDescription: String { text }
    }

    @Test(arguments: rows) func `a position offers what fits there`(_ row: Row) throws {
        let found = Assist(try Names()).proposals(behind: row.text)
        let words = found.words.map(\.text)
        for word in row.offered {
            #expect(words.contains(word), "`\(row.text)` lacks `\(word)`: \(words.prefix(30))")
        }
        for word in row.absent {
            #expect(!words.contains(word), "`\(row.text)` offers `\(word)`")
        }
        #expect(words.count == Set(words).count, "`\(row.text)` offers a word twice")
        #expect(!found.words.contains { $0.meaning.isEmpty }, "a word without a meaning")
        #expect(found.start <= row.text.utf8.count)
    }

    @Test func `the table covers 150 positions`() { #expect(Self.rows.count >= 150) }

    @Test func `a word replaces what was typed of it`() throws {
        let assist = Assist(try Names())
        #expect(assist.proposals(behind: "app set nse.ke").start == 8)
        #expect(assist.proposals(behind: "query \"SELECT ty").start == 14)
        #expect(assist.proposals(behind: "try --also locked,fo").start == 18)
        #expect(!assist.proposals(behind: "stub ingest sta").endsWord)
    }

    @Test(arguments: [
        ("tap two", "'two words'"), ("tap 'two", "'two words'"), ("tap \"two", "\"two words\""),
        ("tap it", "'it''s'"), ("why it", "'it''s'"), ("tap '-N", "'-Nx1'"),
        ("tap \"#", "\"#4\""), ("expect shown contains two", "'two words'"),
    ])
    func `a name that would not be one word, or an option, is completed to one word`(
        text: String, word: String
    ) throws {
        var names = try Names()
        for id in ["two words", "it's", "-Nx1", "#4"] {
            var step = Step()
            let payload = try Payload(bytes: Array(#"{"aps": {"alert": "A"}}"#.utf8))
            try names.world.reduce(
                .receive(Push(payload: payload, byteCount: 24, id: id)), into: &step)
        }
        #expect(Assist(names).proposals(behind: text).words.map(\.text) == [word])
        let all = Assist(names).proposals(behind: "tap ").words.map(\.text)
        #expect(all.contains("'-Nx1'") && all.contains("'#4'"))
    }

    @Test(arguments: [
        ("login ${", 8), ("login a${gr", 9), ("open \"a b ${greeting", 12),
        ("receive {\"a\": \"${g", 17), ("let x = sql \"SELECT '${", 23),
        ("login don't${", 13), ("receive <<JSON\n{\"a\": \"${", 24),
    ])
    func `a variable's name is completed where it is expanded`(text: String, start: Int) throws {
        let found = Assist(try Names()).proposals(behind: text)
        #expect(found.start == start && !found.endsWord)
        #expect(found.words.map(\.text) == ["greeting}"])
    }

    @Test(arguments: [
        "login '${", "login $", "# ${", "login ${greeting}", "login \"${x y",
        "receive <<'JSON'\n${", "login ${gr-x", "app set 'a ''${",
    ])
    func `a variable's name is not completed where it is text`(text: String) throws {
        let found = Assist(try Names()).proposals(behind: text)
        #expect(!found.words.contains { $0.text == "greeting}" })
    }

    @Test func `names that earlier lines bind are in scope`() throws {
        let text = "let a = count shown\nfor n in 1..2\nend\nfor m in 1..2\n  login ${"
        let found = Assist(try Names()).proposals(behind: text)
        #expect(found.words.map(\.text) == ["greeting}", "a}", "m}"])
    }

    @Test(arguments: ["'", "\"", "<<", "${", "\\", "expect", "a 'b", "x \"${", "\u{FEFF}", "é "])
    func `half a statement is no trouble`(_ text: String) throws {
        let assist = Assist(try Names())
        for prefix in [text, "query " + text, "expect " + text, "let x = " + text] {
            #expect(assist.proposals(behind: prefix).start <= prefix.utf8.count)
        }
    }
}

extension CompletionTableTests {
    @Test func `help completes every code`() throws {
        let found = Assist(try Names()).proposals(behind: "help ").words.map(\.text)
        for code in ["already_handled", "unfinished_quote", "I-FCM002022", "workspace_full"] {
            #expect(found.contains(code))
        }
    }
}

extension CompletionTableTests {
    static let rows: [Row] = operandRows + languageRows + serviceRows

    private static let operandRows: [Row] = [
        Row(
            "", ["app", "status", "try", "undo", "expect", "let", "receive"],
            [".help", "app launch"]),
        Row("ap", ["app"], ["tap"]),
        Row(".", [".help", ".mode", ".schema"], ["app"]),
        Row("st", ["status", "stub"], ["tap"]),
        Row("@", ["@phone", "@tablet"], ["phone"]),
        Row("@t", ["@tablet"], ["@phone"]),
        Row("[", ["[tty]"], ["app"]),
        Row("!no_d", ["!no_device"], ["!not_installed"]),
        Row("!not_", ["!not_installed", "!not_running"]),
        Row("ex", ["expect", "exit"]),
        Row("re", ["receive", "redo", "repeat", "receipts"], ["tap"]),
        Row("? ta", ["tap", "table"]),
        Row("!no_device ta", ["tap"]),
        Row("@phone ta", ["tap"]),
        Row("[tty] clo", ["clock"]),
        Row("un", ["undo"]),
        Row("sn", ["snapshot"]),
        Row("wh", ["why", "whoami"]),
        Row("fu", ["funnel"]),
        Row("l", ["let", "lint", "links", "login", "logout"]),
        Row("app ", ["launch", "background", "set", "import", "install"], ["app launch"]),
        Row("app la", ["launch"], ["background"]),
        Row("device ", ["lock", "unlock", "online", "use", "focus"], ["launch"]),
        Row("device lo", ["lock", "low-power"]),
        Row("clock ", ["now", "set", "advance", "real"], ["list"]),
        Row("permission ", ["ask", "grant", "deny", "provisional"]),
        Row("snapshot ", ["save", "list", "go", "drop"]),
        Row("stub ", ["list", "clear", "ingest", "apns", "fcm", "https://"]),
        Row("token ", ["refresh", "fetch", "delete", "expire"]),
        Row("tokens ", ["audit"]),
        Row("database ", ["list", "create", "delete"]),
        Row("table ", ["create", "delete"], ["SELECT"]),
        Row("dismiss ", ["n-1", "n-2"], ["msg"]),
        Row("ncmb ", ["key"]), Row("ncmb key ", ["p.json"]),
        Row("device focus ", ["on", "off"]),
        Row("device mute ", ["on", "off"]),
        Row("device low-power ", ["on", "off"]),
        Row(
            "app set ", ["nse", "schemes", "will-present", "td.database", "categories"],
            ["launch"]),
        Row("app set nse", ["nse.key", "nse.delivery"]),
        Row("app set td.", ["td.database", "td.logging"], ["nse"]),
        Row("app set nse ", ["on", "off"], ["launch"]),
        Row("app set delegate ", ["on", "off"], ["launch"]),
        Row("app set background-mode ", ["on", "off"], ["launch"]),
        Row("app set td ", ["on", "off"], ["launch"]),
        Row("app set td.initialised ", ["on", "off"], ["launch"]),
        Row("app set td.logging ", ["on", "off"], ["launch"]),
        Row("app set link-handler ", ["on", "off"], ["launch"]),
        Row("app set firebase.apns-key ", ["on", "off"], ["launch"]),
        Row("app set entitlement.critical ", ["on", "off"], ["launch"]),
        Row("app set permission.at-launch ", ["on", "off"], ["launch"]),
        Row("app set nse.delivery ", ["on", "off"], ["launch"]),
        Row("app set delegate.did-receive ", ["on", "off"], ["launch"]),
        Row("app set nse.needs-all-keys ", ["on", "off"], ["launch"]),
        Row("app set nse o", ["on", "off"]),
        Row("app set nse.key ", ["none", "embedded", "env:", "file:"], ["on"]),
        Row("app set nse.cipher ", ["aes-gcm", "chacha20-poly1305"], ["on"]),
        Row("app set will-present ", ["banner", "list", "sound", "badge", "none"]),
        Row("app set aps-environment ", ["development", "production"]),
        Row("app set register ", ["granted", "launch", "never"]),
        Row("app set schemes ", ["none", "myapp"]),
        Row("app set td.database ", ["mobile"]),
        Row("app set td.table ", ["push_events"]),
        Row("app set nothing ", [], ["on", "off"]),
        Row("config ", ["td.sdk_profile", "td.dedup", "queue.limit", "td.write_key"], ["nse"]),
        Row("config td.sdk_profile ", ["ios-sdk-1.2", "guide"], ["on"]),
        Row("config td.dedup ", ["window", "exact"]),
        Row("config td.campaign_column ", ["campaign_id", "both"]),
        Row("config td.write_key ", ["env:", "file:"]),
        Row("config queue.limit ", ["1000"]),
        Row("config ncmb.user_json ", ["top", "data"]),
        Row("config workspace.durability ", ["process", "power"]),
        Row("database retention mobile ", ["30d", "1GB", "off", "now"]),
        Row(
            "receive --", ["--id", "--priority", "--type", "--collapse-id", "--ttl", "--verbatim"],
            ["--action"]),
        Row("receive --t", ["--type", "--ttl"], ["--id"]),
        Row("receive --type ", ["alert", "background", "voip"], ["--id"]),
        Row("receive --priority ", ["10", "5", "1"]),
        Row("receive --verbatim --", ["--id"], ["--verbatim"]),
        Row("receive p.json --id x --", ["--type"], ["--id"]),
        Row("tap --", ["--action", "--no-link"], ["--all"]),
        Row("dismiss --", ["--all"], ["--id"]),
        Row("lint --as ", ["apns", "fcm", "td", "ncmb"]),
        Row("lint --format ", ["text", "json"]),
        Row("try --also ", ["locked", "focus", "offline", "low-power"]),
        Row("try --also locked,", ["focus", "mute"], ["locked"]),
        Row("try --also locked,fo", ["focus"], ["mute"]),
        Row("try --format ", ["text", "json", "markdown", "html"]),
        Row("try --", ["--also", "--format"]),
        Row("flush --", ["--max", "--twice"]),
        Row("permission grant --time-sensitive ", ["on", "off"]),
        Row("permission grant --", ["--time-sensitive", "--alerts"]),
        Row("login x --hash ", ["sha256"]),
    ]

    private static let languageRows: [Row] = [
        Row("undo --", ["--force"]),
        Row("query --", ["--remote"]),
        Row("endpoint --", ["--postback"]),
        Row("tap ", ["n-1", "n-2"], ["on"]),
        Row("show ", ["n-1", "n-2"]),
        Row("open ", ["n-1", "myapp://", "https://"]),
        Row("open m", ["myapp://"]),
        Row(
            "why ",
            ["n-1", "delivery", "open", "dismiss", "link_open", "token", "banner", "image"]),
        Row("why de", ["delivery", "deeplink_open"], ["open"]),
        Row("device add x --model ", ["'iPhone 15'", "iPad"], ["17.5"]),
        Row("device add x --model iP", ["iPad"]),
        Row("device add x --os ", ["17.5"], ["iPad"]),
        Row("device use ", ["phone", "tablet"]),
        Row("endpoint ", ["embedded", "us", "tokyo", "eu"]),
        Row("network ", ["simulated", "real", "off"]),
        Row("clock advance ", ["5s", "1m", "1h", "1d"]),
        Row("clock set ", ["2026-01-01T00:00:00Z"]),
        Row("receipts ", ["1"]),
        Row("database delete ", ["mobile"], ["SELECT"]),
        Row("table delete ", ["mobile.push_events"], ["SELECT"]),
        Row("table create ", ["mobile."], ["SELECT"]),
        Row(".schema ", ["mobile.push_events", "events"], ["SELECT"]),
        Row("snapshot go ", ["before", "ready"]),
        Row("snapshot drop r", ["ready"], ["before"]),
        Row("app install --profile ", ["td", "ncmb", "minimal", "fcm-migration"]),
        Row(".mode ", ["table", "json", "csv", "markdown"]),
        Row(".timer ", ["on", "off"]),
        Row("device language ", ["en", "ja"]),
        Row("funnel ", ["c-1"]),
        Row("receive ", ["p.json", "<<JSON", "-"]),
        Row("receive p", ["p.json"], ["<<JSON"]), Row("receive 'p", ["'p.json'"]),
        Row("receive m", ["'my dir/"], ["my dir/"]),
        Row("receive 'my dir/", ["'my dir/one''s.json'"]),
        Row("receive \"my dir/o", ["\"my dir/one's.json\""]),
        Row("lint ", ["p.json"]),
        Row("try ", ["p.json", "<<JSON"]),
        Row("app import ", ["p.json"]),
        Row(".read ", ["p.json"]),
        Row("receive @", ["@p.json", "@'my dir/"]),
        Row("receive @\"my", ["@\"my dir/"]), Row("receive @'my dir/o", ["@'my dir/one''s.json'"]),
        Row("receive 'my dir/one''", ["'my dir/one''s.json'"]),
        Row("receive \"q", ["\"q\\\"u\\\\o\\${te}.json\""]),
        Row("receive \"q\\\"u", ["\"q\\\"u\\\\o\\${te}.json\""]),
        Row("receive \"\\u{70}", ["\"p.json\""]),
        Row(".mode \"ta", ["\"table\""]), Row(".mode 'ta", ["'table'"]),
        Row("receive --type=al", ["--type=alert"], ["--id"]),
        Row("receive --type=\"al", ["--type=\"alert\""]),
        Row("receive --to='ph", ["--to='phone'"]), Row("ncmb key @'p", ["@'p.json'"]),
        Row("expect \"us", [], ["user", "\"user\""]), Row("expect user \"con", [], ["contains"]),
        Row("login ", ["cust-1"]),
        Row(
            "stub ingest ", ["status=", "timeout", "reset", "drop-response", "receipts", "times="],
            ["reason="]),
        Row("stub ingest status=503 ", ["times=", "retry-after="], ["status="]),
        Row("stub ingest s", ["status="], ["timeout"]),
        Row("stub ingest status=", ["status=401", "status=503"], ["timeout", "status="]),
        Row("stub ingest status=50", ["status=500", "status=503"], ["status=401", "status="]),
        Row("stub ingest times=2 status=4", ["status=429"], ["status=503"]),
        Row("stub apns ", ["reason=Unregistered", "reason=BadDeviceToken", "token="], ["status="]),
        Row("stub apns reason=Un", ["reason=Unregistered"]),
        Row("stub apns reason=Unregistered ", ["times=", "token="], ["reason=BadTopic"]),
        Row("stub fcm ", ["error=UNREGISTERED", "error=UNAVAILABLE"], ["reason="]),
        Row("stub https://x/* ", ["status=", "size=", "delay=", "type=", "timeout"], ["reason="]),
        Row("stub https://x/* status=404 ", ["times=", "size="], ["status="]),
        Row(
            "help ",
            ["tap", "expect", "no_device", "nse.key", "td.dedup", "sql", "queue", "td_interval"],
            ["app launch"]),
        Row("help no_", ["no_device", "no_key"]),
        Row("help app ", ["launch", "set"]),
        Row("help td_", ["td_interval", "td_time_add"]),
        Row("help nse", ["nse.key"]),
        Row("help BadDev", ["BadDeviceToken"], ["tap"]),
        Row("help apns-", ["apns-priority", "apns-topic"]),
        Row("help aps.b", ["aps.badge"]),
        Row("help image-w", ["image-without-mutable-content"]),
        Row("help unreg", ["UNREGISTERED", "Unregistered"]),
        Row("help ex", ["expect"], ["tap"]),
        Row("help undo_", ["undo_blocked"]),
        Row(
            "expect ", ["queue", "shown", "output", "error.code", "sql", "events", "within", "$"],
            ["=="]),
        Row("expect qu", ["queue"], ["shown"]),
        Row("expect queue ", ["==", "!=", "not", "contains"], ["queue"]),
        Row("expect queue == ", ["0", "1"], ["=="]),
        Row("expect queue not ", ["==", "exists"], ["not"]),
        Row("expect error.code ", ["=="]),
        Row("expect error.code == ", ["no_device", "not_running"]),
        Row("expect error.code == not", ["not_installed"], ["no_device"]),
        Row("expect status == ", ["ok", "failed"]),
        Row("expect events contains ", ["delivery", "open"]),
        Row("expect event ", ["delivery", "token_register"], ["queue"]),
        Row("expect event delivery ", ["==", "exists"], ["delivery"]),
        Row("expect count ", ["events", "shown", "sql"], ["=="]),
        Row("expect count shown ", ["=="]),
        Row("expect within ", ["1s", "10s"]),
        Row("expect within 1s ", ["queue", "shown"], ["within"]),
        Row("expect shown contains ", ["n-1", "n-2"]),
        Row("expect var ", ["greeting"], ["queue"]),
        Row("expect $", ["$.cause", "$.found"]),
        Row("expect $.", ["$.cause", "$.found"]),
        Row("expect $.cause ", ["==", "!="]),
        Row("expect $.cause == ", ["permission-denied", "alerts-off"]),
        Row("expect $.broken == ", ["gateway", "queue"]),
        Row("expect queue exists ", [], ["=="]),
        Row("expect user == ", ["cust-1"]),
        Row("expect shown == n-1 ", [], ["=="]),
        Row("expect output m", [], ["exists"]),
        Row("expect output ", ["matches", "startsWith"]),
        Row("let ", ["greeting"], ["queue"]),
        Row("let x ", ["="]),
        Row("let x = ", ["queue", "sql", "shown"], ["=="]),
        Row("let x = event ", ["delivery"]),
        Row("for x ", ["in"]),
        Row("repeat ", ["2", "10", "100"]),
        Row("psh ", ["1"]),
        Row("include ", ["p.json"]),
        Row("include \"a.psh\" ", ["with", "as"]),
        Row("end ", [], ["app"]),
        Row("query ", ["\"SELECT ", "\"WITH "], ["FROM"]),
        Row("query \"", ["SELECT", "WITH"], ["FROM"]),
        Row("query \"SEL", ["SELECT"], ["FROM"]),
        Row("query \"sel", ["SELECT"]),
        Row(
            "query \"SELECT ", ["type", "platform", "count(*)", "td_interval", "DISTINCT"],
            ["FROM"]),
        Row("query \"SELECT ty", ["type"], ["platform"]),
        Row("query \"SELECT type ", ["FROM", "AS"], ["WHERE"]),
        Row("query \"SELECT type FROM ", ["mobile.push_events", "events"], ["WHERE"]),
        Row("query \"SELECT type FROM mob", ["mobile.push_events"], ["events"]),
        Row(
            "query \"SELECT type FROM mobile.push_events ", ["WHERE", "GROUP BY", "LIMIT"],
            ["FROM"]),
        Row(
            "query \"SELECT type FROM mobile.push_events WHERE ",
            ["type", "platform", "td_interval"],
            ["LIMIT"]),
        Row(
            "query \"SELECT type FROM mobile.push_events WHERE type ",
            ["=", "LIKE", "IN", "IS NULL"],
            ["type"]),
        Row(
            "query \"SELECT type FROM mobile.push_events WHERE type = ", ["'delivery'", "'open'"],
            ["LIMIT"]),
        Row("query \"SELECT type FROM mobile.push_events WHERE platform = ", ["'ios'"], ["'open'"]),
        Row(
            "query \"SELECT 1 FROM events WHERE type = 'open' ",
            ["AND", "GROUP BY", "ORDER BY", "LIMIT"]),
        Row("query \"SELECT 1 FROM events GROUP ", ["BY"], ["WHERE"]),
        Row("query \"SELECT 1 FROM events GROUP BY ", ["state", "uuid"], ["LIMIT"]),
        Row("query \"SELECT 1 FROM events ORDER BY state ", ["ASC", "DESC", "LIMIT"], ["WHERE"]),
        Row("query \"SELECT 1 FROM events LIMIT ", ["10", "20", "100"], ["BY"]),
        Row("query \"SELECT 1 FROM events WHERE state = ", ["'queued'", "'uploaded'"]),
        Row("query \"SELECT 1 FROM events WHERE user_id IS ", ["NULL", "NOT NULL"], ["LIMIT"]),
        Row("query \"SELECT state, ", ["type"]),
        Row("query \"SELECT count(", ["type"]),
        Row("expect sql \"SELECT type FROM ", ["mobile.push_events"], ["WHERE"]),
        Row("let x = sql \"SELECT ", ["type"]),
        Row("query 'SELECT ", ["type"], ["FROM"]),
        Row("receive <<JSON\n{", [], ["app", "tap"]),
        Row("# tap", [], ["tap"]),
        Row("app launch\nta", ["tap"], ["launch"]),
        Row("receive <<JSON\n{}\nJSON\nst", ["status"]),
        Row("whoami ", [], ["app"]),
        Row("test \"a", [], ["app"]),
        Row("test \"a\" ", ["@quick", "@slow"], ["app"]),
        Row("test \"a\" @s", ["@slow"], ["@quick", "@p.json"]),
        Row("test \"a\" @slow @", ["@quick"], ["@slow"]),
        Row("seed ", [], ["1"]),
        Row("app launch x y", [], ["on"]),
    ]
}
