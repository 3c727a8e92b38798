import PushBackends
import PushGateways
import PushText

extension ServiceResponse {
    /// Returns the ID that an answer of APNs lacks; nil if it has one, or the service is another.
    ///
    /// APNs puts one into each of its answers. Those that the gateway did not make, such as that to
    /// a body over the limit, have none.
    func missingID(for request: ServiceRequest, at service: ServiceKind) -> HeaderField? {
        guard service.isAPNs,
            !headers.contains(where: { $0.name == "apns-id" || $0.name == "apns-request-id" })
        else { return nil }
        let asked = APNsRequest(
            method: request.method, path: request.path,
            fields: request.headers.map { .init($0.name, $0.value) }, body: [])
        let (field, own) = asked.answerID(manages: service == .channels)
        return HeaderField(field, own ?? RandomUUID.make())
    }
}
