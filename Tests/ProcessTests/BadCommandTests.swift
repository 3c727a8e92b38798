import PushTestSupport
import Testing

/// Malformed commands: each is pointed at, and nothing runs.
@Suite struct BadCommandTests {
    static let cases = BadCase.read(
        #"""
        ~~~~ 2
        app lanch
        ----
        -:1:5: error: unknown command `app lanch`
        app lanch
            ^^^^^
        hint: did you mean `app launch`?
        ~~~~ 2
        app
        ----
        -:1:1: error: `app` needs one of `install`, `launch`, `background`, `foreground`,
        + `kill`, `force-quit` or 10 more
        app
        ^^^
        hint: `help app` lists them
        ~~~~ 2
        app kill now
        ----
        -:1:10: error: `app kill` takes no argument, found `now`
        app kill now
                 ^^^
        ~~~~ 2
        login
        ----
        -:1:1: error: `login` needs USER: a customer ID, or the digest of an address
        login
        ^^^^^
        hint: usage: login USER [--hash sha256]
        ~~~~ 2
        login a b
        ----
        -:1:9: error: `login` takes 1 argument at most, found `b`
        login a b
                ^
        hint: put text with spaces in quotes
        ~~~~ 2
        login --hsah x
        ----
        -:1:7: error: `login` has no option `--hsah`
        login --hsah *
              ^^^^^^
        hint: did you mean `--hash`?
        ~~~~ 2
        login ""
        ----
        -:1:7: error: `login` takes a word, found nothing
        login ""
              ^^
        ~~~~ 2
        receive --priority 7 x
        ----
        -:1:20: error: `--priority` takes `10`, `5` or `1`, found `7`
        receive --priority 7 x
                           ^
        ~~~~ 2
        receive --priority x
        ----
        -:1:20: error: `--priority` takes `10`, `5` or `1`, found `x`
        receive --priority x
                           ^
        ~~~~ 2
        receive a b
        ----
        -:1:11: error: `receive` takes 1 argument at most, found `b`
        receive a b
                  ^
        hint: put text with spaces in quotes
        ~~~~ 2
        clock advance 5x
        ----
        -:1:15: error: `clock advance` takes a duration like `90s`, `5m` or `1h30m`, found `5x`
        clock advance 5x
                      ^^
        ~~~~ 2
        clock set yesterday
        ----
        -:1:11: error: `clock set` takes a time like `2025-12-14T09:00:00+09:00`, found `yesterday`
        clock set yesterday
                  ^^^^^^^^^
        ~~~~ 2
        seed -1
        ----
        -:1:6: error: `seed` takes a whole number from 0 to 18446744073709551615, found `-1`
        seed -1
             ^^
        ~~~~ 2
        stub ingest status=abc
        ----
        -:1:13: error: `stub`: `status` takes 200 to 599, found `abc`
        stub ingest status=abc
                    ^^^^^^^^^^
        ~~~~ 2
        stub ingest
        ----
        -:1:6: error: `stub`: wanted `status=`, `delay=`, `timeout`, `reset`, `drop-response` \#
        or `receipts`
        stub ingest
             ^^^^^^
        ~~~~ 2
        stub
        ----
        -:1:1: error: `stub` needs WHAT: `ingest`, `apns`, `fcm` or a URL pattern, then the answer
        stub
        ^^^^
        hint: usage: stub WHAT…
        ~~~~ 2
        endpoint nowhere
        ----
        -:1:10: error: `endpoint` takes `embedded`, `us`, `tokyo`, `eu`, `korea`,
        + `ap03` or an https URL without user, query or fragment, found `nowhere`
        endpoint nowhere
                 ^^^^^^^
        ~~~~ 2
        config queue.limits 5
        ----
        -:1:8: error: `config` takes a setting that `config` lists, found `queue.limits`
        config queue.limits 5
               ^^^^^^^^^^^^
        hint: did you mean `queue.limit`?
        ~~~~ 2
        config queue.limit many
        ----
        -:1:20: error: `queue.limit` takes a whole number from 1 to 100000000, found `many`
        config queue.limit many
                           ^^^^
        ~~~~ 2
        device add "my phone"
        ----
        -:1:12: error: `device add` takes 1 to 64 letters, digits, `-` and `_`, found `my phone`
        device add "my phone"
                   ^^^^^^^^^^
        ~~~~ 2
        device use
        ----
        -:1:1: error: `device use` needs NAME: the device's name
        device use
        ^^^^^^^^^^
        hint: usage: device use NAME
        ~~~~ 2
        .mode boxx
        ----
        -:1:7: error: `.mode` takes `table`, `box`, `line`, `json`, `jsonl`,
        + `csv` or 2 more, found `boxx`
        .mode boxx
              ^^^^
        hint: did you mean `box`?
        ~~~~ 2
        .nope
        ----
        -:1:1: error: unknown command `.nope`
        .nope
        ^^^^^
        hint: `help` lists the commands
        ~~~~ 2
        .record
        ----
        -:1:1: error: `.record` needs `start` or `stop`
        .record
        ^^^^^^^
        ~~~~ 2
        .timer maybe
        ----
        -:1:8: error: `.timer` takes `on` or `off`, found `maybe`
        .timer maybe
               ^^^^^
        ~~~~ 2
        お知らせ
        ----
        -:1:1: error: unknown command `お知らせ`
        お知らせ
        ^^^^^^^^
        hint: `help` lists the commands
        ~~~~ 2
        login 山田 太郎
        ----
        -:1:10: error: `login` takes 1 argument at most, found `太郎`
        login 山田 太郎
                   ^^^^
        hint: put text with spaces in quotes
        ~~~~ 2
        @phone
        ----
        -:1:1: error: `@NAME` needs a command after it
        @phone
        ^^^^^^
        ~~~~ 2
        query
        ----
        -:1:1: error: `query` needs SQL: one or more SELECT statements
        query
        ^^^^^
        hint: usage: query SQL [--remote] [--dialect DIALECT]
        ~~~~ 2
        query ""
        ----
        -:1:7: error: `query` takes a text, found nothing
        query ""
              ^^
        ~~~~ 1
        device use tablet
        ----
        -:1:12: error: there is no device `tablet`
        device use tablet
                   ^^^^^^
        code: no_device
        hint: devices are `phone`
        ~~~~ 2
        app set nse maybe
        ----
        -:1:13: error: `nse` takes `on` or `off`, found `maybe`
        app set nse maybe
                    ^^^^^
        ~~~~ 2
        app set td.database A
        ----
        -:1:21: error: `td.database` takes 3 to 255 of `a-z`, `0-9` and `_`, found `A`
        app set td.database A
                            ^
        ~~~~ 1
        snapshot go zz
        ----
        -:1:13: error: there is no snapshot `zz`
        snapshot go zz
                    ^^
        code: no_snapshot
        hint: `snapshot list` shows them
        ~~~~ 1
        tap tap
        ----
        -:1:5: error: `tap` is not shown
        tap tap
            ^^^
        code: no_notification
        hint: nothing is shown now; `receive` sends a push
        ~~~~ 1
        @tablet tap
        ----
        -:1:1: error: there is no device `tablet`
        @tablet tap
        ^^^^^^^
        code: no_device
        hint: devices are `phone`
        """#)

    @Test(arguments: cases)
    func `a malformed command is pointed at and nothing runs`(bad: BadCase) throws {
        try bad.expect()
    }
}
