import Testing

@testable import PushSimulation

@Suite struct VersionTests {
    @Test(arguments: [
        ("17", "17.1"), ("17.9", "17.10"), ("9.3", "12.16"), ("12.19", "12.20"),
        ("12.16-snapshot", "12.17"), ("", "1"), ("0.9", "1"), ("1..2", "1.3"),
        // A number too large for an Int, and a part without a number, count as zero.
        ("1.99999999999999999999", "1.1"), ("1.x", "1.1"), ("1.x9", "1.1"),
    ])
    func `the first number that differs decides`(less: String, more: String) {
        #expect(Version(less) < Version(more))
        #expect(!(Version(more) < Version(less)))
        #expect(Version(less) != Version(more))
    }

    @Test(arguments: [
        ("17", "17.0"), ("17", "17.0.0"), ("17.", "17"), (".17", "17"), ("12.20-snapshot", "12.20"),
        ("", "0"), ("1.99999999999999999999", "1.0"),
    ])
    func `missing numbers are zero, and text after the digits is ignored`(
        one: String, other: String
    ) {
        #expect(Version(one) == Version(other))
        #expect(!(Version(one) < Version(other)))
    }
}
