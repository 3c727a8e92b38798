import PushBackends
import PushModel
import PushText
import Testing

/// NC-01, NC-02, NC-07: the embedded backend, with a signature that a test can read.
@Suite struct NCMBServiceTests {
    private static let token = String(repeating: "0123456789abcdef", count: 4)
    private static let fields: JSON = [
        "deviceType": "ios", "deviceToken": .string(token), "applicationName": "app",
        "appVersion": "1", "badge": 2,
    ]

    private func sign(_ text: String, _ key: String) -> String { key + "|" + text }

    /// Sends a request, signed unless a signature is given.
    private func send(
        _ method: String, _ path: String, _ body: JSON = fields, records: NCMBRecords = .init(),
        application: String = NCMBKeys.embedded.application, signature: String? = nil
    ) -> (status: Int, code: String?, change: NCMBChange?) {
        let timestamp = "2026-01-01T00:00:00.000Z"
        let text = NCMBSignature(
            method: method, path: path, applicationKey: application, timestamp: timestamp
        ).text
        let request = ServiceRequest(
            method: method, path: path,
            headers: [
                HeaderField("X-NCMB-Application-Key", application),
                HeaderField("X-NCMB-Timestamp", timestamp),
                HeaderField(
                    "X-NCMB-Signature", signature ?? sign(text, NCMBKeys.embedded.client)),
            ], body: Array(body.text.utf8))
        let service = NCMBService(keys: .embedded, sign: sign)
        let (response, change) = service.answer(
            request, records: records, newID: "NEW", receivedAt: Tick(milliseconds: 5))
        let json = try? JSONParser.parse(response.body)
        return (response.status, json?["code"]?.stringValue, change)
    }

    private static func record(_ id: String) -> NCMBInstallation {
        NCMBInstallation(
            objectID: id, deviceToken: token, applicationName: "app", appVersion: "1", badge: 2,
            updatedAt: Tick(milliseconds: 5))
    }

    private static func records(_ ids: String...) -> NCMBRecords {
        var records = NCMBRecords()
        for id in ids { records.apply(.saved(record(id))) }
        return records
    }

    @Test func `a new record is created and an old one updated`() {
        let created = send("POST", "/2013-09-01/installations")
        #expect(created.status == 201)
        #expect(created.change == .saved(Self.record("NEW")))
        let updated = send(
            "PUT", "/2013-09-01/installations/OLD", records: Self.records("OLD"))
        #expect(updated.status == 200)
        #expect(updated.change == .saved(Self.record("OLD")))
    }

    @Test func `an open is counted for a device that is known`() {
        let path = "/2013-09-01/push/p-1/openNumber"
        let known = send("POST", path, records: Self.records("OLD"))
        #expect(known.status == 200 && known.change == .opened(push: "p-1"))
        let unknown = send("POST", path)
        #expect(unknown.status == 404 && unknown.code == "E404004")
    }

    @Test(
        arguments: [
            ("POST", "/2013-09-01/installations", fields, "OLD", 409, "E409001"),
            ("PUT", "/2013-09-01/installations/GONE", fields, "OLD", 404, "E404001"),
            ("DELETE", "/2013-09-01/installations/OLD", fields, "OLD", 405, "E405001"),
            ("POST", "/2013-09-01/classes/Item", fields, "OLD", 404, "E404002"),
            ("POST", "/2014-01-01/installations", fields, "OLD", 404, "E404002"),
            ("POST", "/2013-09-01/installations", ["deviceToken": "XYZ"], "", 400, "E400004"),
            ("POST", "/2013-09-01/installations", [], "", 400, "E400001"),
        ] as [(String, String, JSON, String, Int, String)])
    func `a fault has its status and code`(
        method: String, path: String, body: JSON, known: String, status: Int, code: String
    ) {
        let records = known.isEmpty ? NCMBRecords() : Self.records(known)
        let answer = send(method, path, body, records: records)
        #expect(answer.status == status && answer.code == code && answer.change == nil)
    }

    @Test func `a wrong signature and an unknown application are refused`() {
        let path = "/2013-09-01/installations"
        let wrong = send("POST", path, signature: "wrong")
        #expect(wrong.status == 401 && wrong.code == "E401001" && wrong.change == nil)
        let unknown = send("POST", path, application: "other")
        #expect(unknown.status == 404 && unknown.code == "E404005" && unknown.change == nil)
    }

    @Test func `what is signed sorts the query as one parameter, as the SDK does`() {
        let signature = NCMBSignature(
            method: "GET", path: "/p", query: "where=1&Any=2", applicationKey: "k",
            timestamp: "t")
        #expect(
            signature.text == """
                GET
                mbaas.api.nifcloud.com
                /p
                SignatureMethod=HmacSHA256&SignatureVersion=2&X-NCMB-Application-Key=k&\
                X-NCMB-Timestamp=t&where=1&Any=2
                """)
        #expect(NCMBKeys(application: "", client: "c") == nil)
        #expect(NCMBKeys(application: "a", client: "") == nil)
    }
}
