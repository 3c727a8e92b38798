/// The zone names that are not in the zone database, and what they stand for.
enum ZoneNames {
    /// What a short name stands for.
    enum Meaning {
        /// A zone of the database.
        case identifier(String)
        /// An offset that never changes, in seconds east of UTC.
        case fixed(Int64)
    }

    /// Finds what a name in capitals stands for.
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

    /// The full names behind common abbreviations, for the pattern letters `zzzz`.
    static func fullName(of phase: Zone.Phase) -> String? {
        switch (phase.abbreviation, phase.offset) {
        case ("UTC", 0): "Coordinated Universal Time"
        case ("GMT", 0): "Greenwich Mean Time"
        case ("JST", 32_400): "Japan Standard Time"
        case ("KST", 32_400): "Korea Standard Time"
        case ("CST", 28_800): "China Standard Time"
        case ("IST", 19_800): "India Standard Time"
        case ("PST", -28_800): "Pacific Standard Time"
        case ("PDT", -25_200): "Pacific Daylight Time"
        case ("MST", -25_200): "Mountain Standard Time"
        case ("MDT", -21_600): "Mountain Daylight Time"
        case ("CST", -21_600): "Central Standard Time"
        case ("CDT", -18_000): "Central Daylight Time"
        case ("EST", -18_000): "Eastern Standard Time"
        case ("EDT", -14_400): "Eastern Daylight Time"
        case ("CET", 3600): "Central European Time"
        case ("CEST", 7200): "Central European Summer Time"
        case ("BST", 3600): "British Summer Time"
        default: nil
        }
    }
}
