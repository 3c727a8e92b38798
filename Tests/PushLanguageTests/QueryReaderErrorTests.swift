import Testing

@Suite struct QueryReaderErrorTests {
    @Test(arguments: ErrorCase.read(QueryReaderErrorTests.cases))
    func `a wrong expect or let is drawn with its place`(_ wrong: ErrorCase) {
        #expect(wrong.drawn == wrong.expected + "\n")
    }

    static let cases = #"""
        expect $ unordered == [{"n":2},{"n":1}]
        =>
        t.psh:1:24: error: a value is a word, a number or a list, not an object
        expect $ unordered == [{"n":2},{"n":1}]
                               ^
        hint: put JSON into a here-document: `== <<JSON`
        %%
        expect $ == {"n":2}
        =>
        t.psh:1:13: error: a value is a word, a number or a list, not an object
        expect $ == {"n":2}
                    ^
        hint: put JSON into a here-document: `== <<JSON`
        %%
        let
        =>
        t.psh:1:1: error: `let` needs a variable's name
        let
        ^^^
        hint: write `let name = QUERY`
        %%
        let x
        =>
        t.psh:1:5: error: `=` must follow the variable's name
        let x
            ^
        %%
        let x queue
        =>
        t.psh:1:7: error: `=` must follow the variable's name
        let x queue
              ^^^^^
        %%
        let a.b = queue
        =>
        t.psh:1:5: error: a name consists of the letters a to z, digits, `_` and `-`, not `a.b`
        let a.b = queue
            ^^^
        %%
        let x=queue
        =>
        t.psh:1:5: error: a name consists of the letters a to z, digits, `_` and `-`, not `x=queue`
        let x=queue
            ^^^^^^^
        hint: there are blanks around `=`: `let name = QUERY`
        %%
        let x =
        =>
        t.psh:1:7: error: a query is missing after `=`
        let x =
              ^
        hint: write `$.path`, `sql`, `events`, `event`, `queue`, `output` or 11 more
        %%
        let x = queue y
        =>
        t.psh:1:15: error: unexpected text after the query
        let x = queue y
                      ^
        %%
        let x = 5
        =>
        t.psh:1:9: error: unknown query `5`
        let x = 5
                ^
        hint: put text in quotes, as in `let name = "text"`
        %%
        let x = qeue
        =>
        t.psh:1:9: error: unknown query `qeue`
        let x = qeue
                ^^^^
        hint: did you mean `queue`?
        %%
        expect
        =>
        t.psh:1:1: error: a query is missing after `expect`
        expect
        ^^^^^^
        hint: write `$.path`, `sql`, `events`, `event`, `queue`, `output` or 11 more
        %%
        expect within
        =>
        t.psh:1:8: error: `within` needs a duration
        expect within
               ^^^^^^
        hint: write a duration such as `5s` or `1h30m`
        %%
        expect within soon queue == 1
        =>
        t.psh:1:15: error: `within` needs a duration, not `soon`
        expect within soon queue == 1
                      ^^^^
        hint: write a duration such as `5s` or `1h30m`
        %%
        expect within 5s
        =>
        t.psh:1:8: error: a query is missing after `within 5s`
        expect within 5s
               ^^^^^^^^^
        hint: write `$.path`, `sql`, `events`, `event`, `queue`, `output` or 11 more
        %%
        expect queue
        =>
        t.psh:1:13: error: a predicate is missing here
        expect queue
                    ^
        hint: write one of == != < <= > >= contains startsWith endsWith matches exists empty
        %%
        expect qeue == 0
        =>
        t.psh:1:8: error: unknown query `qeue`
        expect qeue == 0
               ^^^^
        hint: did you mean `queue`?
        %%
        expect "x" == 0
        =>
        t.psh:1:8: error: unknown query `"x"`
        expect "x" == 0
               ^^^
        hint: write `$.path`, `sql`, `events`, `event`, `queue`, `output` or 11 more
        %%
        expect queue = 0
        =>
        t.psh:1:14: error: unknown predicate `=`
        expect queue = 0
                     ^
        hint: did you mean `==`?
        %%
        expect queue within 5s == 0
        =>
        t.psh:1:14: error: `within` must come before the query
        expect queue within 5s == 0
                     ^^^^^^
        hint: write `expect within 5s …`
        %%
        expect withn 5s queue == 0
        =>
        t.psh:1:8: error: unknown query `withn`
        expect withn 5s queue == 0
               ^^^^^
        hint: did you mean `within`?
        %%
        expect queue ＝＝ 0
        =>
        t.psh:1:14: error: unknown predicate `＝＝`
        expect queue ＝＝ 0
                     ^^^^
        hint: did you mean `==`?
        %%
        expect $["last"] exists
        =>
        t.psh:1:9: error: an index is a whole number in brackets
        expect $["last"] exists
                ^
        hint: a key stands behind a dot: `$.key` or `$."a key"`
        %%
        expect $[*].x exists
        =>
        t.psh:1:9: error: an index is a whole number in brackets
        expect $[*].x exists
                ^
        hint: a path leads to one value; `sql` asks for several rows
        %%
        expect .last exists
        =>
        t.psh:1:8: error: unknown query `.last`
        expect .last exists
               ^^^^^
        hint: a path begins with `$`: `$.last`
        %%
        expect queue <> 0
        =>
        t.psh:1:14: error: unknown predicate `<>`
        expect queue <> 0
                     ^^
        hint: did you mean `!=`?
        %%
        expect queue => 0
        =>
        t.psh:1:14: error: unknown predicate `=>`
        expect queue => 0
                     ^^
        hint: did you mean `>=`?
        %%
        expect events delivery == 1
        =>
        t.psh:1:15: error: unknown predicate `delivery`
        expect events delivery == 1
                      ^^^^^^^^
        hint: `events` is the list of all types: `expect events contains open`
        %%
        expect queue is 0
        =>
        t.psh:1:14: error: unknown predicate `is`
        expect queue is 0
                     ^^
        hint: write one of == != < <= > >= contains startsWith endsWith matches exists empty
        %%
        expect queue ==
        =>
        t.psh:1:14: error: `==` needs a value
        expect queue ==
                     ^^
        %%
        expect queue == 1 2
        =>
        t.psh:1:19: error: unexpected text after the value
        expect queue == 1 2
                          ^
        hint: put a value that contains blanks in quotes
        %%
        expect queue exists 1
        =>
        t.psh:1:21: error: `exists` takes no value
        expect queue exists 1
                            ^
        %%
        expect not queue == 1
        =>
        t.psh:1:8: error: `not` must come before the predicate
        expect not queue == 1
               ^^^
        %%
        expect events == [a b]
        =>
        t.psh:1:21: error: a comma is missing before this value
        expect events == [a b]
                            ^
        hint: put a value that contains blanks in quotes
        %%
        expect events == [a, b
        =>
        t.psh:1:18: error: this list has no closing bracket
        expect events == [a, b
                         ^
        %%
        expect events == [, a]
        =>
        t.psh:1:19: error: a value is missing before the comma
        expect events == [, a]
                          ^
        %%
        expect events == [a, ]
        =>
        t.psh:1:20: error: a value is missing behind the comma
        expect events == [a, ]
                           ^
        %%
        expect events == [a,, a]
        =>
        t.psh:1:21: error: a value is missing before the comma
        expect events == [a,, a]
                            ^
        %%
        expect events == [] ]
        =>
        t.psh:1:21: error: unexpected text after the value
        expect events == [] ]
                            ^
        hint: put a value that contains blanks in quotes
        %%
        expect events == [a] unordered
        =>
        t.psh:1:22: error: `unordered` must come before the predicate
        expect events == [a] unordered
                             ^^^^^^^^^
        %%
        expect events unordered contains a
        =>
        t.psh:1:25: error: `unordered` only goes before `==` or `!=`
        expect events unordered contains a
                                ^^^^^^^^
        %%
        expect output matches foo
        =>
        t.psh:1:23: error: `matches` needs a pattern between slashes
        expect output matches foo
                              ^^^
        hint: write `matches /text/`
        %%
        expect output matches /foo
        =>
        t.psh:1:23: error: this pattern has no closing slash
        expect output matches /foo
                              ^
        %%
        expect output matches /foo/x
        =>
        t.psh:1:28: error: only `i` may follow a pattern
        expect output matches /foo/x
                                   ^
        hint: write a slash inside the pattern as `\/`
        %%
        expect $.a..b exists
        =>
        t.psh:1:11: error: a key is missing after the dot
        expect $.a..b exists
                  ^
        hint: quote a key that is not a plain word: `$."a key"`
        %%
        expect $.a[x] exists
        =>
        t.psh:1:11: error: an index is a whole number in brackets
        expect $.a[x] exists
                  ^
        hint: a key stands behind a dot: `$.key` or `$."a key"`
        %%
        expect $a exists
        =>
        t.psh:1:9: error: a path continues with `.key` or `[0]`
        expect $a exists
                ^
        %%
        expect $."x exists
        =>
        t.psh:1:10: error: the quote of this key is never closed
        expect $."x exists
                 ^
        %%
        expect count count events == 1
        =>
        t.psh:1:14: error: a count cannot be counted
        expect count count events == 1
                     ^^^^^
        %%
        expect count == 1
        =>
        t.psh:1:8: error: a query is missing after `count`
        expect count == 1
               ^^^^^
        hint: write `$.path`, `sql`, `events`, `event`, `queue`, `output` or 11 more
        %%
        expect sql == 1
        =>
        t.psh:1:8: error: `sql` needs a query in quotes
        expect sql == 1
               ^^^
        %%
        expect var
        =>
        t.psh:1:8: error: `var` needs a variable's name
        expect var
               ^^^
        %%
        expect event == 1
        =>
        t.psh:1:8: error: `event` needs an event's type
        expect event == 1
               ^^^^^
        %%
        expect   # comment
        =>
        t.psh:1:1: error: a query is missing after `expect`
        expect   # comment
        ^^^^^^
        hint: write `$.path`, `sql`, `events`, `event`, `queue`, `output` or 11 more
        %%
        expect == 1
        =>
        t.psh:1:1: error: a query is missing after `expect`
        expect == 1
        ^^^^^^
        hint: write `$.path`, `sql`, `events`, `event`, `queue`, `output` or 11 more
        %%
        expect count
        =>
        t.psh:1:8: error: a query is missing after `count`
        expect count
               ^^^^^
        hint: write `$.path`, `sql`, `events`, `event`, `queue`, `output` or 11 more
        """#
}
