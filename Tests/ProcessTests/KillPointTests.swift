import Foundation
import PushTestSupport
import Testing

/// A kill in the place of every call that changes a file, one after the other: whatever the last
/// call was, the workspace holds the command whole or not at all, and goes on working.
@Suite(.serialized) struct KillPointTests {
    let place: TemporaryDirectory

    init() throws {
        place = try TemporaryDirectory()
        let library = try Shell.run(
            "cc",
            [
                "-shared", "-fPIC", "-O1", "-o", place.path + "/kill_point.so",
                Repository.path("Tests/Fixtures/kill-point/kill_point.c"), "-ldl",
            ])
        try #require(library.status == 0, "\(library.stderr)")
    }

    /// Runs a script once for each call that changes a file, killed there, on a copy of `w`, and
    /// `check` behind it, until a run comes to its end.
    ///
    /// - Parameters:
    ///   - script: what is killed.
    ///   - check: a line of bash; its status is to be that of success.
    /// - Returns: how many runs were killed.
    /// - Throws: when bash cannot be started.
    func killed(_ script: String, check: String) throws -> Int {
        try place.write(script, to: "killed.psh")
        try place.write(check, to: "check.bash")
        let binary = try PushshBinary.dynamic
        let run = try Pushsh.bash(
            """
            mv w template
            for point in $(seq 1 2000); do
                rm -rf w && cp -a template w
                LD_PRELOAD=$PWD/kill_point.so KILL_POINT=$point \
                    '\(binary)' --workspace w -f killed.psh >killed.out 2>killed.err
                status=$?
                if [[ $status != 137 && $status != 0 ]]; then
                    echo "point $point: status $status"; cat killed.out killed.err; exit 1
                fi
                if ! { . ./check.bash; } >check.out 2>&1; then
                    echo "point $point:"; cat check.out; ls -l w w/warehouse; exit 1
                fi
                [[ $status = 0 ]] && break
            done
            echo $((point - 1))
            """, in: place, timeout: 240)
        #expect(run.status == 0, "\(run)")
        return Int(run.lines.last ?? "") ?? 0
    }

    /// Everybody who logged in is in a table once, two hours later, after another flush.
    static func everyoneOnce(_ table: String) -> String {
        """
        pushsh --workspace w -c 'clock advance 2h
        flush
        expect queue == 0
        expect sql "SELECT count(user_id) FROM \(table)" == 3
        expect sql "SELECT count(DISTINCT user_id) FROM \(table)" == 3'
        """
    }

    static let people = "app launch\nlogin u1\nlogin u2\nlogin u3\n"

    @Test
    func `a kill during the first flush of a workspace loses no event and repeats none`() throws {
        try place.makeWorkspace(Self.people)
        let leftovers = "[[ -z $(find w -name '*.new*') ]]"
        let check = Self.everyoneOnce("mobile.push_events") + " && " + leftovers
        #expect(try killed("flush\n", check: check) > 10)
    }

    @Test func `a kill leaves a database that is made, filled and deleted whole or gone`() throws {
        try place.makeWorkspace("tables\napp set td.database shop\n" + Self.people)
        // Deleted in the process that filled it, so that its log still has everything.
        let script = """
            database create shop
            table create shop.push_events
            flush
            database delete shop

            """
        let check = """
            if [[ -e w/warehouse/shop.db ]]; then
            pushsh --workspace w -c '? table create shop.push_events' &&
            \(Self.everyoneOnce("shop.push_events"))
            else
            pushsh --workspace w -c 'database create shop
            table create shop.push_events
            expect sql "SELECT count(*) FROM shop.push_events" == 0'
            fi
            """
        #expect(try killed(script, check: check) > 10)
    }

    /// What the rule keeps is there whenever the kill comes; what it does not goes whole.
    @Test func `retention that is set, carried out by hand and by a flush`() throws {
        try place.makeWorkspace(
            Self.people + "flush\nclock advance 40d\nlogin u4\nlogin u5\nflush\nlogin u6\n")
        let script = "database retention mobile 30d\nflush\n"
        let check = """
            rule=$(pushsh --workspace w -c 'database retention mobile')
            old=$(pushsh --workspace w --mode csv -c 'query "SELECT count(*) FROM mobile.push_events
            WHERE time < 1767300000"' | tail -1)
            [[ $old = 4 || $old = 0 && $rule = *30d* ]] &&
            pushsh --workspace w -c 'flush
            database retention mobile 30d
            expect queue == 0
            expect sql "SELECT count(user_id) FROM mobile.push_events" == 3
            expect sql "SELECT count(DISTINCT user_id) FROM mobile.push_events" == 3' &&
            pushsh --workspace w -c 'database list' | grep -q '3 records'
            """
        #expect(try killed(script, check: check) > 10)
    }

    @Test func `a warehouse of before becomes one of today`() throws {
        try place.makeWorkspace(Self.people + "flush\n")
        let old = try Shell.run(
            "sqlite3",
            [
                place.path + "/w/warehouse/mobile.db",
                "ALTER TABLE \"pushsh-batches\" DROP COLUMN upload; "
                    + "ALTER TABLE \"pushsh-columns\" DROP COLUMN uniform; "
                    + "ALTER TABLE \"pushsh-tables\" DROP COLUMN removed; "
                    + "ALTER TABLE \"pushsh-tables\" DROP COLUMN removed_through; "
                    + "ALTER TABLE \"pushsh-tables\" DROP COLUMN expire_days; "
                    + "DROP TABLE \"pushsh-retention\"; "
                    + "PRAGMA user_version = 2",
            ])
        try #require(old.status == 0, "\(old.stderr)")
        let count = "SELECT count(user_id) FROM mobile.push_events"
        let check = "pushsh --workspace w -c 'expect sql \"\(count)\" == 3\nlogin u4\nflush'"
        #expect(try killed("query \"\(count)\"\n", check: check) > 2)
    }

    @Test func `a backup has its name when it is whole`() throws {
        try place.makeWorkspace(Self.people + "flush\n")
        let check = """
            if [[ -e kept.tar ]]; then
            pushsh -c 'restore kept.tar
            expect sql "SELECT count(user_id) FROM mobile.push_events" == 3' || exit 1
            fi
            rm -f kept.tar && pushsh --workspace w -c 'backup kept.tar' &&
            [[ -z $(find . -name "kept.tar.*") ]] && rm kept.tar
            """
        #expect(try killed("backup kept.tar\n", check: check) > 10)
    }

    @Test func `a workspace is restored whole or not at all`() throws {
        try place.makeWorkspace(
            "database create shop\n" + Self.people + "flush\nbackup kept.tar\n"
                + "database delete shop\ndatabase create later\nlogin u4\nlogin u5\nflush\n")
        let count = "SELECT count(user_id) FROM mobile.push_events"
        let check = """
            if pushsh --workspace w -c 'expect sql "\(count)" == 5'; then
            pushsh --workspace w -c 'table create later.more\nwhoami\nexpect $.user == u5'
            else
            pushsh --workspace w -c 'expect sql "\(count)" == 3
            whoami
            expect $.user == u3
            table create shop.more
            !no_table table create later.more
            login u6
            flush
            expect sql "\(count)" == 4'
            fi && [[ -z $(find w -name 'incoming') ]]
            """
        #expect(try killed("restore kept.tar\n", check: check) > 20)
    }

    @Test func `a damaged file is mended whole or not at all`() throws {
        try place.makeWorkspace(Self.people + "flush\n")
        let damaged = try Pushsh.bash(
            "printf XXXXXXXX | dd of=w/warehouse/mobile.db conv=notrunc status=none", in: place)
        try #require(damaged.status == 0, "\(damaged)")
        let check = """
            pushsh --workspace w -c 'repair --write' &&
            [[ -e w/damaged/1/warehouse/mobile.db && ! -e w/damaged/2 ]] &&
            pushsh --workspace w -c 'repair
            expect sql "SELECT count(user_id) FROM mobile.push_events" == 3'
            """
        #expect(try killed("repair --write\n", check: check) > 5)
    }

    @Test func `a warehouse that an older version left without a table is mended`() throws {
        try place.makeWorkspace("app launch\ntables\n")
        let table = "DROP VIEW push_events_resolved; DROP TABLE push_events;"
        let kept = "DELETE FROM \"pushsh-tables\"; DELETE FROM \"pushsh-columns\"; VACUUM"
        let broken = try Shell.run(
            "sqlite3", [place.path + "/w/warehouse/mobile.db", table + kept])
        try #require(broken.status == 0, "\(broken.stderr)")
        let asked = try place.inWorkspace(
            "expect sql \"SELECT count(*) FROM mobile.push_events\" == 0\n")
        #expect(asked.status == 0, "\(asked)")
        let sent = try place.inWorkspace("flush\nexpect queue == 0\n")
        #expect(sent.status == 0, "\(sent)")
    }

    @Test func `a table that somebody deleted does not come back`() throws {
        try place.makeWorkspace("tables\ntable delete mobile.push_events\n")
        let run = try place.inWorkspace("query \"SELECT 1 FROM mobile.push_events\"\n")
        #expect(run.status != 0, "\(run)")
    }

    @Test func `processes that start together share one warehouse`() throws {
        let run = try Pushsh.bash(
            """
            for round in $(seq 1 12); do
                rm -rf w
                for number in 1 2 3; do
                    pushsh --workspace w -c 'query "SELECT count(*) FROM mobile.push_events"' \
                        >out.$number 2>&1 &
                    pids[$number]=$!
                done
                for number in 1 2 3; do
                    wait ${pids[$number]} || { cat out.$number; exit 1; }
                done
            done
            """, in: place, timeout: 240)
        #expect(run.status == 0, "\(run)")
    }
}
