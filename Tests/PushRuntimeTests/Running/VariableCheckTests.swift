import Testing

@testable import PushRuntime

/// Variables that nothing sets are found before anything runs.
struct VariableCheckTests {
    /// What the loader finds in a script that starts with some variables.
    private func refusals(
        _ text: String, known: Set<String>? = [], files: [String: String] = [:]
    ) -> [String] {
        var loader = ScriptLoader(variables: known) { path throws(Failure) in
            guard let text = files[path] else {
                throw Failure(outside: .fileNotFound, "no `\(path)`")
            }
            return Array(text.utf8)
        }
        _ = loader.load(Array(text.utf8), path: "v.psh")
        return loader.diagnostics.map { $0.message + ($0.hint.map { "; " + $0 } ?? "") }
    }

    static let unknown = "unknown variable `nope`"

    @Test(arguments: [
        "login ${nope}", "login \"a ${nope}\"", "receive <<JSON\n  {\"a\": \"${nope}\"}\n  JSON",
        "test \"a ${nope}\"\nend", "test \"a\"\n  login ${nope}\nend",
        "for x in a ${nope}\n  clock\nend", "expect user == ${nope}",
        "expect user == [a, ${nope}]", "expect var nope == 1", "expect count var nope not exists",
        "let a = var nope", "expect sql \"SELECT ${nope}\" == 1",
        "expect count sql \"SELECT ${nope}\" == 1", "let a = sql \"SELECT ${nope}\"",
        "let a = \"${nope}\"", "include \"i.psh\" with a=${nope}", "[tty] login ${nope}",
    ])
    func `a use of what nothing sets is found, wherever it stands`(script: String) {
        #expect(refusals("clock\n" + script, files: ["i.psh": "login ${a}"]) == [Self.unknown])
    }

    @Test(arguments: [
        "let nope = user\nlogin ${nope}", "for nope in a b\n  login ${nope}\nend",
        "login ${nope}\nlet nope = user", "login '${nope}'",
        "receive <<'JSON'\n  {\"a\": \"${nope}\"}\n  JSON", "! login ${nope}", "? login ${nope}",
        "include \"i.psh\" as n\nlogin ${n.nope}", "include \"i.psh\" with nope=7",
        ".read later.psh\nlogin ${nope}", ".read later.psh\nexpect var nope exists",
        "include \"i.psh\" as n\nexpect var n.nope exists",
        "expect var nope empty\nlet nope = user",
        "test \"a\"\n  let nope = user\nend\nlogin ${nope}",
    ])
    func `what a script may set is left to the run`(script: String) {
        let text = script.contains("nope=7") ? "login ${nope}" : "let nope = user"
        #expect(refusals(script, files: ["i.psh": text]) == [])
    }

    @Test(arguments: [
        (
            "event open $.usr_id not exists",
            "no event has a field `usr_id`; did you mean `user_id`?"
        ),
        (
            "count event delivery $.mesage_id empty",
            "no event has a field `mesage_id`; did you mean `message_id`?"
        ),
        (
            "event open $.nonsense empty",
            "no event has a field `nonsense`; fields are `type`, `campaign_id`, `td_campaign_id`, "
                + "`message_id`, `platform`, `user_id` or 4 more"
        ),
    ])
    func `a field that no event has is found`(expectation: String, message: String) {
        #expect(refusals("expect \(expectation)") == [message])
        #expect(refusals("expect event open $.td_campaign_id not exists") == [])
    }

    @Test(arguments: [
        ("error.code != no_notifcation", "there is no failure `no_notifcation`"),
        ("error.code == \"taped\"", "there is no failure `taped`"),
        ("status not == fail", "there is no status `fail`"),
    ])
    func `a word that could only differ is found`(expectation: String, message: String) {
        let found = refusals("? tap\nexpect \(expectation)")
        #expect(found.count == 1 && found[0].hasPrefix(message), "\(found)")
    }

    @Test(arguments: [
        "error.code == no_notification", "error.code != null", "error.code contains no_",
        "status == ok", "status matches /fai/", "error.code == ${outside}",
    ])
    func `a word that may be met is not`(expectation: String) {
        #expect(refusals("? tap\nexpect \(expectation)", known: ["outside"]) == [])
    }

    @Test(arguments: [
        "callbacks not contains applicationDidEnterBackgroud", "callbacks != [onsuccess]",
        "callbacks contains didBecomeActive",
    ])
    func `a method is looked up before the run`(expectation: String) {
        let found = refusals("expect \(expectation)")
        #expect(found.count == 1 && found.first?.hasPrefix("nothing calls `") == true)
    }

    @Test(arguments: [
        "callbacks not contains applicationDidEnterBackground", "callbacks empty",
        "callbacks == ['onSuccess', ${outside}]", "count callbacks == 3",
        "callbacks not matches /Backgroud/",
    ])
    func `a method that may be called is known`(expectation: String) {
        #expect(refusals("expect \(expectation)", known: ["outside"]) == [])
    }

    @Test func `a number is not compared with a text to differ from it`() {
        for query in ["queue != １", "badge not == none", "count events != 'many'"] {
            #expect(refusals("expect \(query)").first?.hasPrefix("a number is never `") == true)
        }
        for query in ["queue != 1", "badge != ${outside}", "queue == none", "badge != null"] {
            #expect(refusals("expect \(query)", known: ["outside"]) == [])
        }
    }

    @Test func `variables from outside are known, and suggested`() {
        #expect(refusals("login ${1}", known: ["1"]) == [])
        #expect(
            refusals("login ${customer}", known: ["custome", "1"])
                == ["unknown variable `customer`; did you mean `${custome}`?"])
        #expect(refusals("login ${nope}", known: nil) == [])
    }

    @Test func `an included file sees its parameters and nothing else`() {
        let found = refusals(
            "let nope = user\ninclude \"i.psh\"", known: ["1"], files: ["i.psh": "login ${nope}"])
        let hint = "an included file sees only its parameters: `include \"i.psh\" with name=value`"
        #expect(found == [Self.unknown + "; " + hint])
    }

    @Test(arguments: [
        ("expect event nope exists", "nope"), ("expect count event opne exists", "opne"),
        ("let a = event click", "click"), ("expect events not contains opne", "opne"),
        ("expect events != [open, opne]", "opne"),
        ("expect within 5s events == 'clicks'", "clicks"),
    ])
    func `an event's type is looked up before the run`(script: String, type: String) {
        let found = refusals(script)
        #expect(found.count == 1)
        #expect(found.first?.hasPrefix("there is no event type `\(type)`; ") == true)
        #expect(found.first?.contains("did you mean `open`?") == (type == "opne"))
        let right = "expect events not contains open\nexpect events == [open, ${1}]"
        #expect(refusals(right, known: ["1"]) == [])
    }
}
