import Glibc
import PushCrypto
import PushModel
import PushRuntime
import PushTestSupport
import PushText
import Testing

@testable import PushHost

/// NC-01: requests of the NCMB SDK are signed, and its keys are never shown.
@Suite struct NCMBBackendTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func keys(_ text: String) throws -> String {
        let path = try directory.write(text, to: "keys")
        chmod(path, 0o600)
        return path
    }

    private static let fields: JSON = [
        "deviceToken": .string(String(repeating: "ab", count: 32)), "deviceType": "ios",
    ]

    private func request(
        _ method: String = "POST", _ path: String = "/2013-09-01/installations",
        keys: String = "embedded", hasWrongKey: Bool = false, at: Int64 = 1_767_225_600_007
    ) -> NCMBRequest {
        NCMBRequest(
            app: AppAddress(device: "phone", bundleID: "com.example.myapp"),
            purpose: .save(NCMBInstallation(fields: Self.fields)), method: method, path: path,
            body: Self.fields, at: Tick(milliseconds: at), records: NCMBRecords(),
            newID: "abcdefgh", keys: keys, hasWrongKey: hasWrongKey)
    }

    @Test func `a request that is signed with the keys is taken`() throws {
        let answer = try NCMBBackend().send(request())
        #expect(answer.status == 201 && answer.body["objectId"] == "abcdefgh")
        guard case .saved(let record)? = answer.change else {
            Issue.record("\(String(describing: answer.change))")
            return
        }
        #expect(record.objectID == "abcdefgh" && record.updatedAt == answer.request.at)
        #expect(answer.body["createDate"] == "2026-01-01T00:00:00.007Z")
        #expect(answer.request == request())
    }

    @Test(
        arguments: [
            (-1, "1969-12-31T23:59:59.999Z"), (-1000, "1969-12-31T23:59:59.000Z"),
            (-1999, "1969-12-31T23:59:58.001Z"), (0, "1970-01-01T00:00:00.000Z"),
        ] as [(Int64, String)])
    func `an instant before 1970 has its digits`(milliseconds: Int64, text: String) throws {
        let answer = try NCMBBackend().send(request(at: milliseconds))
        #expect(answer.status == 201 && answer.body["createDate"] == .string(text))
    }

    @Test func `another client key is refused`() throws {
        let answer = try NCMBBackend().send(request(hasWrongKey: true))
        #expect(answer.status == 401 && answer.change == nil)
        #expect(answer.body["code"]?.stringValue == "E401001")
    }

    @Test func `a path that the backend has not is refused`() throws {
        let answer = try NCMBBackend().send(request("GET", "/2013-09-01/users"))
        #expect(answer.status == 404)
        #expect(answer.change == nil)
    }

    @Test func `keys of a file sign as those of the embedded application do`() throws {
        let path = try keys("# mine\nNCMB_CLIENT_KEY=c1\nNCMB_APPLICATION_KEY=a1\n")
        #expect(try NCMBBackend().send(request(keys: path)).status == 201)
    }

    @Test(arguments: [
        ("", "found no NCMB_APPLICATION_KEY and NCMB_CLIENT_KEY in the file"),
        ("NCMB_APPLICATION_KEY=a1\n", "found no NCMB_APPLICATION_KEY and NCMB_CLIENT_KEY"),
        ("NCMB_APPLICATION_KEY=\nNCMB_CLIENT_KEY=c1\n", "found no NCMB_APPLICATION_KEY and"),
        (
            "NCMB_APPLICATION_KEY=YOUR_APPLICATION_KEY\nNCMB_CLIENT_KEY=c1\n",
            "`NCMB_APPLICATION_KEY` is a template placeholder"
        ),
        (
            "NCMB_APPLICATION_KEY=a1\nNCMB_CLIENT_KEY=YOUR_NCMB_CLIENTKEY\n",
            "`NCMB_CLIENT_KEY` is a template placeholder"
        ),
    ])
    func `keys that are missing or were never filled in are told`(
        text: String, message: String
    ) throws {
        let path = try keys(text)
        let error = failure { () throws(Failure) in
            _ = try NCMBBackend().send(request(keys: path))
        }
        #expect(error?.code.name == "invalid_keys")
        #expect(error?.message.hasPrefix(message) == true, "\(error?.message ?? "")")
    }

    @Test func `keys are shown by four characters of a long one, and the other never`() throws {
        let long = try NCMBBackend.shown(
            keys("NCMB_APPLICATION_KEY=abcdefghijklmnop\nNCMB_CLIENT_KEY=secret\n"))
        #expect(long.map(\.name) == ["NCMB_APPLICATION_KEY", "NCMB_CLIENT_KEY"])
        #expect(long.map(\.shown) == ["abcd…**", "**"])
        let short = try NCMBBackend.shown(
            keys("NCMB_APPLICATION_KEY=abcdefghijklmno\nNCMB_CLIENT_KEY=secret\n"))
        #expect(short.first?.shown == "…**")
    }
}
