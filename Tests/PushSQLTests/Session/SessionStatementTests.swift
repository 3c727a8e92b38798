import PushSQL
import Testing

/// Statements about a client's session (issue 14, part 3).
struct SessionStatementTests {
    @Test(arguments: [
        ("SELECT 1", SessionStatement.query), ("describe output", .query), ("", .query),
        (
            "PREPARE Mine FROM SELECT ? FROM t",
            .prepare(name: "mine", text: "SELECT ? FROM t")
        ),
        (
            "EXECUTE mine USING 1, f('a,b'), ARRAY[1, 2]",
            .execute(name: "mine", arguments: ["1", "f('a,b')", "ARRAY[1, 2]"])
        ),
        (
            "EXECUTE IMMEDIATE 'SELECT ''x'', ?' USING DATE '2020-01-01'",
            .executeImmediate(text: "SELECT 'x', ?", arguments: ["DATE '2020-01-01'"])
        ),
        ("DEALLOCATE PREPARE mine", .deallocate(name: "mine")),
        ("DESCRIBE OUTPUT mine", .describe(name: "mine", isInput: false)),
        ("DESCRIBE INPUT mine", .describe(name: "mine", isInput: true)),
        ("USE \"td-presto\".Mobile", .use(catalog: "td-presto", schema: "mobile")),
        ("USE mobile", .use(catalog: nil, schema: "mobile")),
        (
            "SET SESSION a_b = 'x'",
            .setSession(
                name: "a_b", value: SessionValue(text: "x", shown: "'x'", type: .varchar(1)))
        ),
        (
            "SET SESSION n = 12",
            .setSession(name: "n", value: SessionValue(text: "12", shown: "12", type: .integer))
        ),
        ("RESET SESSION n", .resetSession(name: "n")),
        ("SHOW SESSION", .showSession(like: nil)),
        ("SET TIME ZONE 'Asia/Tokyo'", .setTimeZone("Asia/Tokyo")),
        ("SET TIME ZONE LOCAL", .setTimeZone(nil)),
        ("SET TIME ZONE INTERVAL '9' HOUR", .setTimeZone("+09:00")),
        ("SET TIME ZONE INTERVAL -'03:30' HOUR TO MINUTE", .setTimeZone("-03:30")),
        ("RESET SESSION authorization.x", .resetSession(name: "authorization.x")),
        ("START TRANSACTION", .startTransaction(.readUncommitted, isReadOnly: false)),
        ("START TRANSACTION READ ONLY", .startTransaction(.readUncommitted, isReadOnly: true)),
        (
            "start transaction read write, isolation level repeatable read",
            .startTransaction(.repeatableRead, isReadOnly: false)
        ),
        (
            "START TRANSACTION ISOLATION LEVEL READ COMMITTED, READ ONLY",
            .startTransaction(.readCommitted, isReadOnly: true)
        ),
        ("COMMIT WORK", .commit), ("COMMIT", .commit), ("ROLLBACK", .rollback),
    ])
    func `statements are told apart`(text: String, wanted: SessionStatement) throws {
        #expect(try SessionStatement(text) == wanted)
    }

    @Test(arguments: [
        ("PREPARE a FROM SELEC 1", "line 1:16: "), ("EXECUTE IMMEDIATE x", "line 1:19: "),
        ("USE a.b.c", "line 1:10: "), ("DEALLOCATE a", "line 1:12: "),
        ("ROLLBACK;", "line 1:9: mismatched input ';'. Expecting: "),
        ("PREPARE a FROM SELECT 1;", "line 1:24: mismatched input ';'. Expecting: "),
        ("START TRANSACTION READ", "line 1:23: "), ("COMMIT now", "line 1:8: "),
        ("START TRANSACTION READ ONLY,", "line 1:29: "),
        ("START TRANSACTION READ ONLY, READ WRITE", "line 1:1: Multiple transaction read modes"),
    ])
    func `what is wrong is told with its place`(text: String, start: String) {
        #expect {
            _ = try SessionStatement(text)
        } throws: { error in
            guard let error = error as? TrinoError else { return false }
            return error.code == .syntaxError && error.text.hasPrefix(start)
        }
    }

    @Test func `SHOW SESSION takes a pattern with an escape`() throws {
        guard
            case .showSession(let like?) = try SessionStatement(
                #"SHOW SESSION LIKE 'query\_%' ESCAPE '\'"#)
        else { return #expect(Bool(false)) }
        #expect(like.matches("query_max_run_time") && !like.matches("queryXmax"))
    }

    @Test(arguments: [
        (
            "SET SESSION AUTHORIZATION bob",
            "NOT_SUPPORTED: line 1:13: SESSION AUTHORIZATION is not supported"
        ),
        (
            "RESET SESSION AUTHORIZATION",
            "NOT_SUPPORTED: line 1:15: SESSION AUTHORIZATION is not supported"
        ),
        (
            "SET TIME ZONE INTERVAL '90' SECOND",
            "INVALID_LITERAL: Invalid time zone offset interval: interval contains seconds"
        ),
        ("SET TIME ZONE INTERVAL '15' HOUR", "GENERIC_USER_ERROR: Invalid offset minutes 900"),
        (
            "SET TIME ZONE INTERVAL '1' MONTH",
            "INVALID_LITERAL: line 1:15: '1' is not a valid INTERVAL literal"
        ),
        (
            "SET TIME ZONE concat('Asia/', 'Tokyo')",
            "NOT_SUPPORTED: line 1:15: SET TIME ZONE to an expression is not supported"
        ),
        (
            #"SHOW SESSION LIKE 'a\b' ESCAPE '\'"#,
            "INVALID_FUNCTION_ARGUMENT: line 1:19: Escape character must be followed by '%', '_' "
                + "or the escape character itself"
        ),
        (
            "SHOW SESSION LIKE 'a' ESCAPE 'xy'",
            "INVALID_FUNCTION_ARGUMENT: line 1:19: Escape string must be a single character"
        ),
    ])
    func `what is legal and not supported is no error of syntax`(text: String, answer: String) {
        let error = #expect(throws: TrinoError.self) { try SessionStatement(text) }
        #expect(error.map { "\($0.code.rawValue): \($0.text)" } == answer)
    }

    @Test func `values take the places of parameters, outside of texts and comments`() throws {
        let bound = try BoundStatement(
            "SELECT ?, '?' -- ?\nFROM t WHERE a = ? OFFSET ? LIMIT ?",
            arguments: ["1 + 1", "'x'", "2", "3"])
        #expect(
            bound.text == "SELECT (1 + 1), '?' -- ?\nFROM t WHERE a = ('x') OFFSET 2 LIMIT 3")
    }

    @Test func `errors have the places of the statement as it was written`() throws {
        let bound = try BoundStatement("SELECT ?, bad\nFROM ?", arguments: ["100", "x"])
        // In the text with the value: SELECT (100), bad
        #expect(bound.place(line: 1, column: 15) == (1, 11))
        #expect(bound.place(line: 1, column: 9) == (1, 8))
        #expect(bound.place(line: 2, column: 6) == (2, 6))
    }

    @Test(arguments: [(0, "found 0"), (2, "found 2")])
    func `as many values are wanted as there are parameters`(count: Int, words: String) {
        #expect {
            _ = try BoundStatement("SELECT ?", arguments: Array(repeating: "1", count: count))
        } throws: { error in
            (error as? TrinoError)?.message
                == "Incorrect number of parameters: expected 1 but \(words)"
        }
    }
}
