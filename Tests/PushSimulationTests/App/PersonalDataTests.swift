import Testing

@testable import PushSimulation

/// TD-15: what a user ID looks like.
@Suite struct PersonalDataTests {
    @Test(
        arguments: [
            ("ann@example.com", .email), ("a.b+c@mail.example.co.jp", .email), ("a@b", nil),
            ("@example.com", nil), ("ann@", nil), ("ann@example.", nil), ("a b@example.com", nil),
            ("a@b@c.com", nil), ("+819012345678", .telephone), ("090-1234-5678", .telephone),
            ("(03) 1234 5678", .telephone), ("09012345678", .telephone), ("1234567890", nil),
            ("2025121400", nil), ("cust-001", nil), ("12-34", nil), ("", nil),
            ("71d4f55f72fa128dfb468a1a3901507c804b74316488744d769d7f4b16696476", nil),
        ] as [(String, PersonalData?)])
    func `addresses and numbers are told from IDs`(text: String, wanted: PersonalData?) {
        #expect(PersonalData(in: text) == wanted)
    }
}
