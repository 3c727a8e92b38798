import PushModel
import PushPayload
import PushSimulation
import PushText

extension Session {
    /// Lets the app schedule a local notification, which the clock must be able to reach.
    func schedule(
        _ request: LocalRequest, on device: String?, _ text: () -> String
    ) throws(Failure) {
        guard presentTime().advanced(by: request.milliseconds ?? 0) <= .end else {
            throw Failure(
                .usage(.invalidValue), "it would never fire: the clock ends with the year 9999")
        }
        try act(.local(.add(try named(request, on: device))), on: device, text)
    }

    /// Gives a request without an identifier the next free one, so that it replaces none that is
    /// shown or that another process has scheduled.
    private func named(
        _ request: LocalRequest, on device: String?
    ) throws(Failure) -> LocalRequest {
        guard request.id.isEmpty else { return request }
        let app = app(on: device)
        let taken = Set(app?.scheduled.map(\.id) ?? [])
        var request = request
        var number = 0
        var isFree = false
        while !isFree {
            number += 1
            request.id = "local-\(number)"
            let shown = try edge.history.notification(id: request.id, app: app?.address)
            isFree = shown == nil && !taken.contains(request.id)
        }
        return request
    }

    /// Milliseconds as a number of seconds, such as `60` or `90.500`.
    private static func seconds(_ milliseconds: Int64) -> String {
        let rest = milliseconds % 1000
        return "\(milliseconds / 1000)" + (rest == 0 ? "" : "." + InstantText.padded(rest, 3))
    }

    /// Lists the scheduled notifications, the soonest first.
    func listScheduled(_ app: App) {
        for request in app.scheduled {
            let push = Payload(root: request.content).aps
            let text = push.alert?.title ?? push.alert?.body ?? ""
            say(
                "local   \(request.id) at \(instant(request.fireAt.milliseconds))"
                    + (request.repeats
                        ? ", every \(Self.seconds(request.milliseconds ?? 0)) s" : "")
                    + (text.isEmpty ? "" : " \"\(text)\""))
        }
        if app.scheduled.isEmpty { say("none") }
        last.value = .array(
            app.scheduled.map { request in
                [
                    "id": .string(request.id),
                    "at": .string(InstantText.format(request.fireAt.milliseconds)),
                    "repeats": .bool(request.repeats),
                ]
            })
    }
}
