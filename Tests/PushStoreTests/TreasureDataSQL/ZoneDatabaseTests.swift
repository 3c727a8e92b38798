import Testing

@testable import PushStore

struct ZoneDatabaseTests {
    @Test(arguments: [
        ("UTC", "UTC", 0), ("utc", "UTC", 0), ("Z", "UTC", 0), ("GMT", "GMT", 0),
        ("+09:00", "+09:00", 32_400), ("+0900", "+09:00", 32_400), ("+9", "+09:00", 32_400),
        ("-07:30", "-07:30", -27_000), ("-930", "-09:30", -34_200), ("GMT+09:00", "+09:00", 32_400),
        ("utc-8", "-08:00", -28_800), ("JST", "Asia/Tokyo", 32_400), ("jst", "Asia/Tokyo", 32_400),
        ("asia/tokyo", "Asia/Tokyo", 32_400), ("PST", "America/Los_Angeles", -28_800),
        ("PDT", "-07:00", -25_200), ("EST", "-05:00", -18_000), ("EDT", "-04:00", -14_400),
        ("CDT", "-05:00", -18_000), ("MDT", "-06:00", -21_600), ("IST", "Asia/Kolkata", 19_800),
        ("AMERICA/ARGENTINA/BUENOS_AIRES", "America/Argentina/Buenos_Aires", -10_800),
        ("america/port-au-prince", "America/Port-au-Prince", -18_000),
        ("Etc/GMT+9", "Etc/GMT+9", -32_400), ("japan", "Japan", 32_400),
    ])
    func `a zone has many names`(_ name: String, _ identifier: String, _ offset: Int64) throws {
        let zone = try ZoneDatabase().zone(named: name)
        #expect(zone.identifier == identifier)
        #expect(zone.offset(at: 1_736_899_200) == offset)
    }

    @Test(arguments: [
        "", "Tokyo", "../../etc/passwd", "/etc/passwd", "right/UTC", "posix/utc", "Asia", "Asia/",
        "+19:00", "+9:0:0:0", "+09:60", "+:", "GMT+", "UTC+09:0", "zone.tab", "tzdata.zi",
        "leapseconds",
        "Asia/Tokyo\0", "é",
    ])
    func `what is not a zone is unknown`(_ name: String) {
        let database = ZoneDatabase()
        #expect(throws: ZoneDatabase.Failure.unknown(name)) { try database.zone(named: name) }
    }

    @Test func `without a database the commonest zones still work`() throws {
        let database = ZoneDatabase(directories: ["/nonexistent"])
        #expect(try database.zone(named: "JST").offset(at: 0) == 32_400)
        #expect(try database.zone(named: "utc").offset(at: 0) == 0)
        #expect(try database.zone(named: "-03:30").offset(at: 0) == -12_600)
        #expect(try database.zone(named: "PDT").offset(at: 0) == -25_200)
        for name in ["PST", "Europe/Berlin"] {
            #expect(throws: ZoneDatabase.Failure.noDatabase(name)) {
                try database.zone(named: name)
            }
        }
        let context = SQLContext(now: 0, zoneDirectories: ["/nonexistent"])
        #expect(
            answer("td_time_parse('2018-01-01', 'CET')", in: context) == """
                error: td_time_parse: zone 'CET' needs the system's time zone database, which is \
                not installed (package `tzdata`); `UTC`, `JST` and offsets such as `+09:00` work \
                without it
                """)
    }
}
