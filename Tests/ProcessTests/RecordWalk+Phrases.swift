/// The phrases of random sessions, by subject; `%word%` is a choice of `RecordWalk.words`.
extension RecordWalk {
    /// The subjects; one that is named twice is drawn twice as often.
    static let tables = [
        pushes, pushes, pushes, answers, answers, app, app, settings, device, network, uploads,
        tokens, time, local, activities, questions, judging, shell, language, back, warehouse,
        reading, gateways,
    ]

    static let pushes = [
        """
        receive <<JSON%options%
          {"td_campaign_id": "cmp-1", "message_id": "%new%", "title": "%title%", "body": "B",
           "link": "%link%", "image_url": "https://cdn.example.com/b.png"}
          JSON
        """,
        """
        receive <<'X'%options%
        {"aps": {"alert": {"title": "%title%", "body": "${x}"}, "badge": 3, "sound": "default",
         "category": "chat", "mutable-content": 1}, "message_id": "%new%"}
        X
        """,
        #"receive%options% {"message": {"topic": "news", "notification": {"title": "%title%"}, "#
            + #""data": {"message_id": "%new%"}}}"#,
        #"receive%options% {"aps": {"content-available": 1}, "message_id": "%new%"}"#,
        #"receive {"aps": {"alert": "%title%", "category": "chat"}, "message_id": "%new%"}"#,
        #"%on%receive {"title": "%title%", "body": "data"}"#,
        #"receive {"aps": {"alert": {"title-loc-key": "SALE", "title-loc-args": ["x"]}}}"#,
        #"receive {"message": "%title%", "richUrl": "https://example.com/s", "target": ["ios"]}"#,
        "receive {}", #"receive {"aps": 5}"#,
        #"try {"aps": {"alert": "%title%"}, "message_id": "t"} --also locked"#,
    ]

    static let answers = [
        "%on%tap", "tap %id%", "tap %id% --no-link", "tap %id% --action reply --text 'On my way'",
        "tap --action delete", "dismiss %id%", "%on%dismiss --all", "open %id%", "open %link%",
        "show %id%", "notifications", "links", "funnel", "funnel cmp-1",
    ]

    static let app = [
        "%on%app launch", "app launch", "app background", "app foreground", "app kill",
        "app force-quit", "app restart-device", "app reinstall", "app clear-data", "app uninstall",
        "app install --profile ncmb", "app install --profile minimal --bundle com.example.second",
        "app launch com.example.second", "app update --version 1.1", "app show",
    ]

    static let settings = [
        "app set nse %switch%", "app set delegate %switch%", "app set schemes none",
        "app set td.upload-every 15", "app set categories chat+reply:text+delete,engage!",
        "app set will-present banner,sound", "app set lifecycle scene", "app set swizzling off",
        "app set td.write-key master", "app set nse.milliseconds 31000", "app set nse.key embedded",
        "app set background-mode %switch%", "app set fid-mode on", "app set token.at-launch off",
        "config td.sdk_profile ios-sdk-1.2", "config queue.limit 2", "config td.dedup exact",
        "config td.campaign_column both", "config network.timeout 3", "config", "status",
    ]

    static let device = [
        "device lock", "device unlock", "%on%device offline", "%on%device online", "device list",
        "%on%device add tablet --os 17.0", "device use %device%", "device restore second",
        "device focus %switch%", "device mute %switch%", "device low-power %switch%",
        "device summary 08:00 18:00", "device summary off", "device language ja",
        "device background-refresh %switch%", "device previews never", "device reinstall-os",
        "permission grant", "permission deny", "permission provisional", "permission ask",
        "permission switch banners %switch%", "permission switch badges %switch%",
    ]

    static let network = [
        "stub ingest status=%code%%times%", "stub ingest timeout%times%", "stub clear",
        "stub ingest drop-response times=1", "stub ingest delay=5s%times%", "stub list",
        "stub ingest receipts fail=1,2 error=InternalError times=1",
        "stub ingest status=503 times=2 retry-after=30",
        "stub ingest status=200 file=@page.html times=1",
        "stub 'https://cdn.example.com/*' status=404%times%",
        "stub 'https://cdn.example.com/*' file=@image.png", "network off", "network simulated",
        "endpoint tokyo", "endpoint http://127.0.0.1:9", "endpoint embedded", "endpoint",
    ]

    static let uploads = [
        "flush", "flush --max 1", "flush --twice", "queue", "uploads", "receipts 1", "receipts 2",
        "upload mobile --dry-run", "query 'SELECT count(*) FROM push_events'",
    ]

    static let tokens = [
        "%on%login %user%", "%on%logout", "whoami", "users", "login %user% --hash sha256", "token",
        "token refresh", "token delete", "token expire", "token register", "token history",
        "tokens audit", "tokens export", "topic subscribe news", "topic unsubscribe news", "topics",
        "installation", "encrypt 'a b'",
    ]

    static let time = [
        "clock advance %time%", "clock advance %time%", "clock", "seed 42",
        "clock set 2030-01-01T00:00:00Z", "clock set 2020-01-01T00:00:00Z", "token refresh",
    ]

    static let local = [
        "local add --in %time% --id %new% --title 'Your cart' --link %link%",
        "local add --in %time% --body Later --repeat", "local remove %id%", "local list",
        "local add --in %time% --badge 3 --sound coin.caf", "local remove --all",
    ]

    static let activities = [
        "app set activities on\nactivity start BusAttributes --state '{\"stops\": 3}'",
        "activity start BusAttributes --state '{\"stops\": 3}' --stale 15m", "activity list",
        "activity update --state '{\"stops\": 1}'", "activity end --dismiss 15m", "activity tokens",
        "channel create\nlet chan = $.channel\nactivity start BusAttributes --channel ${chan}",
        #"receive {"aps": {"event": "update", "timestamp": 1767225600, "content-state": {}}}"#,
    ]

    static let questions = [
        "query 'SELECT type, state FROM device.events ORDER BY seq'",
        "query 'SELECT * FROM device.%table%'", "query 'SELECT now() AS t, current_date AS d'",
        "query 'SELECT type, user_id FROM mobile.push_events ORDER BY time, type, uuid'",
        "query 'SELECT random() AS r, uuid() AS u'", "query 'SELECT x FROM nowhere'",
        "query 'SELECT ''[TIME] [..]'' AS t, '' lead'' AS a, ''| bar'' AS b, chr(27) AS c'",
        "query --dialect sqlite 'SELECT ''Push'' LIKE ''push'' AS same'", "query 'SELEC 1'",
        "query 'SELECT td_time_format(time, ''yyyy-MM-dd'', ''JST'') FROM push_events LIMIT 2'",
        "tables", ".schema mobile.push_events", "database list",
    ]

    static let judging = [
        "why", "why %id%", "why banner", "why no tap", "why image", "why upload", "why token",
        "why msg-77", "doctor", "status", "help tap", "help no_token",
        #"lint {"aps": {"alert": "%title%", "badge": "3", "mutableContent": true}}"#,
        #"lint --fix {"aps": {"alert": "Sale", "badge": "3"}}"#,
    ]

    static let shell = [
        ".mode %mode%", ".output o.txt\nwhoami\n.output", ".mode", ".read old.psh",
        ".read missing.psh", ".read reads.psh", "? .output none/o.txt",
    ]

    static let language = [
        "let a = token\nexpect token == ${a}", "let b = \"it's x\"\nlogin ${b}",
        "let n = sql \"SELECT count(*) FROM device.events\"\nexpect queue <= ${n}",
        "for u in a 'b c' 山\n  ? login ${u}\n  expect user == ${u}\nend",
        "for i in 1..3\n  receive {\"aps\": {\"alert\": \"n ${i}\"}, \"n\": ${i}}\nend",
        "repeat 2\n  ? tap\n  token refresh\nend", "[profile:td] login ann", "[tty] login bob",
        "include inner.psh with who=ann as s\nlogin ${s.result}", "@tablet app launch",
        "expect queue >= 0", "expect count shown >= 0", "expect within 5m queue >= 0",
        "? tap nosuch\nexpect error.code == no_notification", "whoami   # a comment",
        "? login cust-${undefined}\nexpect status == failed", "expect events contains open",
        "let w = \"x y\"\n? device language ${w}\nexpect error.message exists", "expect $ exists",
    ]

    static let back = [
        "undo", "undo", "undo 2", "redo", "snapshot save a", "snapshot go a",
        "snapshot save b", "snapshot go b", "snapshot list", "snapshot drop a",
    ]

    static let warehouse = [
        "database create shop\ntable create shop.push_events\napp set td.database shop",
        "database retention mobile 30d", "database retention mobile now", "database delete shop",
        "table create mobile.test_events", "table delete mobile.push_events", "flush",
    ]

    static let reading = [
        "receive %file%%options%", "receive %fault%", "lint %file%", "lint %fault%", "try %file%",
        "lint --fix %file%", "app import app.plist", "app import bad.json",
        "app strings ja ja.strings", "app update --firebase app.plist", "backup kept.tar --force",
        "restore kept.tar",
        "restore push.json", "config tls.ca_file missing.pem", "ncmb key bad.json",
        "export 'SELECT 1 AS one' %new%.csv", "export mobile.push_events %new%.jsonl --gzip",
        "login @push.json", "login @image.png", "repair",
    ]

    static let gateways = [
        #"send {"aps": {"alert": "%title%"}, "message_id": "%new%"} --to %device%"#,
        #"send {"aps": {"alert": "A"}, "message_id": "%new%"} --to phone --as nobody"#,
        #"send {"title": "D", "message_id": "%new%"} --to topic:news --via fcm"#,
        #"send {"aps": {"alert": "A"}} --to phone --dry-run"#,
        "stub apns reason=Unregistered%times%", "stub apns timeout times=1", "stub apns delay=5s",
        "stub fcm error=UNAVAILABLE%times%", "stub clear", "credential list",
    ]

    /// Questions about the whole state.
    static let probes = [
        "status", "why", "doctor", "notifications", "queue", "uploads", "token", "token history",
        "device list", "users", "local list", "activity list", "topics", "stub list", "app show",
        "database list", "clock", "query 'SELECT * FROM device.events'",
        "query 'SELECT * FROM mobile.push_events ORDER BY time, uuid'", "token refresh",
        "clock advance 2h",
    ]
}
