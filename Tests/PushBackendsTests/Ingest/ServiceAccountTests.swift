import PushBackends
import PushPayload
import PushSimulation
import PushText
import Testing

/// TD-13, TD-14, TD-15: the account behind the embedded service knows its region and its keys.
@Suite struct ServiceAccountTests {
    private static let key = "1/0123456789abcdef"
    private static let master = "1/fedcba9876543210"

    private func status(_ key: String?, in region: String) -> Int {
        let service = IngestService(sink: RecordingSink()) { "NEW" }
        service.writeKey = .account(
            ServiceAccount(region: "us", keys: [Self.key, Self.master]), askedIn: region)
        let request = request(
            #"{"events":[{"a":1}]}"#, authorization: key.map { "TD1 " + $0 })
        return service.answer(request, receivedAt: 7).status
    }

    @Test(
        arguments: [
            (key, "us", 200), (key, "tokyo", 401), (master, "us", 200), (master, "tokyo", 401),
            ("2/0123456789abcdef", "us", 403), ("YOUR_WRITE_KEY", "us", 401), (nil, "us", 401),
        ] as [(String?, String, Int)])
    func `a key is answered by its account, its region and its kind`(
        key: String?, region: String, status: Int
    ) {
        #expect(self.status(key, in: region) == status)
    }
}
