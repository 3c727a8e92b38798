import PushBackends
import PushText
import Testing

@testable import PushWire

/// KD-06: APNs names the request in each of its answers.
@Suite struct AnswerIDTests {
    private static let id = "0123ABCD-0000-4000-8000-0123456789AB"
    private let refusal = ServiceKind.apns.refusal(403, "a page may not")

    private func request(_ path: String, _ fields: [(String, String)] = []) -> ServiceRequest {
        ServiceRequest(
            method: "POST", path: path, headers: fields.map { HeaderField($0.0, $0.1) }, body: [])
    }

    @Test(
        arguments: [
            ("/3/device/ab", ServiceKind.apns, "apns-id"),
            ("/4/broadcasts/apps/b", .apns, "apns-request-id"),
            ("/1/apps/b/channels", .channels, "apns-request-id"),
            ("/", .channels, "apns-request-id"),
        ])
    func `an answer that was made elsewhere gets the ID of its kind`(
        path: String, service: ServiceKind, name: String
    ) throws {
        let made = try #require(refusal.missingID(for: request(path), at: service))
        #expect(made.name == name && made.value.utf8.count == 36)
        let own = refusal.missingID(for: request(path, [(name, Self.id)]), at: service)
        #expect(own?.name == name && own?.value == Self.id)
        let odd = refusal.missingID(for: request(path, [(name, "x")]), at: service)
        #expect(odd?.value.utf8.count == 36)
    }

    @Test func `an answer that has one gets no other, and no other service has any`() {
        var named = refusal
        named.headers.append(HeaderField("apns-id", Self.id))
        #expect(named.missingID(for: request("/3/device/ab"), at: .apns) == nil)
        #expect(refusal.missingID(for: request("/v3/device/ab"), at: .fcm) == nil)
    }
}
