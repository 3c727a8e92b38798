import PushPayload

/// The link of the Notification Service Extension.
extension ChainWalk {
    mutating func walkExtension() {
        guard row != nil, let payload, let app else {
            pending(.serviceExtension, .extensionRuns)
            return
        }
        let image = imageURL(payload, app.settings)
        if let fact = fact(.not, "attached") {
            notAttached(fact)
        } else if let fact = fact(.image) {
            ok(.serviceExtension, "attached \(fact.text)", .attachment)
        } else if !isPresented, !isHeldForSummary {
            if image == nil {
                skipped(.serviceExtension, .extensionRuns, "there is nothing to attach")
            } else {
                pending(.serviceExtension, .extensionNeedsAlert)
            }
        } else if let fact = fact(ofRules: ["extension"], [.not, .failed, .warning]) {
            notRun(fact)
        } else if let image {
            imageWithoutExtension(image, payload, app.settings)
        } else if fact(.ran) != nil {
            ok(.serviceExtension, "it ran", .extensionRuns)
        } else {
            skipped(.serviceExtension, .extensionRuns, "the payload does not ask for it")
        }
    }

    /// The image the payload names, by any key that an extension is known to read.
    private func imageURL(_ payload: Payload, _ settings: AppSettings) -> String? {
        for key in settings.imageKeys + ["image_url", "fcm_options.image", "data.imageUrl"] {
            let path = key.split(separator: ".").map { JSONStep.key(String($0)) }
            if let url = payload.root.at(path: path)?.stringValue, !url.isEmpty { return url }
        }
        return nil
    }

    private mutating func notAttached(_ fact: Fact) {
        let cause: Cause
        let cure: String
        switch fact.rule {
        case .attachmentHTTPS:
            (cause, cure) = (.imageNotHTTPS, "serve the image over https")
        case .attachmentSize:
            (cause, cure) = (.imageTooLarge, "send a smaller file: 10 MB for images at most")
        case .attachmentType:
            (cause, cure) = (.imageType, "send a JPEG, GIF or PNG whose name or type says so")
        case .extensionTimeout:
            (cause, cure) = (.imageTimeout, "serve the image faster, or a smaller one")
        case .attachment:
            (cause, cure) = (.imageUnreachable, "check the URL and the server: it must answer 200")
        default:
            (cause, cure) = (.extensionNotRun, "check what the extension does with the payload")
        }
        broken(
            .serviceExtension, cause, "no image: \(reason(fact))", Basis(fact.rule), cure: cure)
    }

    private mutating func notRun(_ fact: Fact) {
        if fact.rule == .extensionMissing {
            extensionMissing()
            return
        }
        let text =
            fact.text.hasPrefix("the service extension: ")
            ? fact.text.dropFirst(23) : fact.text[...]
        broken(
            .serviceExtension, fact.rule == .extensionTimeout ? .imageTimeout : .extensionNotRun,
            String(text), Basis(fact.rule),
            cure: "let the extension answer within 30 s and with text, else the original is shown")
    }

    private mutating func extensionMissing() {
        broken(
            .serviceExtension, .extensionMissing,
            "the app has no Notification Service Extension", Basis(.extensionMissing),
            cure: "add the extension target to the app: `app set nse on`")
    }

    /// The payload names an image, and no extension attached it.
    private mutating func imageWithoutExtension(
        _ image: String, _ payload: Payload, _ settings: AppSettings
    ) {
        if !payload.aps.mutableContent {
            guard settings.hasServiceExtension else {
                extensionMissing()
                return
            }
            broken(
                .serviceExtension, .mutableContentMissing,
                "the payload has an image but no mutable-content, so the extension does not run",
                Basis(.extensionRuns), cure: "add `\"mutable-content\": 1` to `aps`")
            return
        }
        let keys = settings.imageKeys.isEmpty ? "none" : settings.imageKeys.joined(separator: ", ")
        broken(
            .serviceExtension, .imageKeyUnread,
            "no image: the extension does not read the key that holds \(image)", .imageKeys,
            cure: "it reads \(keys): change the payload, or `app set nse.image-keys`")
    }
}
