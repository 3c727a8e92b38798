import PushModel
import PushPayload
import PushSimulation
import PushText

extension FCMGateway {
    /// Composes the request that FCM hands to APNs for one app.
    ///
    /// - Throws: a header or a size that FCM answers with INVALID_ARGUMENT.
    public static func composition(
        of request: FCMRequest, with composer: FCMComposer
    ) throws(CompositionRefusal) -> Composition {
        var composed = try composer.compose(request.message)
        composed.notes += request.foreignParts.map {
            "`\($0)` is for devices that this workspace does not have"
        }
        return composed
    }

    /// Returns FCM's answer to a message whose topic and push type APNs refuses for the app's
    /// token; nil if APNs takes them.
    ///
    /// APNs judges FCM's requests as any other's, and FCM passes its answer on. Google does not
    /// document which topic FCM fills in beside a push type: here it is the app's, or that of its
    /// Live Activities. Whether the token is ActivityKit's is for the world to judge.
    ///
    /// - Parameters:
    ///   - request: the message.
    ///   - app: the app that it is for.
    ///   - world: says whether APNs tells the tokens of other frameworks from the app's own.
    /// - Returns: the answer.
    public static func misfit(
        of request: FCMRequest, to app: AppAddress, in world: World
    ) -> FCMRefusal? {
        let isForActivity = request.activityToken != nil
        let usual = isForActivity ? PushType.liveactivity : .alert
        let type = request.apnsHeader("apns-push-type").flatMap(PushType.init) ?? usual
        let named = request.apnsHeader("apns-topic")
        let own = app.bundleID
        let fit = TopicFit(
            topic: named ?? own + (type == .liveactivity ? type.topicSuffix : ""), type: type,
            place: .init(app: app, environment: "", isForActivities: isForActivity),
            distinguishesTokens: world.surroundings.config.distinguishesTokens)
        do throws(APNsRefusal) {
            if fit.topic.isEmpty { throw APNsRefusal("MissingTopic") }
            guard APNsGateway.isWellFormed(fit.topic) else { throw APNsRefusal("BadTopic") }
            try fit.check()
            return nil
        } catch {
            guard error.fault != .ordinaryTokenForActivity else { return nil }
            return passedOn(error, fit, isNamed: named != nil)
        }
    }

    /// FCM's answer to a message whose topic and type do not fit, with the header at fault.
    private static func passedOn(
        _ refusal: APNsRefusal, _ fit: TopicFit, isNamed: Bool
    ) -> FCMRefusal {
        let (type, own) = (fit.type ?? .alert, fit.place.app.bundleID)
        let isOfMessage = type == .alert || type == .background || type == .liveactivity
        let isTopicWrong = isNamed && (isOfMessage || fit.bundleID != own && fit.topic != own)
        let shown = VisibleText.escape(DisplayWidth.truncated(fit.topic, to: 80))
        let found =
            refusal.fault == .ordinaryTokenForType
            ? refusal.cause
            : isTopicWrong
                ? "found the topic `\(shown)`, wanted `\(own)\(type.topicSuffix)`"
                : "found the push type `\(type.rawValue)` with the topic `\(shown)`"
                    + (isNamed ? "" : ", which FCM fills in (Google does not document it)")
        var answer = FCMRefusal.passedOn(refusal.answer, found)
        answer.fault =
            refusal.fault == .ordinaryTokenForType
            ? refusal.fault : isTopicWrong ? .topicOfOtherApp : .typeNotOfMessages
        answer.field =
            "message.apns.headers[\(isTopicWrong ? "apns-topic" : "apns-push-type")]"
        return answer
    }

    /// The ID of a message that was only validated.
    public static let validatedID = "fake_message_id"

    /// Returns the ID of a message, which begins with its microsecond.
    ///
    /// At the end of the clock that has no number, and any other will do.
    static func messageID(at now: Tick, number: Int64) -> String {
        String(now.milliseconds &* 1000 &+ number)
    }

    /// Returns FCM's composer for an app, at an instant.
    ///
    /// - Parameters:
    ///   - senderID: the sender ID of the app's project; nil without one.
    ///   - token: the registration token of the app.
    ///   - now: the instant.
    ///   - number: the number of the message in that millisecond.
    /// - Returns: the composer.
    public static func composer(
        of senderID: String?, token: String?, at now: Tick, number: Int64
    ) -> FCMComposer {
        FCMComposer(
            messageID: messageID(at: now, number: number), senderID: senderID,
            registrationToken: token, sentAt: Int(now.unixSeconds))
    }

    /// Returns the Live Activity that a message is for; nil without one.
    ///
    /// - Parameters:
    ///   - request: the message.
    ///   - world: the world, which has the tokens in use.
    ///   - tokens: reads those of the history, which are needed for any other token.
    /// - Returns: the address.
    public static func activity(
        of request: FCMRequest, in world: World, _ tokens: () -> [TokenRow]
    ) -> ActivityAddress? {
        guard let token = request.activityToken else { return nil }
        let isInUse = world.devices.contains { device in
            device.apps.withUnsafeBufferPointer { apps in
                apps.indices.contains {
                    apps[$0].tokens.deviceToken == token
                        || apps[$0].activities.tokens.contains(token)
                }
            }
        }
        let kinds = [TokenRow.activity, TokenRow.activityStart, "device"]
        let isKnown = isInUse || tokens().contains { $0.token == token && kinds.contains($0.kind) }
        return isKnown ? .token(token) : .unissued(token)
    }

    /// Returns the push that a message becomes for one app.
    ///
    /// - Parameters:
    ///   - request: the message.
    ///   - recipient: the app.
    ///   - activity: the Live Activity that the message is for.
    ///   - now: the instant.
    ///   - number: the number of the message in that millisecond.
    /// - Returns: the push.
    /// - Throws: FCM's answer to a message that it does not accept.
    public func push(
        of request: FCMRequest, to recipient: Recipient, activity: ActivityAddress?, at now: Tick,
        number: Int64
    ) throws(FCMRefusal) -> Push {
        let app = world.place(of: recipient.app)
        let sender = app.flatMap { world[$0].settings.firebase?.senderID }
        let token = app.flatMap { world[$0].tokens.cachedToken(of: sender) }
        let composed: Composition
        do throws(CompositionRefusal) {
            composed = try Self.composition(
                of: request,
                with: Self.composer(of: sender, token: token, at: now, number: number))
        } catch {
            throw .invalid(
                error.field, "Request contains an invalid argument.", found: error.message,
                fault: error.isTooLarge ? .messageTooLong : nil)
        }
        let payload = Payload(root: composed.payload, text: composed.text)
        var push = Push(payload: payload, byteCount: payload.byteCount)
        push.bundleID = recipient.app.bundleID
        push.notes = composed.notes
        push.isSentByFCM = true
        push.isSentToTopic = request.target.isTopic
        push.topics = request.target.topics
        push.address = recipient.address
        push.activity = activity
        push.senderID = senderID
        push.apply(composed.headers, of: request, at: now)
        return push
    }
}

extension Push {
    /// Takes an `apns-expiration` at a Unix time, for the 30 days that APNs keeps a push at most.
    ///
    /// One in another unit, which no gateway refuses, is warned of.
    mutating func expire(at value: Int64, now: Int64) {
        let (left, isBeyond) = value.subtractingReportingOverflow(now)
        self.timeToLive = isBeyond ? 2_592_000 : Int(min(max(0, left), 2_592_000))
        guard let unit = ExpirationUnit(value) else { return }
        self.warnings.append(
            "`apns-expiration` \(value) \(unit.fault), so \(unit.consequence): \(unit.cure)")
    }

    /// Applies the APNs headers of an FCM message, unless the sender gave others.
    ///
    /// Only the message's own expiration counts: FCM's usual one is longer than APNs keeps.
    public mutating func apply(
        _ headers: [HeaderField], of request: FCMRequest, at now: Tick
    ) {
        if self.timeToLive == nil,
            let end = request.apnsHeader("apns-expiration").flatMap(Int64.init)
        {
            expire(at: end, now: now.unixSeconds)
        }
        for header in headers {
            switch header.name {
            case "apns-push-type": self.pushType = self.pushType ?? header.value
            case "apns-priority": self.priority = self.priority ?? Int(header.value)
            case "apns-collapse-id": self.collapseID = self.collapseID ?? header.value
            default:
                guard let meant = PayloadKeyEntry.headerMeant(by: header.name),
                    !headers.contains(where: { $0.name == meant })
                else { continue }
                self.notes.append(
                    "APNs ignores the header `\(header.name)`, which it does not know: write "
                        + "`\(meant)`")
            }
        }
    }

    /// Takes the note on a push type that has tokens of its own, once APNs has accepted its topic.
    public mutating func noteTokenIssuer() {
        let type = self.pushType.flatMap(PushType.init)
        if let note = TopicFit.note(on: type) { self.notes.append(note) }
    }
}
