/// The zone names that are not in the zone database, and their meanings.
enum ZoneNames {
    /// The meaning of a short name.
    enum Meaning {
        /// A zone of the database.
        case identifier(String)
        /// An offset that never changes, in seconds east of UTC.
        case fixed(Int64)
    }

    /// Returns the meaning of a name in capitals.
    ///
    /// The names are Java's `ZoneId.SHORT_IDS` and the four summer times that Treasure Data adds.
    static func meaning(of name: String) -> Meaning? {
        guard name.utf8.count == 3 else { return nil }
        switch name {
        case "PDT", "MST": return .fixed(-7 * 3600)
        case "MDT": return .fixed(-6 * 3600)
        case "CDT", "EST": return .fixed(-5 * 3600)
        case "EDT": return .fixed(-4 * 3600)
        case "HST": return .fixed(-10 * 3600)
        default: break
        }
        return shortNames.first { $0.name == name }.map { .identifier($0.identifier) }
    }

    /// Whether Trino may know a file of the zone database by its name: those in folders, and a few
    /// others.
    static func isTrino(_ name: String) -> Bool {
        name.contains("/") ? !unknownToTrino.contains(name) : bareNames.contains(name)
    }

    /// Returns what Trino calls a zone that its message does not know under a short name.
    static func hint(for message: String) -> String? {
        guard message.contains("time zone") || message.contains("Time zone") else { return nil }
        let words = message.split { !$0.isLetter }.map(String.init)
        for word in words {
            switch meaning(of: word.uppercased()) {
            case .identifier(let name):
                return "Trino calls it `\(name)`; only td_ functions know `\(word)`"
            case .fixed(let offset):
                return "`\(FixedOffset.text(offset))` is the same; only td_ functions know "
                    + "`\(word)`"
            case nil: continue
            }
        }
        return nil
    }

    private static let unknownToTrino: Set = [
        "Etc/Zulu", "Etc/Greenwich", "US/Pacific-New", "Canada/East-Saskatchewan",
    ]

    private static let bareNames: Set = [
        "CET", "CST6CDT", "Cuba", "EET", "EST5EDT", "Egypt", "Eire", "GB", "GB-Eire", "GMT0",
        "Greenwich", "Hongkong", "Iceland", "Iran", "Israel", "Jamaica", "Japan", "Kwajalein",
        "Libya", "MET", "MST7MDT", "NZ", "NZ-CHAT", "Navajo", "PRC", "PST8PDT", "Poland",
        "Portugal", "ROK", "Singapore", "Turkey", "UCT", "Universal", "W-SU", "WET", "Zulu",
    ]

    /// Those of Java's that name a place; the ones with fixed offsets are in `meaning`.
    private static let shortNames: [(name: String, identifier: String)] = [
        ("ACT", "Australia/Darwin"), ("AET", "Australia/Sydney"),
        ("AGT", "America/Argentina/Buenos_Aires"), ("ART", "Africa/Cairo"),
        ("AST", "America/Anchorage"), ("BET", "America/Sao_Paulo"), ("BST", "Asia/Dhaka"),
        ("CAT", "Africa/Harare"), ("CNT", "America/St_Johns"), ("CST", "America/Chicago"),
        ("CTT", "Asia/Shanghai"), ("EAT", "Africa/Addis_Ababa"), ("ECT", "Europe/Paris"),
        ("IET", "America/Indiana/Indianapolis"), ("IST", "Asia/Kolkata"), ("JST", "Asia/Tokyo"),
        ("MIT", "Pacific/Apia"), ("NET", "Asia/Yerevan"), ("NST", "Pacific/Auckland"),
        ("PLT", "Asia/Karachi"), ("PNT", "America/Phoenix"), ("PRT", "America/Puerto_Rico"),
        ("PST", "America/Los_Angeles"), ("SST", "Pacific/Guadalcanal"),
        ("VST", "Asia/Ho_Chi_Minh"),
    ]

    /// Returns the abbreviation of a zone for which the zone database has only an offset, as in
    /// Java.
    static func abbreviation(of zone: String, isDaylight: Bool) -> String? {
        abbreviations.first { $0.zone == zone }.map { isDaylight ? $0.daylight : $0.standard }
    }

    private static let abbreviations: [(zone: String, standard: String, daylight: String)] = [
        ("America/Argentina/Buenos_Aires", "ART", "ARST"), ("America/Bogota", "COT", "COST"),
        ("America/Lima", "PET", "PEST"), ("America/Santiago", "CLT", "CLST"),
        ("America/Sao_Paulo", "BRT", "BRST"), ("Asia/Almaty", "ALMT", "ALMST"),
        ("Asia/Bangkok", "ICT", "ICST"), ("Asia/Dhaka", "BDT", "BDST"),
        ("Asia/Dubai", "GST", "GDT"), ("Asia/Ho_Chi_Minh", "ICT", "ICST"),
        ("Asia/Kathmandu", "NPT", "NPST"), ("Asia/Kuala_Lumpur", "MYT", "MYST"),
        ("Asia/Riyadh", "AST", "ADT"), ("Asia/Singapore", "SGT", "SGST"),
        ("Asia/Tashkent", "UZT", "UZST"), ("Asia/Tehran", "IRST", "IRDT"),
        ("Asia/Yangon", "MMT", "MMST"), ("Asia/Yerevan", "AMT", "AMST"),
        ("Australia/Lord_Howe", "LHST", "LHDT"), ("Europe/Istanbul", "TRT", "TRST"),
        ("Pacific/Apia", "WSST", "WSDT"), ("Pacific/Guadalcanal", "SBT", "SBST"),
    ]

    /// Returns the full name of a common abbreviation, for the pattern letters `zzzz`.
    static func fullName(of abbreviation: String, offset: Int64) -> String? {
        fullNames.first { $0.abbreviation == abbreviation && $0.offset == offset }?.name
    }

    private static let fullNames: [(abbreviation: String, offset: Int64, name: String)] = [
        ("UTC", 0, "Coordinated Universal Time"), ("GMT", 0, "Greenwich Mean Time"),
        ("JST", 32_400, "Japan Standard Time"), ("KST", 32_400, "Korean Standard Time"),
        ("CST", 28_800, "China Standard Time"), ("IST", 19_800, "India Standard Time"),
        ("HKT", 28_800, "Hong Kong Standard Time"), ("SGT", 28_800, "Singapore Standard Time"),
        ("ICT", 25_200, "Indochina Time"), ("WIB", 25_200, "Western Indonesia Time"),
        ("NPT", 20_700, "Nepal Time"), ("BDT", 21_600, "Bangladesh Standard Time"),
        ("PKT", 18_000, "Pakistan Standard Time"), ("GST", 14_400, "Gulf Standard Time"),
        ("MSK", 10_800, "Moscow Standard Time"), ("TRT", 10_800, "Turkey Time"),
        ("AEST", 36_000, "Australian Eastern Standard Time"),
        ("AEDT", 39_600, "Australian Eastern Daylight Time"),
        ("LHST", 37_800, "Lord Howe Standard Time"), ("LHDT", 39_600, "Lord Howe Daylight Time"),
        ("NZST", 43_200, "New Zealand Standard Time"),
        ("NZDT", 46_800, "New Zealand Daylight Time"),
        ("BRT", -10_800, "Brasilia Standard Time"), ("BRST", -7200, "Brasilia Summer Time"),
        ("ART", -10_800, "Argentina Standard Time"),
        ("NST", -12_600, "Newfoundland Standard Time"),
        ("NDT", -9000, "Newfoundland Daylight Time"),
        ("AST", -14_400, "Atlantic Standard Time"), ("ADT", -10_800, "Atlantic Daylight Time"),
        ("EST", -18_000, "Eastern Standard Time"), ("EDT", -14_400, "Eastern Daylight Time"),
        ("CST", -21_600, "Central Standard Time"), ("CDT", -18_000, "Central Daylight Time"),
        ("MST", -25_200, "Mountain Standard Time"), ("MDT", -21_600, "Mountain Daylight Time"),
        ("PST", -28_800, "Pacific Standard Time"), ("PDT", -25_200, "Pacific Daylight Time"),
        ("AKST", -32_400, "Alaska Standard Time"), ("AKDT", -28_800, "Alaska Daylight Time"),
        ("HST", -36_000, "Hawaii-Aleutian Standard Time"),
        ("CET", 3600, "Central European Standard Time"),
        ("CEST", 7200, "Central European Summer Time"),
        ("EET", 7200, "Eastern European Standard Time"),
        ("EEST", 10_800, "Eastern European Summer Time"),
        ("BST", 3600, "British Summer Time"),
    ]
}
