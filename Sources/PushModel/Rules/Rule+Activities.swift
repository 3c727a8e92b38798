/// The rules of Live Activities, and of the broadcast channels that change them.
extension Rule {
    static let activityRules: [Rule] = [
        Rule(
            .activitySupport,
            "An app shows Live Activities with NSSupportsLiveActivities in its Info.plist, while "
                + "its user allows them; this is separate from the permission for notifications.",
            "A-ACTIVITY", .high),
        Rule(
            .activityVisibility,
            "An app starts a Live Activity itself only while it is in front; it may change and end "
                + "it in the background, too.",
            "A-ACTIVITY", .high),
        Rule(
            .activityStart,
            "From iOS 17.2 on a push to the push-to-start token starts a Live Activity; it needs a "
                + "time, attributes with their type, a state and an alert, and wakes the app.",
            "A-LIVE", .high),
        Rule(
            .activityUpdate,
            "A push of event update or end replaces the content of the Live Activity whose token "
                + "it names; one that has ended stays as it is.",
            "A-LIVE", .high),
        Rule(
            .activityOrder,
            "A push whose timestamp is older than the current content's changes nothing.",
            "A-LIVE", .medium),
        Rule(
            .activityDecoding,
            "Attributes and state are decoded as they are, without custom decoding strategies; "
                + "what does not fit the app's types changes nothing.",
            "A-LIVE", .high),
        Rule(
            .activityAlert,
            "The alert of a Live Activity lights the screen and expands it; it leaves no "
                + "notification behind.",
            "A-LIVE", .high),
        Rule(
            .activityLife,
            "A Live Activity runs for at most 8 hours, then the system ends it; the Lock Screen "
                + "keeps it for at most 4 more.",
            "A-ACTIVITY", .high),
        Rule(
            .activityDismissal,
            "An ended Live Activity leaves the Lock Screen at its dismissal date, within 4 hours; "
                + "at once if the date has passed or the user swipes it away.",
            "A-ACTIVITY", .high),
        Rule(
            .activityStale,
            "From its stale-date on a Live Activity is stale, until something newer comes.",
            "A-ACTIVITY", .high),
        Rule(
            .activityPriority,
            "A push to a Live Activity has priority 5 or 10. APNs' answer to 1 is documented for "
                + "channels alone.",
            "A-LIVE", .medium),
        Rule(
            .activityBudget,
            "Pushes of priority 10 count against an hourly budget, which frequent updates raise; "
                + "those of priority 5 do not. Apple names no figure: here 15, or 60.",
            "A-LIVE", .medium),
        Rule(
            .activityStartBudget,
            "iOS starts about ten Live Activities by push in a short time, here an hour, and "
                + "logs that the budget is exceeded; APNs still answers 200.",
            "AF-799505", .low),
        Rule(
            .activityToken,
            "ActivityKit gives an app a token for starts, and one for each Live Activity, which "
                + "is Unregistered once that has ended; both come from APNs, so they need a "
                + "network.",
            "A-LIVE", .medium),
        Rule(
            .activitySwitch,
            "Turning Live Activities off for an app ends those that run, and they leave the screen "
                + "at once.",
            "", .decision),
        Rule(
            .activityLimit,
            "An app has at most five Live Activities at once.",
            "", .decision),
        Rule(
            .activityChannel,
            "From iOS 18 on, a Live Activity can subscribe to a broadcast channel, and fails to "
                + "start if the app has none of that ID; a push to the channel updates or ends "
                + "all subscribers, but starts none.",
            "A-CHANNEL", .high),
        Rule(
            .channelStorage,
            "A channel with storage policy 1 keeps its newest message for offline devices and "
                + "later subscribers, for at most 8 hours; one with policy 0 keeps none.",
            "A-CHANNEL", .high),
    ]
}
