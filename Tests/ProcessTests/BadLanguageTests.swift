import PushTestSupport
import Testing

/// Malformed lines of the language: each is pointed at, and nothing runs.
@Suite struct BadLanguageTests {
    static let cases = BadCase.read(
        #"""
        ~~~~ 2
        login "abc
        ----
        -:1:7: error: this quote is never closed
        login "abc
              ^
        ~~~~ 2
        login 'abc
        ----
        -:1:7: error: this quote is never closed
        login 'abc
              ^
        ~~~~ 2
        login "a\qb"
        ----
        -:1:9: error: unknown escape `\q` in double quotes
        login "a\qb"
                ^^
        hint: double a literal backslash: `\\`
        ~~~~ 2
        login "\u{110000}"
        ----
        -:1:8: error: `\u` is not followed by a character's number in braces
        login "\u{110000}"
               ^^
        hint: write `\u{1F514}`, with one to six hexadecimal digits
        ~~~~ 2
        login ${nope}
        ----
        -:1:7: error: unknown variable `nope`
        login ${nope}
              ^^^^^^^
        ~~~~ 2
        login ${no
        ----
        -:1:7: error: `${` is not followed by a variable's name and `}`
        login ${no
              ^^
        hint: put text that contains `${` in single quotes
        ~~~~ 2
        receive <<JSON
        ----
        -:1:9: error: the here-document `JSON` is never closed
        receive <<JSON
                ^^^^^^
        hint: end it with a line that contains only `JSON`
        ~~~~ 2
        receive <<
        ----
        -:1:9: error: `<<` is not followed by a here-document's tag
        receive <<
                ^^
        hint: write `<<TEXT`, or quote the word: `'<<'`
        ~~~~ 2
        receive <<JSON
        {"title": "お知らせ", }x
        JSON
        ----
        -:2:20: error: found `x` after the value, wanted the end
        {"title": "お知らせ", }x
                               ^
        ~~~~ 2
        receive <<JSON
        {"title": "お知らせ" "body": 1}
        JSON
        ----
        -:2:18: error: found `"`, wanted `,` or `}`
        {"title": "お知らせ" "body": 1}
                             ^
        hint: a comma is missing before it
        ~~~~ 2
        receive <<JSON
        {"a": 01}
        JSON
        ----
        -:2:7: error: found the number `01`, wanted JSON's form, such as `-1.5e3`
        {"a": 01}
              ^^
        ~~~~ 2
        receive <<JSON
        {"a": tru}
        JSON
        ----
        -:2:7: error: found `tru`, wanted a value
        {"a": tru}
              ^^^
        ~~~~ 2
        receive <<JSON
        ["\ud800"]
        JSON
        ----
        -:2:3: error: found half a surrogate pair, wanted a whole character
        ["\ud800"]
          ^^^^^^
        ~~~~ 2
        test "x"
        ----
        -:1:1: error: this `test` has no `end`
        test "x"
        ^^^^
        ~~~~ 2
        test
        ----
        -:1:1: error: `test` needs a title
        test
        ^^^^
        hint: write `test "what it shows"`

        -:1:1: error: this `test` has no `end`
        test
        ^^^^
        ~~~~ 2
        for x in
        ----
        -:1:7: error: `for` needs values after `in`
        for x in
              ^^

        -:1:1: error: this `for` has no `end`
        for x in
        ^^^
        ~~~~ 2
        for x
        ----
        -:1:5: error: `in` must follow the variable's name
        for x
            ^

        -:1:1: error: this `for` has no `end`
        for x
        ^^^
        ~~~~ 2
        repeat -1
        ----
        -:1:8: error: `repeat` needs a whole number, not `-1`
        repeat -1
               ^^

        -:1:1: error: this `repeat` has no `end`
        repeat -1
        ^^^^^^
        ~~~~ 2
        repeat
        ----
        -:1:1: error: `repeat` needs a whole number
        repeat
        ^^^^^^

        -:1:1: error: this `repeat` has no `end`
        repeat
        ^^^^^^
        ~~~~ 2
        repeat 1000000000
        end
        ----
        -:1:8: error: a loop runs at most 100000000 times
        repeat 1000000000
               ^^^^^^^^^^
        ~~~~ 2
        end
        ----
        -:1:1: error: this `end` closes no block
        end
        ^^^
        ~~~~ 2
        setup
        ----
        -:1:1: error: this `setup` has no `end`
        setup
        ^^^^^
        ~~~~ 2
        setup
        end
        setup
        end
        ----
        -:3:1: error: a script has only one `setup`, and it is on line 1
        setup
        ^^^^^
        ~~~~ 2
        setup
          test "x"
          end
        end
        ----
        -:2:3: error: a `test` cannot be inside a `setup`
          test "x"
          ^^^^
        ~~~~ 2
        psh 99
        ----
        -:1:5: error: the script needs psh 99, and this is psh 2
        psh 99
            ^^
        ~~~~ 2
        psh one
        ----
        -:1:5: error: the language's version is a whole number, not `one`
        psh one
            ^^^
        ~~~~ 2
        psh 1
        psh 1
        ----
        -:2:1: error: `psh` must be the first statement
        psh 1
        ^^^
        ~~~~ 2
        [zzz] app launch
        ----
        -:1:1: error: there is no condition `zzz`
        [zzz] app launch
        ^^^^^
        hint: conditions are `tty`, `network:MODE` and `profile:NAME`
        ~~~~ 2
        [network:fast] app launch
        ----
        -:1:1: error: `network` takes `simulated`, `real` or `off`, found `fast`
        [network:fast] app launch
        ^^^^^^^^^^^^^^
        ~~~~ 2
        [tty app launch
        ----
        -:1:1: error: a guard is `[name]`, `[!name]` or `[name:text]`
        [tty app launch
        ^^^^
        ~~~~ 2
        expect
        ----
        -:1:1: error: a query is missing after `expect`
        expect
        ^^^^^^
        hint: write `$.path`, `sql`, `events`, `event`, `queue`, `output` or 11 more
        ~~~~ 2
        expect queue
        ----
        -:1:13: error: a predicate is missing here
        expect queue
                    ^
        hint: write one of == != < <= > >= contains startsWith endsWith matches exists empty
        ~~~~ 2
        expect queue ~ 5
        ----
        -:1:14: error: unknown predicate `~`
        expect queue ~ 5
                     ^
        hint: write one of == != < <= > >= contains startsWith endsWith matches exists empty
        ~~~~ 2
        expect queu == 5
        ----
        -:1:8: error: unknown query `queu`
        expect queu == 5
               ^^^^
        hint: did you mean `queue`?
        ~~~~ 2
        expect queue == [1, 2
        ----
        -:1:17: error: this list has no closing bracket
        expect queue == [1, 2
                        ^
        ~~~~ 2
        expect output matches /(/
        ----
        -:1:24: error: pattern '(' has a `(` without its `)`
        expect output matches /(/
                               ^
        ~~~~ 2
        expect within 5 queue == 0
        ----
        -:1:15: error: `within` needs a duration, not `5`
        expect within 5 queue == 0
                      ^
        hint: write a duration such as `5s` or `1h30m`
        ~~~~ 2
        let
        ----
        -:1:1: error: `let` needs a variable's name
        let
        ^^^
        hint: write `let name = QUERY`
        ~~~~ 2
        let x =
        ----
        -:1:7: error: a query is missing after `=`
        let x =
              ^
        hint: write `$.path`, `sql`, `events`, `event`, `queue`, `output` or 11 more
        ~~~~ 2
        let x = nothing
        ----
        -:1:9: error: unknown query `nothing`
        let x = nothing
                ^^^^^^^
        hint: put text in quotes, as in `let name = "text"`
        ~~~~ 2
        ! expect queue == 0
        ----
        -:1:1: error: `!` and `?` go before commands, not before `expect`
        ! expect queue == 0
        ^
        ~~~~ 2
        ?
        ----
        -:1:1: error: a command is missing here
        ?
        ^
        hint: `help` lists the commands
        ~~~~ 2
        | nothing printed this
        ----
        -:1:1: error: a golden line must follow the command that prints it
        | nothing printed this
        ^^^^^^^^^^^^^^^^^^^^^^
        ~~~~ 2
        expect queue == 0
        | nothing printed this
        ----
        -:2:1: error: a golden line must follow the command that prints it
        | nothing printed this
        ^^^^^^^^^^^^^^^^^^^^^^
        ~~~~ 2
        include
        ----
        -:1:1: error: `include` needs a file
        include
        ^^^^^^^
        ~~~~ 2
        include "gone.psh"
        ----
        -:1:9: error: cannot read `gone.psh`: no such file or directory
        include "gone.psh"
                ^^^^^^^^^^
        ~~~~ 2
        include "gone.psh" with a
        ----
        -:1:25: error: a parameter is `name=value`, not `a`
        include "gone.psh" with a
                                ^
        """#)

    @Test func `a failure names its round, and the line that includes its file`() throws {
        let place = try TemporaryDirectory()
        try place.write("psh 2\n# the file\nexpect user == z\n", to: "in.psh")
        try place.write(
            """
            for x in a b
              for x in c
                ? whoami
              end
              for y in d
                for x in e
                  repeat 2
                    include "in.psh"
                  end
                end
              end
            end

            """, to: "out.psh")
        let run = try Pushsh.run(["-f", "out.psh"], in: place)
        #expect(
            run.stderr == """
                in.psh:3:1: error: the expectation does not hold
                expect user == z
                ^^^^^^^^^^^^^^^^
                expected: user == "z"
                actual: nothing
                round: x = a, y = d, x = e, 1 of 2
                included: by out.psh:8


                """, "\(run)")
    }

    @Test(arguments: cases)
    func `a malformed line is pointed at and nothing runs`(bad: BadCase) throws {
        try bad.expect()
    }
}
