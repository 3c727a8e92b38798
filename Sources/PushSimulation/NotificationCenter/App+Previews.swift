import PushModel

/// The texts of a notification that the user can read.
extension App {
    /// A notification as it can be read on a device now.
    public func readable(
        _ notification: PushNotification, on device: DeviceStatus
    ) -> PushNotification {
        device.hidesPreviews ? settings.withoutPreview(notification) : notification
    }

    /// Reports that a notification's text is hidden, or may differ from its sender's.
    func reportText(_ arrival: Arrival, _ decision: ArrivalDecision, _ step: inout Step) {
        if decision.hidesPreview {
            reportHiddenText(arrival.id, arrival.sequence, &step)
        } else if decision.isSummarised {
            step.report(
                arrival.fact(
                    .note, "",
                    "iOS may show its own summary instead of \(arrival.id)'s text, without "
                        + "reporting it (Apple Intelligence)",
                    .intelligenceSummary))
        }
    }

    /// Reports that Show Previews hides a notification's text.
    func reportHiddenText(_ id: String, _ sequence: Int64, _ step: inout Step) {
        step.report(
            Fact(
                .not, "readable", "\(id): Show Previews hides its text", rule: .previewHidden,
                notification: sequence, .previewHidden))
    }
}

extension AppSettings {
    /// The text that replaces a hidden one; an app may choose another
    /// (`hiddenPreviewsBodyPlaceholder`).
    public static let previewPlaceholder = "Notification"

    /// The visible rest of a notification whose preview is hidden.
    func withoutPreview(_ notification: PushNotification) -> PushNotification {
        let kept = previewOptions(ofCategory: notification.category)
        var hidden = notification
        if !kept.contains(.title) { hidden.title = nil }
        if !kept.contains(.subtitle) { hidden.subtitle = nil }
        hidden.body = Self.previewPlaceholder
        hidden.attachment = nil
        return hidden
    }

    /// The parts that a category keeps visible in a hidden preview.
    public func previewOptions(ofCategory id: String?) -> [PreviewOption] {
        categories.first { $0.id == id }?.previews ?? []
    }
}
