import Testing

@testable import PushRuntime

/// The changes to a script, and that a run under one of them does what it says.
struct MutationTests {
    static let script = """
        psh 1
        setup
          app launch
        end
        app install
        for n in 1..2
          test "t ${n}"
            login u${n}
            !no_notification tap
            queue
            | a line
            expect user == u${n}  # unnoticed: two users
            # unnoticed: for the sake of it
            logout
            let x = queue
            [network:simulated] logout
          end
        end
        """

    private static func changes() throws -> [Mutation] {
        var loader = ScriptLoader { _ throws(Failure) in throw Failure(outside: .fileNotFound, "") }
        let read = loader.load(Array(script.utf8), path: "m.psh")
        let loaded = try #require(read)
        return Mutation.all(of: loaded)
    }

    @Test func `statements are left out and expectations turned round, those that check not`()
        throws
    {
        let found = try Self.changes().map { "\($0.line) \($0.change.rawValue) \($0.text)" }
        #expect(
            found == [
                "3 deletion app launch", "5 deletion app install", "8 deletion login u${n}",
                "12 negation expect user == u${n}", "14 deletion logout",
                "15 deletion let x = queue",
                "16 deletion logout",
            ])
    }

    @Test func `a comment behind a statement or above it explains why nothing notices it`() throws {
        let found = try Self.changes().map(\.explanation)
        #expect(found == [nil, nil, nil, "two users", "for the sake of it", nil, nil])
    }

    @Test func `a sign within a word begins no comment`() throws {
        var loader = ScriptLoader { _ throws(Failure) in throw Failure(outside: .fileNotFound, "") }
        let text = "open https://example.com/#top # unnoticed: it only opens\n"
        let read = loader.load(Array(text.utf8), path: "m.psh")
        let loaded = try #require(read)
        #expect(Mutation.all(of: loaded).map(\.explanation) == ["it only opens"])
    }

    @Test func `a change inside a test is about this test, in every round of its loops`() throws {
        let changes = try Self.changes()
        #expect(changes.map { $0.test != nil } == [false, false, true, true, true, true, true])
        for change in changes {
            let text = Self.script.replacing("| a line", with: "|...") + "\ntest \"other\"\nend\n"
            let trial = try ScriptTrial(text) { $0.mutation = change }
            let wanted = change.test == nil ? 3 : 2
            #expect(trial.results.count == wanted, "\(change.text)")
        }
    }

    @Test func `what is left out does not run, and what is turned round must not hold`() throws {
        let text = """
            test "t"
              app launch
              login a
              expect user == a
              login b
              expect user != c
            end
            """
        var loader = ScriptLoader { _ throws(Failure) in throw Failure(outside: .fileNotFound, "") }
        let read = loader.load(Array(text.utf8), path: "trial.psh")
        let loaded = try #require(read)
        let results = try Mutation.all(of: loaded).map { change in
            try ScriptTrial(text) { $0.mutation = change }
        }
        #expect(
            results.map(\.results) == [
                ["failed t"], ["failed t"], ["failed t"], ["passed t"], ["failed t"],
            ])
        #expect(
            results.map(\.failures) == [
                ["3: `com.example.myapp` is not running"], ["4: the expectation does not hold"],
                ["4: the negated expectation does not hold"], [],
                ["6: the negated expectation does not hold"],
            ])
    }

    @Test func `what a guard holds back runs under its change`() throws {
        let text = """
            test "t"
              app launch
              [tty] login a
              [tty] expect user == a
              [tty] expect user not exists
              [!tty] expect user not exists
              expect user not exists
            end
            """
        var loader = ScriptLoader { _ throws(Failure) in throw Failure(outside: .fileNotFound, "") }
        let read = loader.load(Array(text.utf8), path: "trial.psh")
        let loaded = try #require(read)
        let verdict = Mutation.all(of: loaded).first { $0.isGuarded }?.verdict
        #expect(verdict == "every test passes with the guards of `login a` turned around")
        let failures = try Mutation.all(of: loaded).map { change in
            try ScriptTrial(text) { $0.mutation = change }.failures
        }
        let opposite = "the negated expectation does not hold"
        #expect(
            failures == [
                [], ["6: the expectation does not hold"], ["4: the expectation does not hold"], [],
                ["6: \(opposite)"], ["7: \(opposite)"],
            ])
    }
}
