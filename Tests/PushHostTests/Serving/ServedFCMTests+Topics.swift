import PushBackends
import PushCrypto
import PushGateways
import PushModel
import PushRuntime
import PushSimulation
import PushTestSupport
import PushText
import Testing

@testable import PushHost

/// MG-01: topics, by a registration's list and by the older API.
extension ServedFCMTests {
    private func topic(
        _ method: String, _ topic: String?, _ query: String = "", access: String?
    ) -> Asked {
        let path =
            "/v1/projects/\(project.projectID)/registrations/\(token)/topicSubscriptions"
            + (topic.map { "/" + $0 } ?? "") + query
        return Asked(
            .fcm, method, path, access.map { [("Authorization", "Bearer " + $0)] } ?? [])
    }

    @Test func `a parameter that the API does not have is refused`() throws {
        let access = try access()
        let (made, list) = (
            topic("POST", nil, "?topicName=news&foo=1", access: access),
            topic("GET", nil, "?pageSize=5&fields=name&page=2", access: access)
        )
        handle(made, list)
        #expect(made.status == 400 && made.text.contains(#"Unknown name \"foo\""#), "\(made.text)")
        #expect(list.status == 400 && list.text.contains(#"Unknown name \"page\""#))
    }

    @Test func `a body has the fields of a subscription and no others`() throws {
        let access = try access()
        for (body, status) in [
            (#"{"foo":1}"#, 400), ("[]", 400), ("{", 400), (#"{"topicName":"x"}"#, 200),
        ] {
            let asked = Asked(
                .fcm, "POST",
                "/v1/projects/\(project.projectID)/registrations/\(token)/topicSubscriptions"
                    + "?topicName=news",
                [("Authorization", "Bearer " + access)], body: body)
            handle(asked)
            #expect(asked.status == status, "\(body): \(asked.text)")
        }
    }

    @Test(arguments: ["1", "2", "2147483648", "9223372036854775807"])
    func `a page has any size, wherever it begins`(size: String) throws {
        let access = try access()
        let names = ["a", "b", "c"]
        for name in names { handle(topic("POST", nil, "?topicName=\(name)", access: access)) }
        var (found, token): ([String], String) = ([], "")
        for _ in names {
            let page = topic("GET", nil, "?pageSize=\(size)&pageToken=\(token)", access: access)
            handle(page)
            #expect(page.status == 200, "\(page.text)")
            let list = page.json?["topicSubscriptions"]?.arrayValue ?? []
            found += list.compactMap { $0["topicName"]?.stringValue }
            guard let next = page.json?["nextPageToken"]?.stringValue else { break }
            token = next
        }
        #expect(found == names)
        let second = Base64.url.text(Array("from 1".utf8), isPadded: false)
        let rest = topic("GET", nil, "?pageSize=\(size)&pageToken=\(second)", access: access)
        handle(rest)
        #expect(rest.json?["topicSubscriptions"]?.arrayValue?.first?["topicName"] == "b")
    }

    @Test func `a subscription is made, read, listed and ended`() throws {
        let access = try access()
        let made = topic("POST", nil, "?topicName=news", access: access)
        handle(made)
        #expect(made.status == 200, "\(made.text)")
        #expect(made.json?["topicName"] == "news")
        #expect(made.json?["createTime"]?.stringValue?.hasSuffix("Z") == true)
        let twice = topic("POST", nil, "?topic_name=news", access: access)
        handle(twice)
        #expect(twice.status == 409)
        let (read, list) = (
            topic("GET", "news", access: access), topic("GET", nil, access: access)
        )
        handle(read, list)
        #expect(read.json?["name"] == made.json?["name"])
        #expect(read.json?["createTime"] == made.json?["createTime"])
        #expect(
            list.json?["topicSubscriptions"]?.arrayValue?.map { $0["topicName"]?.stringValue }
                == ["news"])
        let push = send(
            #"{"message":{"topic":"news","notification":{"title":"Hi"}}}"#, access: access)
        handle(push)
        #expect(push.status == 200 && push.header("pushsh-event") != nil)
        let ended = topic("DELETE", "news", access: access)
        handle(ended)
        #expect(ended.status == 200 && ended.text == "{}")
        let gone = topic("GET", "news", access: access)
        handle(gone)
        #expect(gone.status == 404)
    }

    @Test func `a list of topics is given in pages, and no page that was not offered`() throws {
        let access = try access()
        for name in ["a", "b", "c"] {
            handle(topic("POST", nil, "?topicName=\(name)", access: access))
        }
        func names(_ asked: Asked) -> [String] {
            asked.json?["topicSubscriptions"]?.arrayValue?.compactMap {
                $0["topicName"]?.stringValue
            } ?? []
        }
        let first = topic("GET", nil, "?pageSize=2", access: access)
        handle(first)
        let next = try #require(first.json?["nextPageToken"]?.stringValue)
        let second = topic("GET", nil, "?page_size=2&page_token=\(next)", access: access)
        let whole = topic("GET", nil, "?pageSize=0&pageToken=", access: access)
        handle(second, whole)
        #expect(names(first) + names(second) == ["a", "b", "c"] && names(first).count == 2)
        #expect(second.json?["nextPageToken"] == nil)
        #expect(names(whole) == ["a", "b", "c"] && whole.json?["nextPageToken"] == nil)
        for query in ["?pageSize=-1", "?pageSize=x", "?pageToken=zzz"] {
            let asked = topic("GET", nil, query, access: access)
            handle(asked)
            #expect(asked.status == 400 && asked.text.contains("INVALID_ARGUMENT"), "\(query)")
        }
    }

    @Test func `what is missing may be allowed to be`() throws {
        let access = try access()
        let cases: [(Asked, Int)] = [
            (topic("DELETE", "news", access: access), 404),
            (topic("DELETE", "news", "?allow_missing=true", access: access), 200),
            (topic("DELETE", "news", "?allowMissing=maybe", access: access), 400),
            (topic("PATCH", "news", access: access), 404),
            (topic("PATCH", "news", "?allowMissing=true", access: access), 200),
            (topic("PATCH", "news", access: access), 200),
            (topic("DELETE", "news", access: access), 200),
        ]
        for (asked, status) in cases {
            handle(asked)
            #expect(asked.status == status, "\(asked.text)")
        }
    }

    @Test func `topics need a credential, a name and a registration`() throws {
        let access = try access()
        let none = topic("GET", nil, access: nil)
        let unnamed = topic("POST", nil, access: access)
        let odd = topic("POST", nil, "?topicName=no%20topic", access: access)
        let stranger = Asked(
            .fcm, "GET", "/v1/projects/\(project.projectID)/registrations/x/topicSubscriptions",
            [("Authorization", "Bearer " + access)])
        _ = host.takeLines()
        handle(none, unnamed, odd, stranger)
        #expect(host.lines.map { String($0.suffix(3)) } == ["401", "400", "400", "400"])
        #expect(none.status == 401 && unnamed.status == 400 && odd.status == 400)
        #expect(stranger.status == 400, "\(stranger.text)")
    }

    private func batch(_ verb: String, _ body: String, access: String?) -> Asked {
        Asked(
            .fcm, "POST", "/iid/v1:batch\(verb)",
            [("access_token_auth", "true")]
                + (access.map { [("Authorization", "Bearer " + $0)] } ?? []), body: body)
    }

    @Test func `the older API subscribes many at once, with a result for each`() throws {
        let access = try access()
        let body =
            #"{"to":"/topics/news","registration_tokens":["\#(token)","no token"]}"#
        let asked = batch("Add", body, access: access)
        handle(asked)
        #expect(asked.status == 200, "\(asked.text)")
        let results = asked.json?["results"]?.arrayValue
        #expect(results?.count == 2 && results?[0]["error"] == nil)
        #expect(results?[1]["error"]?.stringValue == "INVALID_ARGUMENT")
        #expect(host.lines.contains { $0.hasPrefix("warning the Instance ID API ends on") })
        let (list, removed) = (
            topic("GET", nil, access: access), batch("Remove", body, access: access)
        )
        handle(list)
        handle(removed)
        #expect(list.json?["topicSubscriptions"]?.arrayValue?.count == 1)
        #expect(removed.status == 200)
        let after = topic("GET", nil, access: access)
        handle(after)
        #expect(after.json?["topicSubscriptions"]?.arrayValue?.isEmpty != false)
    }

    @Test func `an installation has 2,000 topics at most, by either API`() throws {
        let access = try access()
        let app = try #require(host.world.app)
        let changes = (1...App.topicLimit).map { number in
            let change = TopicChange(
                topic: "t-\(number)", senderID: project.senderID, subscribes: true)
            return PushArrival(change, of: app.address)
        }
        _ = try host.arrive { (_, _) throws(Failure) in changes }
        func add(_ topic: String) -> Asked {
            let body = #"{"to":"/topics/\#(topic)","registration_tokens":["\#(token)"]}"#
            return batch("Add", body, access: access)
        }
        let (one, patch, old, known) = (
            topic("POST", nil, "?topicName=more", access: access),
            topic("PATCH", "more", "?allow_missing=true", access: access), add("more"), add("t-7")
        )
        handle(one, patch, old, known)
        for asked in [one, patch] {
            #expect(asked.status == 429 && asked.header("Retry-After") == nil, "\(asked.text)")
            #expect(asked.json?["error"]?["status"] == "RESOURCE_EXHAUSTED")
        }
        #expect(old.status == 200 && old.text == #"{"results":[{"error":"TOO_MANY_TOPICS"}]}"#)
        #expect(known.text == #"{"results":[{}]}"#)
        #expect(host.stage.run("topic subscribe more").failure?.code == .refused(.tooManyTopics))
        #expect(host.stage.run("topic subscribe t-7").failure == nil)
        let ended = topic("DELETE", "t-7", access: access)
        handle(ended)
        #expect(host.stage.run("topic subscribe more").failure == nil)
    }

    @Test func `the older API's requests are of the same 3,000 a second`() throws {
        let access = try access(to: project.projectID)
        let later = fcm.quotaInstant.advanced(by: 60_000)
        for _ in 0..<3000 { try fcm.quota.takeSubscription(of: project.projectID, at: later) }
        let body = #"{"to":"/topics/news","registration_tokens":["\#(token)"]}"#
        let one = Asked(
            .fcm, "POST", "/iid/v1/\(token)/rel/topics/news",
            [("access_token_auth", "true"), ("Authorization", "Bearer " + access)])
        for asked in [batch("Add", body, access: access), one] {
            handle(asked)
            #expect(asked.status == 429 && asked.text == #"{"error":"RESOURCE_EXHAUSTED"}"#)
            #expect(asked.header("Retry-After") != nil)
        }
        #expect(host.world.app?.tokens.subscriptions == [])
    }

    @Test func `the older API tells a token of another project from one that is deleted`() throws {
        let access = try access(to: "another-project")
        let body = #"{"to":"/topics/news","registration_tokens":["\#(token)"]}"#
        let single = Asked(
            .fcm, "POST", "/iid/v1/\(token)/rel/topics/news",
            [("access_token_auth", "true"), ("Authorization", "Bearer " + access)])
        let foreign = batch("Add", body, access: access)
        handle(foreign, single)
        #expect(foreign.status == 200)
        #expect(foreign.json?["results"] == [["error": "INVALID_ARGUMENT"]], "\(foreign.text)")
        #expect(single.status == 400 && single.json?["error"] == "INVALID_ARGUMENT")
        host.stage.run("app uninstall")
        let deleted = batch("Add", body, access: access)
        handle(deleted)
        #expect(deleted.json?["results"] == [["error": "NOT_FOUND"]], "\(deleted.text)")
    }

    @Test func `a recording has the subscriptions that a provider made and ended`() throws {
        let directory = try TemporaryDirectory()
        let host = ServedStage(try Stage(directory: directory.path))
        #expect(host.stage.run(".record start r.psh").failure == nil)
        #expect(host.stage.run("app launch").failure == nil)
        let app = try #require(host.world.app)
        let sender = try #require(app.settings.firebase?.senderID)
        for (name, subscribes) in [("news", true), ("sale", true), ("news", false)] {
            let change = TopicChange(topic: name, senderID: sender, subscribes: subscribes)
            _ = try host.arrive { (_, _) throws(Failure) in
                [PushArrival(change, of: app.address)]
            }
        }
        #expect(host.stage.run(".record stop").notes.isEmpty)
        let script = try directory.text("r.psh")
        let options = "--by-provider --bundle com.example.myapp --sender \(sender)"
        for call in ["subscribe news", "subscribe sale", "unsubscribe news"] {
            #expect(script.contains("\ntopic \(call) \(options)\n| "), "\(script)")
        }
        let replayed = ServedStage(try Stage())
        for line in script.split(separator: "\n") where line.hasPrefix("topic ") {
            if replayed.world.app?.tokens.published == nil { replayed.stage.run("app launch") }
            #expect(replayed.stage.run(String(line)).failure == nil)
        }
        #expect(replayed.world.app?.tokens.subscriptions.map(\.topic) == ["sale"])
    }

    @Test(arguments: [
        "", "{}", #"{"to":"news","registration_tokens":["x"]}"#,
        #"{"to":"/topics/news","registration_tokens":[]}"#,
        #"{"to":"/topics/no topic","registration_tokens":["x"]}"#,
        #"{"to":"/topics/news"}"#,
    ])
    func `a batch that names no topic or nobody is refused`(body: String) throws {
        let asked = batch("Add", body, access: try access())
        handle(asked)
        #expect(asked.status == 400 && asked.json?["error"] == "INVALID_ARGUMENT")
    }

    @Test func `a batch without a credential is refused, a store that fails is an answer`() throws {
        let access = try access()
        let body = #"{"to":"/topics/news","registration_tokens":["\#(token)"]}"#
        let none = batch("Add", body, access: nil)
        handle(none)
        #expect(none.status == 401)
        // Finding the registration fails first, so that nothing is found.
        host.obstacle = Failure(outside: .workspaceFull, "the disk is full")
        let full = topic("POST", nil, "?topicName=news", access: access)
        handle(full)
        #expect(full.status == 503)
    }
}
