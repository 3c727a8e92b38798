import PushSimulation

/// The reason why a link of the chain is broken: a stable name for scripts (TD-14).
///
/// Raw values never change; what people read is the link's finding. Each is used by the link that
/// its group names, unless its own comment says otherwise.
public enum Cause: String, CaseIterable, Sendable {
    // No notification.
    case permissionDenied = "permission-denied"
    /// The app has run and never called `requestAuthorization`.
    case permissionNotAsked = "permission-not-asked"
    /// The permission is granted, and alerts are off for the app in Settings.
    case alertsOff = "alerts-off"
    case appNotInstalled = "app-not-installed"
    /// The app has no device token: it never registered with APNs, or that failed.
    case notRegistered = "not-registered"
    /// Firebase has no device token: swizzling is off, and the app does not pass it on.
    case apnsTokenNotSet = "apns-token-not-set"
    /// The registration token is of another sender than the app's present Firebase project.
    case projectChanged = "project-changed"
    /// FCM knows the token no longer: it expired, or the sender used an old one.
    case tokenExpired = "token-expired"
    /// There is no registration token, because it was deleted or never fetched.
    case tokenMissing = "token-missing"
    /// The app has another token than before; a push to the old one does not reach it.
    case tokenChanged = "token-changed"
    /// The token is the one with which somebody registered who is not the app's user any more.
    case tokenOfFormerUser = "token-of-former-user"
    /// The token is of a phone that its user had before, where the app still is.
    case tokenOfOldPhone = "token-of-old-phone"
    /// Firebase has no APNs key for the app, so FCM cannot send to it.
    case apnsKeyMissing = "apns-key-missing"
    /// Firebase, or the sender, names another bundle ID than the app has; case matters.
    case bundleIDMismatch = "bundle-id-mismatch"
    /// NCMB has no installation of the app, or one with an earlier device token.
    case installationNotSaved = "installation-not-saved"
    /// The app is not in the audience: a topic, a condition, or a channel.
    case notSubscribed = "not-subscribed"
    case payloadTooLarge = "payload-too-large"
    /// APNs or FCM answered with an error that has no cause of its own here.
    case pushRefused = "push-refused"
    /// APNs did not keep the push for a device that was not reachable, or not long enough.
    case pushDropped = "push-dropped"
    /// A newer push with its collapse ID took its place, at APNs or on the screen.
    case pushReplaced = "push-replaced"
    /// The app removed its own notifications.
    case clearedByApp = "cleared-by-app"
    /// A local notification was refused, or removed before it was due.
    case notScheduled = "not-scheduled"
    /// A local notification is not due yet.
    case scheduledLater = "scheduled-later"
    /// No push is known that the question can be about.
    case neverArrived = "never-arrived"
    case deviceOffline = "device-offline"
    /// The device is locked, and the push's priority of 1 does not wake it; APNs keeps it.
    case deviceAsleep = "device-asleep"
    /// iOS did not run the app for a push with `content-available`.
    case notWoken = "not-woken"
    /// It arrived, and nothing was shown: another push type, or the app's own code decided so.
    case notPresented = "not-presented"
    /// There is nothing to show: no title, subtitle or body.
    case noAlertText = "no-alert-text"
    case heldForSummary = "held-for-summary"
    /// The Firebase SDK asked for a token and got none.
    case tokenFetchFailed = "token-fetch-failed"
    /// The app ends at its start: it is built with an SDK that wants scenes, and has none.
    case scenesMissing = "scenes-missing"
    case firebaseNotConfigured = "firebase-not-configured"
    /// The app ends at its start: `FirebaseApp.configure()` raises an exception.
    case firebaseException = "firebase-exception"
    /// The app has a token and is never told, so it does not upload it.
    case messagingDelegateMissing = "messaging-delegate-missing"
    /// `requestAuthorization` does not ask for what the push needs, such as a badge.
    case authorizationOption = "authorization-option"
    /// The user turned off a row of the app's page in Settings.
    case settingsSwitch = "settings-switch"
    /// The app ran, and did not call `fetchCompletionHandler` in its 30 seconds.
    case completionMissing = "completion-missing"

    // No Live Activity, or none that changed.
    case activityUnsupported = "activity-unsupported"
    case activityTurnedOff = "activity-turned-off"
    case activitySystemTooOld = "activity-system-too-old"
    /// The push lacks a key that its `event` needs.
    case activityIncomplete = "activity-incomplete"
    case activityUnknownType = "activity-unknown-type"
    /// `content-state` does not fit the app's `ContentState`.
    case activityUndecodable = "activity-undecodable"
    /// The token is of another kind than the event: a start needs the push-to-start token.
    case activityWrongToken = "activity-wrong-token"
    /// It is for a Live Activity, and was sent with the push type and topic of another push.
    case activityWrongType = "activity-wrong-type"
    /// No token of ActivityKit has reached the app's code, so its sender has no address.
    case activityUnaddressed = "activity-unaddressed"
    /// No Live Activity that is running matches the push.
    case activityMissing = "activity-missing"
    case activityOver = "activity-over"
    /// A newer push was applied before: its `timestamp` is smaller.
    case activityOutdated = "activity-outdated"
    /// The content shown has a timestamp in the future, so that present ones count as older.
    case activityContentAhead = "activity-content-ahead"
    /// Too many updates of priority 10 in an hour.
    case activityBudget = "activity-budget"
    /// Too many starts by push in an hour.
    case activityStartBudget = "activity-start-budget"
    case activityTooMany = "activity-too-many"
    /// `input-push-channel` is none of the app's channels in its environment.
    case activityNoChannel = "activity-no-channel"
    /// It is shown, but its `stale-date` has passed.
    case activityStale = "activity-stale"

    // It came, but not as people expect.
    case focus
    /// A Focus is on, and the app's filter does not let the push's `filter-criteria` through.
    case focusFilter = "focus-filter"
    /// The permission is provisional, so that it only joins the list.
    case provisional
    case passiveLevel = "passive-level"
    /// The user does not allow the app time-sensitive notifications.
    case timeSensitiveRefused = "time-sensitive-refused"
    /// The level that the payload asks for needs an entitlement.
    case entitlementMissing = "entitlement-missing"
    case deviceLocked = "device-locked"
    /// The mute switch is on, and the sound is not a critical one.
    case muteSwitch = "mute-switch"
    case noSound = "no-sound"
    /// The app has no usable file of that name, so that the default sound was played.
    case soundMissing = "sound-missing"
    case noBadge = "no-badge"
    case badgeNotNumber = "badge-not-number"
    /// The number is on the icon, and nothing has taken it off.
    case badgeStays = "badge-stays"
    /// Each push says the number itself, so that it does not rise by itself.
    case badgeNotCounted = "badge-not-counted"
    /// It has no `thread-id`, or another one than those it should be stacked with.
    case notStacked = "not-stacked"
    /// It has no collapse ID, or another one than the notification that it should replace.
    case notCollapsed = "not-collapsed"
    /// The app posted a local notification for a push that iOS showed as well.
    case postedTwice = "posted-twice"
    /// In the foreground the app's `willPresent` left out what the question is about.
    case willPresentOptions = "will-present-options"
    /// Show Previews hides the text while the device is locked, or always.
    case previewHidden = "preview-hidden"
    /// The app's strings have no entry for a `loc-key`.
    case localisationMissing = "localisation-missing"
    /// The payload names no category.
    case categoryMissing = "category-missing"
    /// The app has not registered the category that the payload names.
    case categoryNotRegistered = "category-not-registered"
    case noButtons = "no-buttons"
    /// The payload names no image that the extension could load.
    case noImage = "no-image"

    // No image.
    case extensionMissing = "extension-missing"
    /// Its deployment target is newer than the device's iOS.
    case extensionTooNew = "extension-too-new"
    /// It ran, and its changes were lost: time, memory, missing keys, or no text left.
    case extensionFailed = "extension-failed"
    /// The extension did not decrypt the body: it has no key, or another one.
    case decryptionFailed = "decryption-failed"
    /// Without `mutable-content` the extension does not run.
    case mutableContentMissing = "mutable-content-missing"
    /// The image is under a key that the extension does not read.
    case imageKeyUnread = "image-key-unread"
    /// App Transport Security does not let the extension load it.
    case imageNotHTTPS = "image-not-https"
    case imageUnreachable = "image-unreachable"
    case imageTooLarge = "image-too-large"
    case imageTimeout = "image-timeout"
    /// iOS cannot attach a file of that type.
    case imageType = "image-type"

    // Nothing after a tap.
    /// The user has not tapped it: the question is about something that only a tap causes.
    case notTapped = "not-tapped"
    case notDismissed = "not-dismissed"
    case noLink = "no-link"
    /// The link tracks the other of the two link events.
    case otherLinkKind = "other-link-kind"
    /// The link is right, and nothing has opened it.
    case linkNotOpened = "link-not-opened"
    /// The app's own scheme is not in its Info.plist.
    case schemeNotRegistered = "scheme-not-registered"
    /// The scheme is not one of the app.
    case unknownScheme = "unknown-scheme"
    case linkHandlerMissing = "link-handler-missing"
    /// The app's list of screens that links may open lacks this one.
    case linkNotAllowed = "link-not-allowed"
    /// The scheme is one that no app should open from a push, such as `javascript`.
    case linkUnsafe = "link-unsafe"
    /// The text is no URL on this system.
    case linkMalformed = "link-malformed"
    /// The link is under a key that the app does not read.
    case linkKeyUnread = "link-key-unread"
    /// The domain does not confirm the app, so that the browser opened the link.
    case associationRefused = "association-refused"
    /// The app does not implement `continue userActivity`.
    case userActivityUnread = "user-activity-unread"
    /// At a cold start the scene delegate does not read the link from `connectionOptions`.
    case connectionOptionsUnread = "connection-options-unread"
    /// The scene delegate does not implement `scene(_:openURLContexts:)`.
    case openURLContextsMissing = "open-url-contexts-missing"

    // No events.
    /// NCMB did not count the open.
    case openNotCounted = "open-not-counted"
    /// The app does not use Treasure Data.
    case notTracking = "not-tracking"
    case sdkNotInitialised = "sdk-not-initialised"
    /// The SDK tracks no custom events: `disableCustomEvent` was called.
    case customEventsOff = "custom-events-off"
    /// No code of the app ran that could have tracked it.
    case noCodeRuns = "no-code-runs"
    /// The app has no delegate of the notification centre.
    case delegateMissing = "delegate-missing"
    /// The delegate has no `didReceive`, so that the app does not learn of the answer.
    case responseHandlerMissing = "response-handler-missing"
    /// The notification's category has no `customDismissAction`, so that iOS reports no dismissal.
    case dismissNotRegistered = "dismiss-not-registered"
    /// Nothing tracked the event, and nothing is known that prevented it.
    case notTracked = "not-tracked"
    /// The event's user is an e-mail address or a telephone number.
    case personalUserID = "personal-user-id"
    /// The queue was full, and the event was its oldest.
    case eventDropped = "event-dropped"
    /// The event waits: this app only uploads by hand.
    case manualUpload = "manual-upload"
    /// Treasure Data refuses the write key, or there is none.
    case wrongWriteKey = "wrong-write-key"
    /// The write key is right, and its account in another region.
    case wrongRegion = "wrong-region"
    /// The database or table that uploads name does not exist.
    case storeMissing = "store-missing"
    /// The last upload got no answer, or one that asks to try again.
    case noAnswer = "no-answer"
    case uploadRefused = "upload-refused"
    /// The answer to the upload did not acknowledge the event, which stays in the queue.
    case receiptFailed = "receipt-failed"
    /// The service can never store the event.
    case eventPoisoned = "event-poisoned"
    /// The event was acknowledged, and the warehouse lacks it.
    case notStored = "not-stored"
    /// The database's retention has removed the row.
    case retentionOver = "retention-over"
    /// The payload names no campaign where the app reads it.
    case campaignMissing = "campaign-missing"
    /// Uploads write the campaign to another column.
    case campaignColumn = "campaign-column"
    /// The warehouse has several equal rows of it.
    case storedTwice = "stored-twice"
    case tableDeleted = "table-deleted"
    /// The app's events go to another table than the one in question.
    case otherTable = "other-table"
    /// The row was stored without a field for which the table has no column.
    case columnMissing = "column-missing"
    /// Uploads cannot leave: the endpoint's host is none, or this network does not reach it.
    case endpointUnreachable = "endpoint-unreachable"
    /// The queue was deleted with the app's data.
    case queueDeleted = "queue-deleted"
    /// The app has tracked no event yet.
    case noEvents = "no-events"
    /// Nobody was logged in when the event was tracked, so that its user is null.
    case noUser = "no-user"
}
