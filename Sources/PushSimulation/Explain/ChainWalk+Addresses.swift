/// The links that give an app an address: permission, device token, registration token.
extension ChainWalk {
    mutating func walkAddresses() {
        guard needsPush || subject.event == .tokenRegister else {
            for stage in [ChainLink.Stage.permission, .deviceToken, .registrationToken] {
                skipped(stage, .linkRouted, "a link that is opened by hand needs none")
            }
            return
        }
        walkPermission()
        walkDeviceToken()
        walkRegistrationToken()
    }

    private mutating func walkPermission() {
        guard let app, app.state != .uninstalled else {
            pending(.permission, .permissionPrompt, "no app is there to be allowed anything")
            return
        }
        if let fact = fact(ofRules: ["permission-", "alerts-off"], [.not]) {
            refusedPermission(fact.rule, reason(fact))
        } else if isPresented || isHeldForSummary {
            let isAllowed = [.authorized, .provisional].contains(app.permission.status)
            let now = app.permission.status.rawValue
            ok(.permission, isAllowed ? now : "granted then; \(now) now", .permissionPrompt)
        } else if isSilent, row != nil, row?.state != "refused" {
            skipped(.permission, .backgroundWake, "a background push needs none")
        } else {
            walkPermissionNow(app)
        }
    }

    /// Without a recorded answer: what the permission is, if what was asked about needs it.
    private mutating func walkPermissionNow(_ app: App) {
        let permission = app.permission
        let text = permission.status.rawValue
        if subject.event == .tokenRegister, app.settings.registration == .atLaunch {
            skipped(.permission, .apnsRegistration, "\(text); the app registers without it")
            return
        }
        switch permission.status {
        case .authorized, .provisional:
            guard permission.alerts || !subject.needsPush else {
                refusedPermission(.alertsOff, "alerts are off for the app in Settings")
                return
            }
            ok(.permission, text, .permissionPrompt)
        case .denied: refusedPermission(.permissionDenied, "the permission is denied")
        case .notDetermined where !app.wasLaunched:
            pending(.permission, .permissionPrompt, "never asked for: the app was never opened")
        case .notDetermined:
            refusedPermission(.permissionNotAsked, "the permission was never asked for")
        }
    }

    private mutating func refusedPermission(_ rule: RuleID, _ found: String) {
        switch rule {
        case .permissionNotAsked:
            broken(
                .permission, .permissionNotAsked, found, Basis(rule),
                cure: "`permission ask`; the app must call requestAuthorization")
        case .alertsOff:
            broken(
                .permission, .alertsOff, found, Basis(rule),
                cure: "the user allows alerts in Settings: `permission grant --alerts on`")
        default:
            broken(
                .permission, .permissionDenied, found, Basis(rule),
                cure: "the user allows notifications in Settings: `permission grant`")
        }
    }

    private mutating func walkDeviceToken() {
        guard let app, app.state != .uninstalled else {
            let what = app.map { "`\($0.address.bundleID)` is deleted" } ?? "no app is installed"
            broken(
                .deviceToken, .appNotInstalled, "\(what) on `\(device.name)`",
                Basis(.unregistered), cure: "`app install`, then `app launch`")
            return
        }
        if let fact = fact(ofRules: ["no-device-token", "unregistered"], [.not]) {
            unregistered(app, Basis(fact.rule), reason(fact))
        } else if row != nil {
            let token = app.tokens.deviceToken.map(TokenText.short) ?? "gone by now"
            ok(.deviceToken, token, .apnsRegistration)
        } else if let token = app.tokens.deviceToken {
            ok(.deviceToken, TokenText.short(token), .apnsRegistration)
        } else if isBroken, app.settings.registration == .whenGranted {
            pending(
                .deviceToken, .apnsRegistration,
                "none: the app registers only after the permission is granted")
        } else {
            unregistered(app, Basis(.noDeviceToken), "the app has not registered with APNs")
        }
    }

    /// Says why there is no device token, by what the app would have to do to get one.
    private mutating func unregistered(_ app: App, _ basis: Basis, _ found: String) {
        var found = found
        let cure: String
        if isBroken, app.settings.registration == .whenGranted {
            pending(.deviceToken, .apnsRegistration, "\(found); it waits for the permission")
            return
        }
        if app.tokens.deviceToken != nil {
            cure = "it is registered by now: send the push again"
        } else if !app.settings.hasAPNsEntitlement {
            found += ": it lacks the aps-environment entitlement"
            cure = "add the Push Notifications capability: `app set entitlement.aps on`"
        } else if app.settings.registration == .never {
            found += ": it never calls registerForRemoteNotifications"
            cure = "call it at launch: `app set register granted`, then `app launch`"
        } else if !app.wasLaunched {
            found += ": it was never opened"
            cure = "`app launch`"
        } else if !device.status.isOnline || world.surroundings.network.mode == .off {
            found += ": there was no network"
            cure = "`device online` and `network simulated`, then `app kill` and `app launch`"
        } else {
            cure = "`app kill`, then `app launch`"
        }
        broken(.deviceToken, .notRegistered, found, basis, cure: cure)
    }

    private mutating func walkRegistrationToken() {
        guard let app, let project = app.settings.firebase else {
            skipped(.registrationToken, .fcmFetch, "the app does not use Firebase")
            return
        }
        if let fact = fact(ofRules: ["fcm-expiry", "fcm-sender-mismatch"], [.not]) {
            let isExpired = fact.rule == .fcmExpiry
            broken(
                .registrationToken, isExpired ? .tokenExpired : .projectChanged, reason(fact),
                Basis(fact.rule),
                cure: isExpired
                    ? "`token refresh`, so that the app uploads a new one"
                    : "the app calls token(completion:) after the APNs token is set: `token fetch`")
        } else if isPastFCM, app.tokens.cached(project.senderID)?.isRegistered != true {
            skipped(
                .registrationToken, .fcmExpiry,
                "this push did not pass FCM, which would have refused it: there is no valid token")
        } else if let token = tokenAtArrival(project) {
            ok(.registrationToken, TokenText.short(token), .fcmDelegate)
        } else if let cached = app.tokens.cached(project.senderID) {
            guard cached.isRegistered else {
                broken(
                    .registrationToken, .tokenExpired,
                    "\(TokenText.short(cached.token)) is expired: FCM answers UNREGISTERED",
                    Basis(.fcmExpiry), cure: "`token refresh`, so that the app uploads a new one")
                return
            }
            ok(
                .registrationToken,
                "\(TokenText.short(cached.token)), sender \(project.senderID)", .fcmDelegate)
        } else if status(.deviceToken) != .ok {
            pending(.registrationToken, .fcmFetch, "none: FCM needs the device token first")
        } else {
            missingRegistrationToken(app, project)
        }
    }

    /// Whether the push in question came to APNs without FCM, whose messages carry its own ID.
    private var isPastFCM: Bool {
        guard row != nil, let payload else { return false }
        return payload.root["gcm.message_id"] == nil
    }

    private mutating func missingRegistrationToken(_ app: App, _ project: FirebaseProject) {
        let settings = app.settings
        // Asking would fail with 505 where the device token does not reach the SDK.
        if let other = app.tokens.cache.first, settings.apnsTokenReachesFirebase {
            broken(
                .registrationToken, .projectChanged,
                "none for sender \(project.senderID): the keychain holds one of sender "
                    + "\(other.senderID), so the SDK does not ask",
                Basis(.fcmCacheBySender),
                cure: "the app calls token(completion:) after the APNs token is set: `token fetch`")
        } else if !settings.apnsTokenReachesFirebase {
            broken(
                .registrationToken, .apnsTokenNotSet,
                "none: Messaging.apnsToken is not set, and swizzling does not reach the app",
                Basis(.fcmSwizzling),
                cure: "set Messaging.apnsToken in didRegisterForRemoteNotifications: "
                    + "`app set sets-apns-token on`, then `app kill` and `app launch`")
        } else {
            broken(
                .registrationToken, .tokenMissing, "none for sender \(project.senderID)",
                Basis(.fcmFetch), cure: "`token fetch`")
        }
    }

    /// The token that was valid when the notification arrived, from the history.
    private func tokenAtArrival(_ project: FirebaseProject) -> String? {
        guard let row else { return nil }
        let last = evidence.tokens.last {
            $0.kind == "registration" && $0.scope == project.senderID && $0.at <= row.arrivedAt
        }
        return last?.change == "issued" ? last?.token : nil
    }
}
