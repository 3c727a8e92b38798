import PushPayload
import PushSimulation
import PushText

extension Session {
    /// Lets the app schedule a local notification; without an identifier it gets the next free one,
    /// so that it replaces none that is shown.
    func schedule(
        _ request: LocalRequest, on device: String?, _ text: () -> String
    ) throws(Failure) {
        var request = request
        if request.id.isEmpty {
            let app = app(on: device)
            let taken = Set(app?.scheduled.map(\.id) ?? [])
            var number = 0
            var isFree = false
            while !isFree {
                number += 1
                request.id = "local-\(number)"
                let shown = try edge.history.notification(id: request.id, app: app?.address)
                isFree = shown == nil && !taken.contains(request.id)
            }
        }
        try act(.local(.add(request)), on: device, text)
    }

    /// Lists the scheduled notifications, the soonest first.
    func listScheduled(_ app: App) {
        for request in app.scheduled {
            let push = Payload(root: request.content).aps
            let text = push.alert?.title ?? push.alert?.body ?? ""
            say(
                "local   \(request.id) at \(instant(request.fireAt.milliseconds))"
                    + (request.repeats ? ", every \(request.seconds ?? 0) s" : "")
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
