import PushSimulation

/// The checks of the data that leaves the app: events, links, configuration, and test runs.
extension Checklist {
    /// Checks that events are tracked and leave the queue.
    mutating func checkEvents() {
        guard settings.usesTreasureData else {
            note(
                .events, "the app does not track events with Treasure Data", cure: "`app set td on`"
            )
            return
        }
        check(
            .events, settings.initializesTreasureData, "the Treasure Data SDK is initialised",
            or: "the Treasure Data SDK is not initialised",
            cure: "call TreasureData.initialize(withApiKey:) at launch: `app set td.initialised on`"
        )
        check(
            .events, settings.tracksCustomEvents, "custom events are on",
            or: "custom events are off: disableCustomEvent was called",
            cure: "`app set td.custom-events on`")
        check(
            .events, settings.categories.contains(where: \.customDismiss),
            "a category with customDismissAction tracks `dismiss`",
            or: "no category with customDismissAction: `dismiss` is never tracked",
            cure: "register one: `app set categories \(dismissible)`")
        if app.queue.dropped > 0 {
            check(
                .events, false, "",
                or: "\(app.queue.dropped) \(app.queue.dropped == 1 ? "event was" : "events were") "
                    + "dropped from a full queue",
                cure: "`flush` more often")
        }
        if settings.uploadsByItself {
            tick(.events, "events are uploaded automatically")
        } else {
            note(
                .events, "events are only uploaded by hand; queued: \(app.queue.count)",
                cure: "`flush`, or `app set td.upload-in-background on`")
        }
    }

    /// The app's categories, with one whose dismissals are tracked.
    private var dismissible: String {
        var categories = settings.categories
        if categories.isEmpty {
            categories.append(AppSettings.Category(id: "engage", customDismiss: true))
        }
        categories[0].customDismiss = true
        return CategoryText.write(categories)
    }

    /// Checks schemes, universal links, and the list of screens that links may open.
    mutating func checkLinks() {
        check(
            .links, !settings.schemes.isEmpty,
            "CFBundleURLTypes registers " + settings.schemes.joined(separator: ", "),
            or: "CFBundleURLTypes registers no scheme", cure: "`app set schemes NAME`")
        check(
            .links, settings.hasLinkHandler, "the app handles links to its screens",
            or: "the app has no handler for its links",
            cure: "implement application(_:open:options:): `app set link-handler on`")
        checkScenes()
        if !settings.associatedDomains.isEmpty {
            let refusals = app.siteRefusals(in: world.surroundings)
            check(
                .links, settings.continuesUserActivity,
                refusals.isEmpty
                    ? "universal links of " + settings.associatedDomains.joined(separator: ", ")
                    : "the app handles universal links",
                or: "the app has associated domains and no `continue userActivity`",
                cure: "implement it: `app set universal-links on`")
            for (refusal, outlook) in refusals {
                check(
                    .links, false, "", or: "a site does not confirm the app: \(refusal)",
                    cure: ChainWalk.siteCure(outlook, again: "open one of its links"))
            }
        }
        if settings.allowedScreens.isEmpty {
            note(
                .links, "links may open every screen",
                cure: "list those they may open: `app set screens home,coupons`")
        } else {
            tick(.links, "links open only " + settings.allowedScreens.joined(separator: ", "))
        }
    }

    /// Reports what the scene delegate of an app with scenes lacks, which gets all of its links.
    private mutating func checkScenes() {
        guard settings.lifeCycle == .scene else { return }
        if !settings.readsConnectionOptions {
            check(
                .links, false, "", or: "links are lost when they start the app",
                cure: "read connectionOptions in willConnectTo: "
                    + "`app set scene.connection-options on`")
        }
        if !settings.implementsOpenURLContexts {
            check(
                .links, false, "", or: "links are lost while the app runs",
                cure: "implement scene(_:openURLContexts:): `app set scene.open-url-contexts on`")
        }
    }

    /// Checks the app's property lists, and where its uploads go.
    ///
    /// A key with a fault of its own in the file is not checked a second time.
    mutating func checkConfiguration() {
        checkImported(.info)
        checkImported(.serviceExtension)
        guard settings.usesTreasureData else { return }
        if !isFaulty("TDEndpoint") { checkEndpoint() }
        if !isFaulty("TDDatabase", "TDTable") { checkStore() }
        if world.surroundings.config.campaignColumn == .tdCampaignID {
            note(
                .configuration, "uploads write the campaign to `td_campaign_id`, not `campaign_id`",
                cure: "`config td.campaign_column both` if queries read `campaign_id`")
        }
        if !isFaulty("TDWriteKey") { checkWriteKey() }
        guard let user = app.userID else { return }
        check(
            .configuration, !user.contains("@"), "the user ID is not an e-mail address",
            or: "the user ID looks like an e-mail address",
            cure: "`login USER --hash sha256` sends a digest")
    }

    /// Checks the database and table: that they exist, if the embedded service takes the uploads,
    /// and that their names fit the SDK's 64 characters together.
    private mutating func checkStore() {
        let name = settings.store
        if world.surroundings.config.endpoint == .embedded, let databases = evidence.databases {
            guard databases.contains(settings.database) else {
                check(
                    .configuration, false, "",
                    or: "events go to \(name), and there is no database `\(settings.database)`",
                    cure: "`database create \(settings.database)`, then `table create \(name)`")
                return
            }
            guard evidence.tables?.contains(name) != false else {
                check(
                    .configuration, false, "",
                    or: "events go to \(name), and there is no such table",
                    cure: "`table create \(name)`"
                        + settings.orStoring(in: evidence.nearStore(to: name)))
                return
            }
        }
        check(
            .configuration, name.utf8.count <= 64, "events go to \(name)",
            or: "\(name) has more than 64 characters, and the SDK refuses it",
            cure: "shorten `td.database` or `td.table`")
    }

    /// Checks the write key at its source on the real network, else as the app's setting has it.
    private mutating func checkWriteKey() {
        switch evidence.writeKey {
        case .there: tick(.configuration, "a write key is set")
        case .missing(let refusal):
            check(
                .configuration, false, "", or: "no write key: \(refusal.message)",
                cure: refusal.hint ?? "give a write-only key, never the master key")
        case nil: checkKindOfKey()
        }
    }

    /// Checks the kind of key that the simulated app has.
    private mutating func checkKindOfKey() {
        let found: String
        switch settings.writeKey {
        case .writeOnly:
            let surroundings = world.surroundings
            if surroundings.config.endpoint.isOnTheWire(surroundings.network.mode) {
                note(.configuration, "the write key is not checked here")
            } else {
                tick(.configuration, "the write key is a write-only key of the account")
            }
            return
        case .master: found = "the app has the account's master key, which also reads and deletes"
        case .otherAccount: found = "the write key is of another account"
        case .placeholder: found = "the write key is a placeholder"
        case .missing: found = "no write key is set"
        }
        check(
            .configuration, false, "", or: found,
            cure: "give a write-only key of the account: `app set td.write-key write-only`")
    }

    /// Checks the endpoint: its host, the account's region, and https.
    private mutating func checkEndpoint() {
        let endpoint = world.surroundings.config.endpoint
        if let fault = endpoint.hostFault {
            check(
                .configuration, false, "", or: "uploads go to \(endpoint.url), \(fault.text)",
                cure: fault.cure)
        } else if let home = evidence.accountRegion, home != endpoint.name {
            check(
                .configuration, false, "",
                or:
                    "uploads go to `\(endpoint.name)`, the write key belongs to the region "
                    + "`\(home)`",
                cure: "`endpoint \(home)\(endpoint.postback ? " --postback" : "")`")
        } else if endpoint == .embedded {
            tick(.configuration, "uploads go to the embedded service")
        } else {
            check(
                .configuration, endpoint.url.hasPrefix("https://"),
                "uploads go to \(endpoint.url)",
                or: "uploads go to \(endpoint.url) without encryption", cure: "use https")
        }
    }

    /// Checks whether the way was tried at all, and notes what the device is set to.
    ///
    /// Uploads are counted by the world only where it has one app, since it counts for all of them.
    mutating func checkTesting() {
        check(
            .testing, app.wasLaunched, "the app was launched", or: "the app was never launched",
            cure: "`app launch`")
        if !device.status.isOnline {
            check(
                .testing, false, "", or: "`\(device.name)` is offline", cure: "`device online`")
        }
        if world.surroundings.network.mode == .off {
            check(.testing, false, "", or: "the network is off", cure: "`network simulated`")
        }
        noteDevice()
        let isAlone = world.devices.count == 1 && device.apps.count <= 1
        if evidence.notification?.app == app.address {
            tick(.testing, "a push has arrived")
        } else {
            note(.testing, "no push has arrived", cure: "`receive FILE`")
        }
        guard settings.usesTreasureData else { return }
        let own = evidence.uploads.filter { $0.app == app.address }
        let tries = isAlone ? Int(world.surroundings.counters.upload) : own.count
        if let last = own.last, !own.contains(where: { $0.accepted > 0 }) {
            let answer = last.status.map { "was answered with \($0)" } ?? "had no answer"
            let isCut = own.count >= Evidence.limit
            check(
                .testing, false, "",
                or: "uploads tried: \(isCut ? "at least \(tries)" : "\(tries)"), none "
                    + (isCut ? "of the last \(own.count) " : "") + "accepted: the last \(answer)",
                cure: "`why upload` says why")
        } else if tries > 0 {
            let isCut = !isAlone && tries >= Evidence.limit
            tick(.testing, "uploads tried: \(isCut ? "at least \(tries)" : "\(tries)")")
        } else {
            note(.testing, "nothing was uploaded", cure: "`flush`, then `query`")
        }
    }
}
