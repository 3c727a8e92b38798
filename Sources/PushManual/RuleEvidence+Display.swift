import PushModel

extension RuleEvidence {
    /// From what is displayed to the warehouse.
    static let display: [RuleID: String] = [
        .presented: "alert is what the system displays, a dictionary or a string",
        .foregroundWillPresent:
            "the options that the completion handler gets say how to alert the user",
        .foregroundNoWillPresent:
            "a delegate that does not implement the method is taken to have answered none",
        .badge:
            "the number for the badge of the app's icon; 0 removes it; without it the "
            + "badge stays",
        .sound: "the name of a sound file, or `default`, to be played",
        .soundCritical:
            "a critical alert ignores the mute switch and Focus, and always plays a sound",
        .muteSwitch: "of the levels only critical bypasses the mute switch",
        .levelPassive:
            "passive adds the notification to the list without lighting the screen or "
            + "playing a sound",
        .localised:
            "loc-key names a string of Localizable.strings; loc-args replace its %@ in "
            + "order",
        .backgroundWake:
            "the system wakes the app and gives it 30 seconds for "
            + "didReceiveRemoteNotification",
        .backgroundHeld:
            "the system holds the newest only, discards it where the app is force-quit, "
            + "delivers it when the app is launched",
        .backgroundMode: "add the capability Background Modes, with Remote notifications",
        .backgroundCallback:
            "the system calls "
            + "application(_:didReceiveRemoteNotification:fetchCompletionHandler:)",
        .forceQuit:
            "the system does not launch an app that the user force-quit until it is "
            + "relaunched or the device restarts",
        .extensionRuns: "the extension runs for an alert whose aps has mutable-content 1",
        .extensionNeedsAlert:
            "no extension for silent notifications, nor for those that only play a sound "
            + "or badge the icon",
        .extensionTimeout:
            "about 30 seconds, then serviceExtensionTimeWillExpire; without an answer the "
            + "original content is shown",
        .extensionNoText: "content without an alert text is ignored, and the original is displayed",
        .extensionImageKeys: "the guide's extension reads image_url",
        .extensionDecrypts:
            "decrypting data that was sent encrypted is a purpose of the extension that "
            + "the article names, with an example",
        .attachmentType: "the table of supported types",
        .attachmentSize: "5 MB for audio, 10 MB for images, 50 MB for movies",
        .appClears:
            "the method takes all that was delivered of the app out of Notification Center",
        .tap:
            "the system launches the app and gives it a response with the default action "
            + "identifier",
        .tapButton: "selecting an action launches the app in the background",
        .dismiss: "the dismiss action is reported only for a category with customDismissAction",
        .eventTracked: "the guide's tracker writes the six events at the hooks that it shows",
        .trackerSetup:
            "TreasureData.m adds nothing where no client was initialised, nor after "
            + "disableCustomEvent",
        .userAssociation:
            "user_id goes with token_register when logged in, and is null when not; login "
            + "registers again",
        .personalUserID: "no personal data in events: hash user IDs",
        .queueFlush: "the queue is first in, first out, and drained in batches",
        .uploadReceipts:
            "receipts match by position; the three Invalid…Error names delete the event, others "
            + "keep it",
        .uploadRefused:
            "any status but 200 keeps the events and reports server_response; only a "
            + "request without an answer is tried again",
        .ncmbInstallation:
            "NCMBInstallation.swift saves the device token in the current installation, "
            + "which a local file keeps",
        .ncmbSignature: "NCMBSignatureCalculator.swift, with the vector of its test",
        .ncmbOpenCount:
            "NCMBPush.swift posts to push/ID/openNumber for a payload with a PushId and "
            + "an installation with an object ID",
        .ncmbRichPush: "handleRichPush presents RichUrl modally in a web view",
        .ncmbLaunchOptions:
            "the sample reads launchOptions at the start and userInfo in "
            + "didReceiveRemoteNotification",
        .sdkCallback:
            "the callback of a table comes when all its requests are over, with the last "
            + "error",
        .sdkPartial: "the status has to be 200 exactly",
        .sdkTarget:
            "KIOEventStore.m inserts projectId and collection with an event and selects by "
            + "projectId, and TDClient.m makes it of a hash of the key",
        .sdkTwice:
            "reading the queue sets its pending marks back, so that two uploads read the "
            + "same rows",
        .apnsTopic: "DeviceTokenNotForTopic (400): the device token does not match the topic",
        .payloadSize: "4096 bytes, 5120 for VoIP and broadcasts; PayloadTooLarge (413) above",
        .urlTypes: "register the scheme in CFBundleURLTypes",
        .linkHandler: "the guide's app implements the handler for its links",
        .linkAllowList:
            "validate destinations before navigation, with an allow-list for sensitive "
            + "actions",
        .writeKey:
            "tdclient/api.py makes an authentication error of 401 and a forbidden error "
            + "of 403",
        .endpointRegion: "use the endpoint of the account's region",
        .storeExists: "tdclient/api.py makes a not-found error of 404",
    ]
}
