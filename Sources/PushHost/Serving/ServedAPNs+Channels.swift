import PushBackends
import PushGateways
import PushRuntime
import PushSimulation
import PushText
import PushWire

/// The answers about broadcast channels.
extension ServedAPNs {
    /// Answers a request.
    ///
    /// - Returns: the lines to report.
    func answer(
        _ judged: Judged, _ verdict: ChannelVerdict, _ report: ArrivalReport?
    ) -> [String] {
        let id = verdict.id ?? RandomUUID.make()
        var headers = [HeaderField("apns-request-id", id)]
        if let channel = report?.channel {
            headers.append(HeaderField("apns-channel-id", channel))
        }
        if let event = report?.id { headers.append(HeaderField(event: event)) }
        let fault = judged.fault
        var (response, line) = Self.response(verdict, headers, report)
        if let planted = fault?.answer(at: .apns) {
            (response, line) = Self.refusal(
                APNsRefusal(planted: planted, at: host.now), headers, report?.id)
        } else if fault?.isAnswered == false {
            line = "dropped \(report?.id ?? id): a stub leaves it without an answer"
        }
        response.opensStreams = verdict.isProviderKnown
        if let seconds = fault?.retryAfter {
            response.headers.append(HeaderField("retry-after", String(seconds)))
        }
        judged.exchange.answer(fault?.reply(response) ?? .response(response))
        return [line] + (report?.lines ?? [])
    }

    /// Returns the answer to a request about channels, and the line that reports it.
    private static func response(
        _ verdict: ChannelVerdict, _ headers: [HeaderField], _ report: ArrivalReport?
    ) -> (ServiceResponse, line: String) {
        if report?.refusal != nil {
            // Another request at the same time was first.
            return refusal(APNsRefusal("ChannelNotRegistered"), headers, report?.id)
        }
        switch verdict.outcome {
        case .change(.create):
            return (
                ServiceResponse(status: 201, headers: headers),
                "channel \(report?.channel ?? "") is made"
                    + (verdict.strangeBundleID.map { ", and no app here has the bundle ID `\($0)`" }
                        ?? "")
            )
        case .change(.delete(let id)):
            return (ServiceResponse(status: 204, headers: headers), "channel \(id) is deleted")
        case .broadcast:
            // Unlike that of a push to a device, in both environments (A-CHANNEL).
            let unique = HeaderField("apns-unique-id", RandomUUID.make().lowercased())
            return (
                ServiceResponse(status: 200, headers: headers + [unique]),
                "pushed  \(report?.id ?? "") to the channel \(verdict.channel ?? "")"
            )
        case .answer(let body):
            return (.json(200, body, headers), "told    \(body.text)")
        case .refused(let refused): return refusal(refused, headers, report?.id)
        }
    }

    /// Returns a refusal with its line.
    private static func refusal(
        _ refusal: APNsRefusal, _ headers: [HeaderField], _ event: String?
    ) -> (ServiceResponse, line: String) {
        let answer = refusal.answer
        return (
            .json(answer.status, refusal.body, headers),
            "refused \(event ?? "a request about channels"): \(answer.reason) (\(answer.status)): "
                + refusal.cause
        )
    }
}
