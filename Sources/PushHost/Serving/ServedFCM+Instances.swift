import PushBackends
import PushGateways
import PushModel
import PushPayload
import PushRuntime
import PushSimulation
import PushText

/// The Instance ID API, which ends on 2027-09-29.
extension ServedFCM {
    /// Answers a call of the Instance ID API.
    func instance(_ request: ServiceRequest, _ call: FCMCall.InstanceCall) -> ServiceResponse {
        host.tell([
            "warning the Instance ID API ends on 2027-09-29; FCM's topicSubscriptions replace it"
        ])
        let access: AccessDesk.Access
        do throws(FCMRefusal) {
            access = try credential(of: request)
            // Without this header Google takes the access token for a key of the old API.
            guard request.header("access_token_auth") == "true" else {
                host.tell([
                    "refused the Instance ID API wants `access_token_auth: true` beside the token"
                ])
                throw .wrongCredential
            }
        } catch { return Self.response(error.ofOtherCall) }
        switch call {
        case .batch, .topic:
            // The rate is of the project's requests, by whatever call (FCM-TOPIC).
            do throws(FCMRefusal) {
                try quota.takeSubscription(of: access.projectID ?? "", at: quotaInstant)
            } catch { return Self.exhausted(error) }
        case .info, .imports: break
        }
        switch call {
        case .batch(let subscribes): return batch(request, subscribes, access)
        case .topic(let topic, let registration, let subscribes):
            return change(registration, topic, access, subscribes)
        case .info(let registration): return info(registration, request, access)
        case .imports: return imports(request, access)
        }
    }

    /// The answer of this API to more changes than the quota allows.
    private static func exhausted(_ refusal: FCMRefusal) -> ServiceResponse {
        .google(
            refusal.status, ["error": .string(refusal.statusName)],
            refusal.retryAfter.map { [HeaderField("Retry-After", String($0))] } ?? [])
    }

    /// Returns the change to a subscription; throws if the registration is unknown, or has all the
    /// topics that it may have.
    private func change(
        _ named: String, _ topic: String, _ access: AccessDesk.Access, subscribes: Bool
    ) throws(FCMRefusal) -> PushArrival {
        // A backend deletes what is NOT_FOUND: a living token of another project must not be.
        let found = try registration(
            named, access.projectID, orOfAnotherProject: .malformedRegistration)
        if subscribes, !found.app.isSubscribed(to: topic, of: found.sender),
            found.app.hasAllTopics(of: found.sender)
        {
            throw .tooManyTopics
        }
        return PushArrival(
            TopicChange(topic: topic, senderID: found.sender, subscribes: subscribes),
            of: found.app.address)
    }

    /// Returns the body of an error of this API.
    private static func error(_ refusal: FCMRefusal) -> JSON {
        if refusal == .tooManyTopics { return ["error": "TOO_MANY_TOPICS"] }
        return ["error": refusal.status == 404 ? "NOT_FOUND" : "INVALID_ARGUMENT"]
    }

    /// Up to 1000 registrations and a topic.
    private func batch(
        _ request: ServiceRequest, _ subscribes: Bool, _ access: AccessDesk.Access
    ) -> ServiceResponse {
        let body = try? JSONParser.parse(request.body)
        guard let topic = body?["to"]?.stringValue, topic.hasPrefix("/topics/"),
            let named = body?["registration_tokens"]?.arrayValue?.compactMap(\.stringValue),
            FCMAddress.isTopic(String(topic.dropFirst(8))), (1...1000).contains(named.count)
        else { return .google(400, ["error": "INVALID_ARGUMENT"]) }
        var results: [JSON] = []
        var changes: [PushArrival] = []
        for token in named {
            do throws(FCMRefusal) {
                changes.append(
                    try change(token, String(topic.dropFirst(8)), access, subscribes: subscribes))
                results.append(.object([]))
            } catch { results.append(Self.error(error)) }
        }
        return apply(changes, ["results": .array(results)])
    }

    /// Subscribes one registration to a topic, or ends that.
    private func change(
        _ named: String, _ topic: String, _ access: AccessDesk.Access, _ subscribes: Bool
    ) -> ServiceResponse {
        guard FCMAddress.isTopic(topic) else {
            return .google(400, ["error": "INVALID_ARGUMENT"])
        }
        do throws(FCMRefusal) {
            return apply(
                [try change(named, topic, access, subscribes: subscribes)], .object([]))
        } catch { return .google(error.status, Self.error(error)) }
    }

    /// Carries out the changes, then answers.
    private func apply(_ changes: [PushArrival], _ answer: JSON) -> ServiceResponse {
        do throws(Failure) { _ = try host.arrive { (_, _) throws(Failure) in changes } } catch {
            return .google(503, ["error": "INTERNAL"])
        }
        return .google(200, answer)
    }

    /// The facts about a registration, with its topics if the query asks for `details`.
    private func info(
        _ named: String, _ request: ServiceRequest, _ access: AccessDesk.Access
    ) -> ServiceResponse {
        let found: Registration
        do throws(FCMRefusal) { found = try registration(named, access.projectID) } catch {
            let text =
                error.status == 404
                ? "No information found about this instance id." : "InvalidToken"
            return .google(error.status, ["error": .string(text)])
        }
        var answer: JSON = [
            "application": .string(found.app.address.bundleID),
            "applicationVersion": .string(found.app.settings.version),
            "authorizedEntity": .string(found.sender), "platform": "IOS", "scope": "*",
        ]
        let topics = found.app.tokens.subscriptions.filter { $0.senderID == found.sender }
        if request.queryValue("details") == "true", !topics.isEmpty {
            let members = topics.map {
                let day = InstantText.format($0.since.milliseconds).prefix(10)
                return JSON.Member(key: $0.topic, value: ["addDate": .string(String(day))])
            }
            answer["rel"] = ["topics": .object(members)]
        }
        return .google(200, answer)
    }

    /// Registrations for up to 100 device tokens that an app already has.
    private func imports(
        _ request: ServiceRequest, _ access: AccessDesk.Access
    ) -> ServiceResponse {
        let body = try? JSONParser.parse(request.body)
        guard let bundleID = body?["application"]?.stringValue,
            let tokens = body?["apns_tokens"]?.arrayValue?.compactMap(\.stringValue),
            (1...100).contains(tokens.count)
        else { return .google(400, ["error": "INVALID_ARGUMENT"]) }
        var registrations: [String: String] = [:]
        do throws(FCMRefusal) {
            try look { world in
                let wanted = access.projectID.map { Self.sender(of: $0, in: world) }
                for app in world.devices.flatMap(\.apps) where app.address.bundleID == bundleID {
                    guard let token = app.tokens.deviceToken,
                        let sender = wanted ?? app.settings.firebase?.senderID,
                        let cached = app.tokens.cached(sender), cached.isRegistered
                    else { continue }
                    registrations[token] = cached.token
                }
            }
        } catch { return .google(error.status, ["error": .string(error.message)]) }
        return .google(
            200,
            [
                "results": .array(
                    tokens.map { token in
                        guard let found = registrations[token.lowercased()] else {
                            return [
                                "apns_token": .string(token), "status": "Internal Server Error",
                            ]
                        }
                        return [
                            "apns_token": .string(token), "status": "OK",
                            "registration_token": .string(found),
                        ]
                    })
            ])
    }
}
