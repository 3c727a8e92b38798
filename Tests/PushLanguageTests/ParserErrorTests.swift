import Testing

@Suite struct ParserErrorTests {
    @Test(arguments: ErrorCase.read(ParserErrorTests.cases))
    func `a wrong statement is drawn with its place`(_ wrong: ErrorCase) {
        #expect(wrong.drawn == wrong.expected + "\n")
    }

    @Test func `a CR in a comment hides nothing that follows it`() {
        let error = "error: a CR in a comment, which only ends at the next LF"
        #expect(Sample("whoami\n# a\rtap\nwhoami\n").errors.contains(error))
        #expect(Sample("whoami # a\rtap\n").errors.contains(error))
        #expect(Sample("whoami # a\r\n# b\r\ntap\r\n# c\r").errors.isEmpty)
    }

    @Test(arguments: ["whoami\rtap", "# header\rtap\r"]) func `lines that end in CR alone`(
        text: String
    ) {
        #expect(Sample(text).errors.contains("error: the lines end in CR alone"))
        #expect(Sample("whoami\r").errors == "" && Sample("a\rb\n").errors == "")
    }

    static let cases = #"""
        receive <<JSON {"aps": {}}
        =>
        t.psh:1:16: error: the text of a here-document starts on the next line
        receive <<JSON {"aps": {}}
                       ^^^^^^^^^^^
        hint: end it with a line that contains only `JSON`
        %%
        receive <<JSON {"aps": {}}
        JSON
        =>
        t.psh:1:16: error: the text of a here-document starts on the next line
        receive <<JSON {"aps": {}}
                       ^^^^^^^^^^^
        hint: end it with a line that contains only `JSON`
        %%
        tap "\u{110000}"
        =>
        t.psh:1:6: error: `\u` is not followed by a character's number in braces
        tap "\u{110000}"
             ^^
        hint: write `\u{1F514}`, with one to six hexadecimal digits
        %%
        [tty
        =>
        t.psh:1:1: error: a guard is `[name]`, `[!name]` or `[name:text]`
        [tty
        ^^^^
        %%
        [tty]
        =>
        t.psh:1:1: error: no statement follows the guard
        [tty]
        ^^^^^
        %%
        [tty]x y
        =>
        t.psh:1:1: error: a guard is `[name]`, `[!name]` or `[name:text]`
        [tty]x y
        ^^^^^^
        %%
        [] tap
        =>
        t.psh:1:1: error: a guard is `[name]`, `[!name]` or `[name:text]`
        [] tap
        ^^
        %%
        !
        =>
        t.psh:1:1: error: a command is missing here
        !
        ^
        %%
        ? # nothing
        =>
        t.psh:1:1: error: a command is missing here
        ? # nothing
        ^^
        hint: `help` lists the commands
        %%
        !end
        =>
        t.psh:1:1: error: `!` and `?` go before commands, not before `end`
        !end
        ^
        %%
        !expect queue == 0
        =>
        t.psh:1:1: error: `!` and `?` go before commands, not before `expect`
        !expect queue == 0
        ^
        %%
        |x
        =>
        t.psh:1:1: error: a golden line is `| text`, `|2 text` or `|...`
        |x
        ^^
        hint: put a space before the text
        %%
        | text
        =>
        t.psh:1:1: error: a golden line must follow the command that prints it
        | text
        ^^^^^^
        %%
        tap
        let x = queue
        | text
        =>
        t.psh:3:1: error: a golden line must follow the command that prints it
        | text
        ^^^^^^
        %%
        test
        end
        =>
        t.psh:1:1: error: `test` needs a title
        test
        ^^^^
        hint: write `test "what it shows"`
        %%
        test "a" b
        end
        =>
        t.psh:1:10: error: a tag is `@` and a name, not `b`
        test "a" b
                 ^
        hint: write `@b`
        %%
        test a b
        end
        =>
        t.psh:1:8: error: a tag is `@` and a name, not `b`
        test a b
               ^
        hint: a title of several words has quotes around it
        %%
        test "a" @日本
        end
        =>
        t.psh:1:10: error: a tag is `@` and a name, not `@日本`
        test "a" @日本
                 ^^^^^
        hint: a name consists of the letters a to z, digits, `_` and `-`
        %%
        test ""
        end
        =>
        t.psh:1:6: error: a test's title is empty
        test ""
             ^^
        %%
        test "a"
        test "b"
        end
        end
        =>
        t.psh:2:1: error: a `test` cannot be inside a `test`
        test "b"
        ^^^^
        hint: the `test` on line 1 has no `end`
        t.psh:4:1: error: this `end` closes no block
        end
        ^^^
        %%
        setup
        test "b"
        end
        end
        =>
        t.psh:2:1: error: a `test` cannot be inside a `setup`
        test "b"
        ^^^^
        hint: the `setup` on line 1 has no `end`
        t.psh:4:1: error: this `end` closes no block
        end
        ^^^
        %%
        setup x
        end
        =>
        t.psh:1:7: error: unexpected text on this line
        setup x
              ^
        %%
        setup
        end
        setup
        end
        =>
        t.psh:3:1: error: a script has only one `setup`, and it is on line 1
        setup
        ^^^^^
        %%
        for
        end
        =>
        t.psh:1:1: error: `for` needs a variable's name
        for
        ^^^
        hint: write `for x in a b c` or `for i in 1..5`
        %%
        for x
        end
        =>
        t.psh:1:5: error: `in` must follow the variable's name
        for x
            ^
        %%
        for x of a
        end
        =>
        t.psh:1:7: error: `in` must follow the variable's name, not `of`
        for x of a
              ^^
        %%
        for x in
        end
        =>
        t.psh:1:7: error: `for` needs values after `in`
        for x in
              ^^
        %%
        for x in 1 .. 5
        end
        =>
        t.psh:1:12: error: a range has no blanks around its dots
        for x in 1 .. 5
                   ^^
        hint: write `1..5`
        %%
        for a.b in c
        end
        =>
        t.psh:1:5: error: a name consists of the letters a to z, digits, `_` and `-`, not `a.b`
        for a.b in c
            ^^^
        %%
        for x in 5..1
        end
        =>
        t.psh:1:10: error: the range `5..1` is empty
        for x in 5..1
                 ^^^^
        %%
        for x in 1..999999999999
        end
        =>
        t.psh:1:10: error: a loop runs at most 100000000 times
        for x in 1..999999999999
                 ^^^^^^^^^^^^^^^
        %%
        for x in 1..99999999999999999999
        end
        =>
        t.psh:1:10: error: a loop runs at most 100000000 times
        for x in 1..99999999999999999999
                 ^^^^^^^^^^^^^^^^^^^^^^^
        %%
        for x in 1..${n}
        end
        =>
        t.psh:1:10: error: a range is two whole numbers, such as `1..5`, not `1..${n}`
        for x in 1..${n}
                 ^^^^^^^
        hint: quote it if the word itself is meant
        %%
        for x in 1...3
        end
        =>
        t.psh:1:10: error: a range is two whole numbers, such as `1..5`, not `1...3`
        for x in 1...3
                 ^^^^^
        hint: quote it if the word itself is meant
        %%
        for x in a..c
        end
        =>
        t.psh:1:10: error: a range is two whole numbers, such as `1..5`, not `a..c`
        for x in a..c
                 ^^^^
        hint: quote it if the word itself is meant
        %%
        for x in 1..1e9
        end
        =>
        t.psh:1:10: error: a range is two whole numbers, such as `1..5`, not `1..1e9`
        for x in 1..1e9
                 ^^^^^^
        hint: quote it if the word itself is meant
        %%
        for x in 1..3 do
        end
        =>
        t.psh:1:10: error: a range stands alone after `in`
        for x in 1..3 do
                 ^^^^
        hint: quote it if the word itself is meant
        %%
        for x in [a b]
        end
        =>
        t.psh:1:10: error: the values of a loop have blanks between them, and nothing else
        for x in [a b]
                 ^^
        hint: write `for x in a b c`; quote a word to mean it as it is
        %%
        for x in a, b
        end
        =>
        t.psh:1:10: error: the values of a loop have blanks between them, and nothing else
        for x in a, b
                 ^^
        hint: write `for x in a b c`; quote a word to mean it as it is
        %%
        repeat
        end
        =>
        t.psh:1:1: error: `repeat` needs a whole number
        repeat
        ^^^^^^
        %%
        repeat お
        end
        =>
        t.psh:1:8: error: `repeat` needs a whole number, not `お`
        repeat お
               ^^
        %%
        repeat 99999999999999999999
        end
        =>
        t.psh:1:8: error: a loop runs at most 100000000 times
        repeat 99999999999999999999
               ^^^^^^^^^^^^^^^^^^^^
        %%
        repeat 0
        end
        =>
        t.psh:1:8: error: `repeat 0` runs nothing
        repeat 0
               ^
        %%
        repeat 3 4
        end
        =>
        t.psh:1:10: error: unexpected text on this line
        repeat 3 4
                 ^
        %%
        end
        =>
        t.psh:1:1: error: this `end` closes no block
        end
        ^^^
        %%
        test "a"
          repeat 2
        =>
        t.psh:1:1: error: this `test` has no `end`
        test "a"
        ^^^^
        t.psh:2:3: error: this `repeat` has no `end`
          repeat 2
          ^^^^^^
        %%
        psh 3
        =>
        t.psh:1:5: error: the script needs psh 3, and this is psh 2
        psh 3
            ^
        %%
        psh
        =>
        t.psh:1:1: error: `psh` needs the language's version
        psh
        ^^^
        %%
        psh x
        =>
        t.psh:1:5: error: the language's version is a whole number, not `x`
        psh x
            ^
        %%
        tap
        psh 1
        =>
        t.psh:2:1: error: `psh` must be the first statement
        psh 1
        ^^^
        %%
        psh 1 2
        =>
        t.psh:1:7: error: unexpected text on this line
        psh 1 2
              ^
        %%
        include
        =>
        t.psh:1:1: error: `include` needs a file
        include
        ^^^^^^^
        %%
        include @f
        =>
        t.psh:1:9: error: `include` needs a file, not `@f`
        include @f
                ^^
        hint: write `include "steps.psh"`
        %%
        include "f" with
        =>
        t.psh:1:13: error: `with` needs parameters such as `name=value`
        include "f" with
                    ^^^^
        %%
        include "f" with a
        =>
        t.psh:1:18: error: a parameter is `name=value`, not `a`
        include "f" with a
                         ^
        %%
        include "f" with a=b c=d a=e
        =>
        t.psh:1:26: error: the parameter `a` has a value already
        include "f" with a=b c=d a=e
                                 ^^^
        %%
        include "f" with a=b as
        =>
        t.psh:1:22: error: `as` needs a name
        include "f" with a=b as
                             ^^
        %%
        include "f" with a=b as n x
        =>
        t.psh:1:27: error: `with` or `as` was expected, not `x`
        include "f" with a=b as n x
                                  ^
        %%
        include "f" x
        =>
        t.psh:1:13: error: `with` or `as` was expected, not `x`
        include "f" x
                    ^
        %%
        test "a"
          for x in 1..2
          tap
        test "b"
        end
        setup
          tap
        test "c"
        end
        =>
        t.psh:4:1: error: a `test` cannot be inside a `test`
        test "b"
        ^^^^
        hint: the `test` on line 1 has no `end`
        t.psh:8:1: error: a `test` cannot be inside a `setup`
        test "c"
        ^^^^
        hint: the `setup` on line 6 has no `end`
        """#
}
