import Testing

@Suite struct LexerErrorTests {
    @Test(arguments: ErrorCase.read(LexerErrorTests.cases))
    func `a wrong quote, escape or here-document is drawn with its place`(_ wrong: ErrorCase) {
        #expect(wrong.drawn == wrong.expected + "\n")
    }

    static let cases = #"""
        tap "msg
        =>
        t.psh:1:5: error: this quote is never closed
        tap "msg
            ^
        %%
        receive '{"aps": {"alert": "it's"}}'
        =>
        t.psh:1:33: error: this quote is never closed
        receive '{"aps": {"alert": "it's"}}'
                                        ^
        hint: an apostrophe ended the text before it; between single quotes, write it twice: `''`
        %%
        tap 'お知らせ
        =>
        t.psh:1:5: error: this quote is never closed
        tap 'お知らせ
            ^
        %%
        tap "a
        b" c
        tap "x
        =>
        t.psh:3:5: error: this quote is never closed
        tap "x
            ^
        %%
        tap "msg
        tap "x"
        =>
        t.psh:2:7: error: this quote is never closed
        tap "x"
              ^
        hint: the quote that opens on line 1 ends in the middle of a word
        %%
        	tap	"bad \q" <<JSON
        {
        JSON
        =>
        t.psh:1:11: error: unknown escape `\q` in double quotes
        	tap	"bad \q" <<JSON
        	   	     ^^
        hint: double a literal backslash: `\\`
        %%
        tap "お知らせ ${}" x
        =>
        t.psh:1:11: error: `${` is not followed by a variable's name and `}`
        tap "お知らせ ${}" x
                      ^^
        hint: put text that contains `${` in single quotes
        %%
        tap ${a b}
        =>
        t.psh:1:5: error: `${` is not followed by a variable's name and `}`
        tap ${a b}
            ^^
        hint: put text that contains `${` in single quotes
        %%
        tap ${名前}
        =>
        t.psh:1:5: error: `${` is not followed by a variable's name and `}`
        tap ${名前}
            ^^
        hint: a name consists of the letters a to z, digits, `_` and `-`
        %%
        tap ${a
        =>
        t.psh:1:5: error: `${` is not followed by a variable's name and `}`
        tap ${a
            ^^
        hint: put text that contains `${` in single quotes
        %%
        receive <<JSON
          {"a": "お@"}
          JSON
        =>
        t.psh:2:11: error: `@` is no JSON
          {"a": "お@"}
                   ^
        %%
        receive <<TEXT
         a ${ b
         TEXT
        =>
        t.psh:2:4: error: `${` is not followed by a variable's name and `}`
         a ${ b
           ^^
        hint: write `<<'TEXT'` for text that contains `${`
        %%
        receive <<TEXT
         a
        =>
        t.psh:1:9: error: the here-document `TEXT` is never closed
        receive <<TEXT
                ^^^^^^
        hint: end it with a line that contains only `TEXT`
        %%
        receive <<
        =>
        t.psh:1:9: error: `<<` is not followed by a here-document's tag
        receive <<
                ^^
        hint: write `<<TEXT`, or quote the word: `'<<'`
        %%
        receive <<A-B
        =>
        t.psh:1:9: error: a here-document's tag is letters, digits and `_`
        receive <<A-B
                ^^^^
        %%
        receive <<'A
        =>
        t.psh:1:9: error: the quote before the here-document's tag is not closed
        receive <<'A
                ^^^^
        %%
        <<A
        A
        =>
        t.psh:1:1: error: a here-document cannot be a command
        <<A
        ^^^
        %%
        for x in <<A
        A
        end
        =>
        t.psh:1:10: error: a here-document cannot be in a block's header
        for x in <<A
                 ^^^
        %%
        repeat 3
          tap "x
        =>
        t.psh:2:7: error: this quote is never closed
          tap "x
              ^
        %%
        expect queue == "お
        =>
        t.psh:1:17: error: this quote is never closed
        expect queue == "お
                        ^
        %%
        tap "a\
        b"
        =>
        t.psh:1:7: error: a backslash does not continue a line
        tap "a\
              ^
        hint: double a literal backslash: `\\`
        t.psh:2:2: error: this quote is never closed
        b"
         ^
        %%
        <<A x
        A
        =>
        t.psh:1:1: error: a here-document cannot be a command
        <<A x
        ^^^
        """#
}
