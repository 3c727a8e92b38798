import PushModel

/// A button that the user presses, with the text they typed into its field.
struct ButtonPress: Equatable, Sendable {
    var button: String
    var text: String?
}

/// The buttons of a notification (`UNNotificationAction`).
extension App {
    /// Handles a button that the user presses: the app is called in the background, or comes to the
    /// foreground.
    mutating func press(
        _ press: ButtonPress, _ notification: PushNotification, on device: inout DeviceStatus,
        in world: inout Surroundings, _ step: inout Step
    ) throws(Refusal) {
        let button = try button(press, of: notification)
        var press = press
        // An empty field counts as an empty text.
        if button.options.contains(.text), press.text == nil { press.text = "" }
        take(notification, .tapped, in: world, &step)
        unlock(for: button, notification, on: &device, &step)
        if button.options.contains(.foreground) {
            guard comeForward(for: notification, press, on: device, in: &world, &step) else {
                return
            }
            deliverHeld(on: device, in: &world, &step)
            return
        }
        if !isRunning {
            if crashesAtLaunch(on: device, for: notification.sequence, &step) { return }
            coldStart(foreground: false, on: device, in: &world, &step)
        }
        report(press, of: notification, .tapButton, &step)
    }

    /// A locked device asks for its code before a button brings the app to the foreground, or if
    /// the button requires it; also before the first unlock, when iOS only keeps pushes from apps.
    private func unlock(
        for button: AppSettings.Button, _ notification: PushNotification,
        on device: inout DeviceStatus, _ step: inout Step
    ) {
        guard device.isLocked, button.needsUnlock else { return }
        device.isLocked = false
        step.report(
            Fact(
                .device, address.device, "is unlocked: `\(button.id)` requires it",
                rule: .buttonUnlock, notification: notification.sequence))
    }

    /// Calls the delegate for a button, or reports why it is not called.
    func report(
        _ press: ButtonPress, of notification: PushNotification, _ rule: RuleID,
        _ step: inout Step
    ) {
        if let missing = missingHandler {
            step.report(
                Fact(
                    .not, "called",
                    "didReceive for the action \(press.button): \(missing.text)",
                    rule: missing.rule, notification: notification.sequence,
                    .notCalled(.button)))
            return
        }
        let text = press.text.map { ", text \"\($0)\"" } ?? ""
        step.report(
            Fact(
                .called, "userNotificationCenter(_:didReceive:withCompletionHandler:)",
                "action \(press.button)\(text)", rule: press.text == nil ? rule : .buttonText,
                notification: notification.sequence, .called(.button)))
    }

    /// The button that was pressed; iOS shows the buttons of categories that the app registered.
    private func button(
        _ press: ButtonPress, of notification: PushNotification
    ) throws(Refusal) -> AppSettings.Button {
        let category = settings.categories.first { $0.id == notification.category }
        guard let button = category?.button(press.button) else {
            let known = category?.buttons.map(\.id) ?? []
            throw Refusal(
                .unknownAction,
                known.isEmpty
                    ? "`\(notification.id)` has no buttons"
                    : "`\(notification.id)` has no button `\(press.button)`",
                hint: known.isEmpty
                    ? "buttons come from the category that the payload's `category` names, if "
                        + "the app registered it: `app set categories`"
                    : "its buttons are " + known.map { "`\($0)`" }.joined(separator: ", "))
        }
        guard press.text == nil || button.options.contains(.text) else {
            throw Refusal(
                .unknownAction, "the button `\(button.id)` takes no text",
                hint: "`app set categories` makes it one that does: `+\(button.id):text`")
        }
        return button
    }
}
