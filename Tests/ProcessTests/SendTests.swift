import Foundation
import PushTestSupport
import Testing

/// `send` against `serve --apns` and `--fcm` of another process (KD-06, TD-01).
@Suite(.serialized, .enabled(if: SenderStage.python != nil, "skipped: PyPI cannot be reached"))
struct SendTests {
    let stage: SendStage

    init() throws { stage = try SendStage() }

    private static let unknown = String(repeating: "0", count: 64)
    private static let alert = #"{"aps":{"alert":"Sale"}}"#

    @Test func `a push reaches the phone, and why tells both ends`() throws {
        let server = try stage.stage.serve()
        let run = try stage.send(
            """
            credential test demo APNS
            credential test firebase FCM
            send {"aps": {"alert": "Sale"}, "message_id": "s-1"} --to \(stage.token("phone")) APNS
            why s-1
            send {"aps": {"alert": "Sale"}, "message_id": "s-2"} \
            --to \(stage.registration("phone")) FCM
            send {"aps": {"alert": "x"}} --to \(stage.registration("phone")) FCM --dry-run
            expect $[0].verdict == right
            send {"aps": {"alert": "x"}} --to \(stage.token("phone")) APNS --dry-run

            """, to: server)
        #expect(run.status == 0, "\(run)")
        #expect(run.lines.contains("ok      demo: api.sandbox.push.apple.com accepts it"))
        #expect(
            run.lines.contains("ok      firebase: the token endpoint gives an access token for it"))
        #expect(run.stdout.contains("ok      gateway             accepted by `127.0.0.1:"))
        #expect(run.stdout.contains("(apns-id "))
        #expect(run.stdout.contains("; Delivery Log key "))
        #expect(run.stdout.contains("Apple was not contacted, since APNs has no dry run"))
        let rows = try stage.stage.run(
            "query \"SELECT id, state FROM notifications WHERE id LIKE 's-%' ORDER BY id\"\n")
        #expect(rows.lines == ["id,state", "s-1,shown", "s-2,shown"])
        #expect(try stage.stage.run("why s-1\n").stdout.contains("APNs delivered it"))
    }

    @Test func `why begins at the gateway for a push that the network refused`() throws {
        let server = try stage.stage.serve()
        let send = "send {\"aps\":{\"alert\":\"Sale\"},\"message_id\":\"r-1\"}"
        let id = "8D2C9C1E-6C6E-4B6F-9A53-2F6E1C1D0A01"
        let run = try stage.send(
            """
            ? \(send) --to \(Self.unknown) --id \(id) APNS
            why \(id)
            why r-1

            """, to: server)
        let table = try #require(run.lines.first { $0.contains("BadDeviceToken") }, "\(run)")
        #expect(table.contains(id), "\(run)")
        let found = "` in the place of Apple answered BadDeviceToken (400)"
        #expect(run.lines.count { $0.hasPrefix("broken") && $0.contains(": gateway: `") } == 2)
        #expect(run.stdout.contains(found), "\(run)")
        #expect(run.stdout.contains("the token belongs to the other environment"), "\(run)")
        #expect(!run.stdout.contains(Self.unknown), "\(run)")
    }

    @Test func `a port that is not APNs is named as such`() throws {
        let server = try stage.stage.serve()
        let run = try stage.send(
            "send \(Self.alert) --to \(stage.token("phone")) FCM --via apns\n", to: server)
        #expect(run.status == 3, "\(run)")
        #expect(run.stderr.contains("answers HTTP 4"), "\(run)")
        #expect(run.stderr.contains(", and not as APNs does"), "\(run)")
    }

    @Test func `a dry run empties the lists of an earlier run, since nobody answered`() throws {
        let server = try stage.stage.serve()
        for file in ["failed.txt", "dead.txt"] {
            try stage.place.write("\(Self.unknown)\n", to: file)
        }
        let run = try stage.send(
            "send \(Self.alert) --to \(stage.token("phone")) APNS --dry-run --failed failed.txt "
                + "--dead dead.txt\n", to: server)
        #expect(run.status == 0, "\(run)")
        #expect(try stage.place.text("failed.txt").isEmpty)
        #expect(try stage.place.text("dead.txt").isEmpty)
    }

    /// Only the table and the summary say who has got the push.
    @Test(arguments: ["csv", "jsonl"]) func `what a signal ended is told whole`(
        mode: String
    ) throws {
        let server = try stage.stage.serve()
        let list = Array(repeating: stage.token("phone"), count: 300).joined(separator: "\n")
        try stage.place.write(list + "\n", to: "list.txt")
        let send = "send \(Self.alert) --to @list.txt APNS --yes --rate 20/s --failed failed.txt"
        let text = send.replacing(
            " APNS", with: " --host 127.0.0.1:\(server.ports["apns"] ?? 0) --ca w/gateway-ca.pem")
        try stage.place.write(SendStage.credentials + text + "\n", to: "s.psh")
        let run = try Pushsh.bash(
            """
            trap - INT
            set -m
            "$PUSHSH" --mode \(mode) --real-time -f s.psh >told.txt 2>&1 &
            run=$!
            query='query "SELECT count(*) FROM notifications"'
            until "$PUSHSH" --workspace w --mode csv -c "$query" | grep -q '^[1-9]'; do
                kill -0 $run || break
            done
            kill -INT $run
            wait $run
            echo "status $?"
            """, in: stage.place)
        #expect(run.lines == ["status 130"], "\(run)")
        let told = try stage.place.text("told.txt")
        let failed = try stage.place.text("failed.txt").split(separator: "\n").count
        #expect((1..<300).contains(failed), "\(told)")
        #expect(told.ranges(of: "Interrupted").count == failed, "\(told.suffix(400))")
        #expect(told.ranges(of: stage.token("phone").prefix(8)).count >= 300)
    }

    @Test func `each refusal has its reason, its verdict and its exit status`() throws {
        let server = try stage.stage.serve()
        let phone = stage.token("phone")
        let big = String(repeating: "x", count: 4096)
        let cases: [(String, Int32, String)] = [
            ("\(Self.alert) --to \(phone)", 0, "200 sent"),
            ("\(Self.alert) --to \(stage.token("tablet"))", 1, "410 Unregistered dead"),
            ("\(Self.alert) --to \(Self.unknown)", 1, "400 BadDeviceToken fix"),
            ("\(Self.alert) --to \(phone) --topic com.other", 1, "400 DeviceTokenNotForTopic fix"),
            (
                #"{"aps":{"alert":"\#(big)"}} --force --to \#(phone)"#, 1, "413 PayloadTooLarge fix"
            ),
            (
                "\(Self.alert) --type background --priority 10 --force --to \(phone)", 1,
                "400 BadPriority fix"
            ),
            ("\(Self.alert) --as other --to \(phone)", 3, "403 InvalidProviderToken fix"),
            (
                "\(Self.alert) --as prod --sandbox --to \(phone)", 3,
                "403 BadEnvironmentKeyInToken fix"
            ),
        ]
        for (words, status, wanted) in cases {
            let isOther = words.contains("--as")
            let found = try stage.answers(
                """
                credential add other --p8 keys/AuthKey_PUSHSH0001.p8 --team ABCDE12345 \
                --topic com.example.myapp
                credential add prod --p8 production/AuthKey_PUSHSH0002.p8 --team PUSHSHTEAM \
                --topic com.example.myapp
                send \(words) \(isOther ? "" : "--as demo") APNS
                """, to: server)
            let answer = try #require(found.answers.first, "\(words): \(found.stderr)")
            let text = ["status", "reason", "verdict"].compactMap { key in
                answer[key].flatMap { $0 is NSNull ? nil : "\($0)" }
            }.joined(separator: " ")
            #expect(text == wanted && found.status == status, "\(words): \(found)")
        }
    }

    @Test func `FCM's refusals have their codes, and a topic its subscribers`() throws {
        let server = try stage.stage.serve()
        let cases = [
            (stage.registration("phone"), "200 sent"),
            (stage.registration("tablet"), "404 UNREGISTERED dead"),
            (stage.registration("other"), "403 SENDER_ID_MISMATCH fix"),
            ("topic:nobody", "200 sent"),
        ]
        for (target, wanted) in cases {
            let yes = target.hasPrefix("topic") ? "--yes" : ""
            let found = try stage.answers(
                "send \(Self.alert) --to \(target) FCM \(yes)", to: server)
            let answer = try #require(found.answers.first, "\(found.stderr)")
            let text = ["status", "reason", "verdict"].compactMap { key in
                answer[key].flatMap { $0 is NSNull ? nil : "\($0)" }
            }.joined(separator: " ")
            #expect(text == wanted, "\(found)")
        }
    }

    @Test func `10,000 targets go over one connection, and the dead are listed`() throws {
        let server = try stage.stage.serve()
        var list = Array(repeating: stage.token("phone"), count: 10_000)
        list.insert(stage.token("tablet"), at: 5000)
        try stage.place.write(list.joined(separator: "\n"), to: "list.txt")
        let run = try stage.send(
            "send \(Self.alert) --to @list.txt APNS --yes --dead dead.txt --failed failed.txt\n",
            to: server, timeout: 300)
        #expect(run.status == 1, "\(run)")
        #expect(run.lines.last == "send    10000 sent, 1 dead")
        #expect(try stage.place.text("dead.txt") == stage.token("tablet") + "\n")
        #expect(try stage.place.text("failed.txt").isEmpty)
        #expect(try stage.stage.arrivals() == 10_000)
    }

    @Test func `a list brings payloads of its own, also on standard input`() throws {
        let server = try stage.stage.serve()
        let phone = stage.token("phone")
        try stage.place.write(
            """
            \(phone)\t{"aps":{"alert":"a"},"message_id":"l-1"}
            {"to":"\(phone)","payload":{"aps":{"alert":"b"},"message_id":"l-2"}}
            \(phone)

            """, to: "list.txt")
        let run = try stage.send(
            #"send {"aps":{"alert":"c"},"message_id":"l-3"} --to @list.txt APNS --yes"# + "\n",
            to: server)
        #expect(run.status == 0, "\(run)")
        try stage.place.write(
            (SendStage.credentials + "send --to - APNS --yes\n").replacing(
                "APNS",
                with: "--host 127.0.0.1:\(server.ports["apns"] ?? 0) --ca w/gateway-ca.pem"),
            to: "piped.psh")
        let piped = try Pushsh.run(
            ["-f", "piped.psh"],
            input: Array("\(phone)\t{\"aps\":{\"alert\":\"d\"},\"message_id\":\"l-4\"}\n".utf8),
            in: stage.place)
        #expect(piped.status == 0, "\(piped)")
        let rows = try stage.stage.run("query \"SELECT id FROM notifications ORDER BY id\"\n")
        #expect(rows.lines == ["id", "l-1", "l-2", "l-3", "l-4"])
        try stage.place.write("\(phone)\n\(phone)\tnonsense\n", to: "wrong.txt")
        let wrong = try stage.send("send --to @wrong.txt APNS --yes\n", to: server)
        #expect(wrong.status == 2, "\(wrong)")
    }

    @Test func `malformed lines are named, and passed over only where that is wanted`() throws {
        let server = try stage.stage.serve()
        let phone = stage.token("phone")
        try stage.place.write(
            """
            # the list of Monday
            \(phone)
            hello
            \(phone)\t{"aps":{"alert":5}}
            topic:news
            {"to":"\(phone)","payload":{"aps":{"alert":"b"},"message_id":"m-2"}}
            {"to":7}

            """, to: "list.txt")
        let send = #"send {"aps":{"alert":"c"},"message_id":"m-1"} --to @list.txt APNS --yes"#
        let refused = try stage.send(send + "\n", to: server)
        #expect(refused.status == 2, "\(refused)")
        let found = refused.stdout
        for place in ["3:1", "4:66", "5:1", "7:1"] {
            #expect(found.contains("list.txt:\(place): error: "), "\(place): \(refused)")
        }
        #expect(found.contains("\nhello\n^^^^^\n"), "\(refused)")
        #expect(
            refused.stderr.contains("4 of 6 lines of `list.txt` are malformed, and nothing was"),
            "\(refused)")
        #expect(try stage.stage.arrivals() == 0)
        let sent = try stage.send(
            send + " --skip-malformed --failed failed.txt --dead dead.txt\n", to: server)
        #expect(sent.status == 1, "\(sent)")
        #expect(sent.lines.last == "send    2 sent, 4 fix", "\(sent)")
        #expect(sent.stderr.contains("list.txt:3: found `hello`, wanted a token"), "\(sent)")
        #expect(try stage.stage.arrivals() == 2)
        #expect(try stage.place.text("failed.txt").isEmpty)
        #expect(try stage.place.text("dead.txt").isEmpty)
        let whole = try stage.answers(send + " --skip-malformed", to: server)
        let lines = whole.answers.compactMap { $0["line"] as? Int }
        #expect(lines == [3, 4, 5, 7])
        #expect(whole.answers.count { $0["verdict"] as? String == "sent" } == 2)
    }

    @Test func `a payload that only the embedded gateway refuses is skipped`() throws {
        let server = try stage.stage.serve()
        let phone = stage.registration("phone")
        // `lint` does not read this header.
        let wrong =
            #"{"to":"\#(phone)","payload":{"message":{"apns":{"headers":{"apns-id":"x"}}}}}"#
        let right = #"{"to":"\#(phone)","payload":{"message":{"data":{"message_id":"m-1"}}}}"#
        try stage.place.write([wrong, right, wrong].joined(separator: "\n") + "\n", to: "list.txt")
        let send = "send --to @list.txt FCM --yes"
        let refused = try stage.send(send + "\n", to: server)
        #expect(refused.status == 2, "\(refused)")
        let would = "FCM would answer INVALID_ARGUMENT (400): found `x`: `apns-id` is not a UUID"
        #expect(refused.stderr.contains("error: list.txt:1: " + would), "\(refused)")
        #expect(try stage.stage.arrivals() == 0)
        let sent = try stage.send(send + " --skip-malformed\n", to: server)
        #expect(sent.status == 1, "\(sent)")
        #expect(sent.lines.last == "send    1 sent, 2 fix", "\(sent)")
        for place in ["1:1", "3:1"] {
            #expect(sent.stdout.contains("list.txt:\(place): warning: \(would)"), "\(sent)")
        }
        #expect(sent.stderr.contains("3 targets: 1 sent, 2 fix"), "\(sent)")
        #expect(try stage.stage.arrivals() == 1)
        let whole = try stage.answers(send + " --skip-malformed", to: server)
        let skipped = whole.answers.filter { $0["line"] != nil }
        #expect(skipped.compactMap { $0["line"] as? Int } == [1, 3], "\(whole)")
        #expect(skipped.allSatisfy { $0["verdict"] as? String == "fix" }, "\(whole)")
        #expect(skipped.allSatisfy { $0["reason"] as? String == "INVALID_ARGUMENT" })
        // Where nobody is left, nothing is sent.
        try stage.place.write(wrong + "\n", to: "list.txt")
        let none = try stage.send(send + " --skip-malformed\n", to: server)
        #expect(none.status == 2 && none.stderr.contains(would), "\(none)")
    }

    @Test func `Retry-After is waited for, and GOAWAY and a reset are survived`() throws {
        let server = try stage.stage.serve(
            """
            stub apns reason=TooManyRequests retry-after=1 times=1
            stub apns goaway times=1
            stub apns reset times=1

            """)
        let phone = stage.token("phone")
        let start = Date()
        let first = try stage.answers("send \(Self.alert) --to \(phone) APNS", to: server)
        #expect(first.status == 0 && first.answers.first?["attempts"] as? Int == 2, "\(first)")
        #expect(Date().timeIntervalSince(start) >= 1)
        let list = Array(repeating: phone, count: 50).joined(separator: "\n")
        try stage.place.write(list, to: "l.txt")
        // One answer is lost with its stream: it may have arrived, and is not sent again.
        let rest = try stage.answers(
            "send \(Self.alert) --to @l.txt APNS --yes --failed again.txt", to: server)
        #expect(rest.answers.count { $0["verdict"] as? String == "sent" } == 49, "\(rest)")
        #expect(rest.answers.count { $0["verdict"] as? String == "retry" } == 1, "\(rest)")
        #expect(try stage.place.text("again.txt") == phone + "\n")
        #expect(try stage.stage.arrivals() == 50)
    }

    @Test func `a request may take as long as network_timeout says`() throws {
        let server = try stage.stage.serve("stub apns timeout\nstub fcm timeout\n")
        let sends = [
            "send \(Self.alert) --to \(stage.token("phone")) APNS",
            "send \(Self.alert) --to \(stage.registration("phone")) FCM",
        ]
        for send in sends {
            let start = Date()
            let found = try stage.answers("config network.timeout 2\n" + send, to: server)
            #expect(found.answers.first?["reason"] as? String == "time-out", "\(found)")
            #expect(found.answers.first?["verdict"] as? String == "retry")
            #expect((1.5...15).contains(Date().timeIntervalSince(start)))
        }
    }

    @Test func `a token that is dead among living ones is to be forgotten`() throws {
        let server = try stage.stage.serve()
        let foreign = String(repeating: "ab", count: 32)
        try stage.place.write("\(stage.token("phone"))\n\(foreign)\n", to: "l.txt")
        let run = try stage.send("send \(Self.alert) --to @l.txt APNS --yes\n", to: server)
        #expect(run.status == 1 && run.stdout.contains("1 sent, 1 dead"), "\(run)")
        #expect(run.stderr.contains("hint: BadDeviceToken: forget the token"), "\(run)")
        // Alone, it may as well be of the other environment.
        let alone = try stage.send("send \(Self.alert) --to \(foreign) APNS\n", to: server)
        #expect(alone.stderr.contains("the token belongs to the other environment"), "\(alone)")
    }

    @Test func `a wrong key ends a list after three, and nothing else is asked`() throws {
        let server = try stage.stage.serve()
        try stage.place.write(
            Array(repeating: stage.token("phone"), count: 100).joined(separator: "\n"),
            to: "l.txt")
        let run = try stage.answers(
            """
            credential add other --p8 keys/AuthKey_PUSHSH0001.p8 --team ABCDE12345 \
            --topic com.example.myapp
            send \(Self.alert) --as other --to @l.txt APNS --yes --failed again.txt
            """, to: server)
        #expect(run.status == 3)
        #expect(run.answers.count { $0["status"] as? Int == 403 } == 3)
        #expect(run.answers.count { $0["reason"] as? String == "NotSent" } == 97)
        #expect(run.stderr.contains("APNs answers InvalidProviderToken (403) to whoever sends"))
        #expect(try stage.place.text("again.txt").split(separator: "\n").count == 100)
    }

    @Test func `what is refused before the wire has status 2, the wire's own failure 3`() throws {
        let server = try stage.stage.serve()
        let phone = stage.token("phone")
        let unsent = [
            #"send {"aps": {"alert": 5}} --to \#(phone) APNS"#,
            "send \(Self.alert) --to \(phone) --topic com.example.myapp --as nobody APNS",
            "send \(Self.alert) --to \(phone) APNS --id 1",
            "send \(Self.alert) APNS",
        ]
        for statement in unsent {
            let run = try stage.send(statement + "\n", to: server)
            #expect(run.status == 2, "\(statement): \(run)")
        }
        let key = stage.place.path + "/keys/AuthKey_PUSHSH0001.p8"
        let sender = ["--workspace", "s", "-f", "-"]
        #expect(try stage.send("", to: server, sender).status == 0)
        #expect(chmod(key, 0o644) == 0)
        let port = server.ports["apns"] ?? 0
        let statement = "send \(Self.alert) --to \(phone) --host 127.0.0.1:\(port)\n"
        let open = try Pushsh.run(sender, input: Array(statement.utf8), in: stage.place)
        #expect(open.status == 2 && open.stderr.contains("others can read"), "\(open)")
        #expect(chmod(key, 0o600) == 0)
        let guarded = try stage.send(
            "send \(Self.alert) --to \(phone) --production APNS\n", to: server)
        #expect(guarded.status == 2 && guarded.stderr.contains("this reaches production"))
        try stage.place.write("\(phone)\n\(phone)\n", to: "two.txt")
        let two = try stage.send("send \(Self.alert) --to @two.txt APNS\n", to: server)
        #expect(two.status == 2 && two.stderr.contains("this may reach many devices"), "\(two)")
        #expect(server.end(SIGTERM).status == 0)
        let gone = try stage.send("send \(Self.alert) --to \(phone) APNS --retry 0\n", to: server)
        #expect(gone.status == 3 && gone.stderr.contains("no answer"), "\(gone)")
        let untrusted = try stage.stage.serve()
        let run = try stage.send(
            "send \(Self.alert) --to \(phone) --host 127.0.0.1:\(untrusted.ports["apns"] ?? 0)\n",
            to: untrusted)
        #expect(run.status == 3 && run.stdout.contains("no trusted authority signed"), "\(run)")
        #expect(try stage.stage.arrivals() == 0)
    }
}
