import PushModel
import PushSimulation

/// A fault of the key with which an app uploads.
enum WriteKeyFault: Equatable {
    /// It is known to another region only.
    case region(String)
    /// The account does not take it, whatever the region.
    case kind(String)

    /// The fault as a clause.
    var clause: String {
        switch self {
        case .region(let home): "the write key belongs to the region `\(home)`"
        case .kind(let kind): "TDWriteKey is \(kind)"
        }
    }

    /// The cause that it is.
    var cause: Cause {
        switch self {
        case .region: .wrongRegion
        case .kind: .wrongWriteKey
        }
    }

    /// The rule that it breaks.
    var basis: Basis {
        switch self {
        case .region: .region
        case .kind: .writeKey
        }
    }

    /// The remedy, for an endpoint with some options.
    func cure(endpointOptions: String = "") -> String {
        switch self {
        case .region(let home):
            "`endpoint \(home)\(endpointOptions)` (TDEndpoint in Info.plist)"
        case .kind:
            "put a write-only key of the account there: `app set td.write-key write-only`"
        }
    }
}

/// The key of an upload: refused by the Ingest API, or ignored by postback.
extension ChainWalk {
    /// The fault of the app's key at an endpoint, by its name; nil if none is known here.
    func writeKeyFault(_ app: App, at endpoint: String) -> WriteKeyFault? {
        if !app.settings.writeKey.isOfNoRegion, let home = homeRegion(besides: endpoint) {
            return .region(home)
        }
        return app.settings.writeKey.fault.map(WriteKeyFault.kind)
    }

    /// 401 and 403 can each mean two mistakes: a wrong key, or the right key in another region.
    mutating func refusedKey(_ app: App, _ upload: UploadRow, _ found: String) {
        let then = keyThen(app, upload)
        if then != app.settings.writeKey, let fault = then.fault {
            return refusedFormerKey(app, upload, "\(found): TDWriteKey was \(fault)")
        }
        guard let fault = writeKeyFault(app, at: upload.endpoint) else {
            return refusedSoundKey(upload, found)
        }
        let isMended = fault == .region(world.surroundings.config.endpoint.name)
        // td-ios-sdk keeps an event for the key that it was tracked with.
        let isLost = isOfSDK && fault.cause == .wrongWriteKey
        broken(
            .upload, fault.cause, "\(found): \(fault.clause)", fault.basis,
            cure: isMended
                ? "the endpoint is right now: \(flushNow)"
                : "\(fault.cure()), then `flush`"
                    + (isLost ? "; events of the wrong key are not sent then" : ""))
    }

    /// The key that the app had when it sent an upload.
    private func keyThen(_ app: App, _ upload: UploadRow) -> WriteKeyKind {
        let report = evidence.appFacts.last { $0.fact.verb == .upload && $0.at == upload.at }
        return settings(of: app) { entry in
            report.map { Self.isBefore(entry, $0) } ?? (entry.at <= upload.at)
        }.writeKey
    }

    /// The refusal of a key that the app has another one for by now.
    private mutating func refusedFormerKey(_ app: App, _ upload: UploadRow, _ found: String) {
        guard let fault = writeKeyFault(app, at: world.surroundings.config.endpoint.name) else {
            return refusedSoundKey(upload, found)
        }
        broken(
            .upload, .wrongWriteKey, found, .writeKey,
            cure: "now \(fault.clause): \(fault.cure()), then `flush`")
    }

    /// The refusal of a key against which nothing speaks now.
    private mutating func refusedSoundKey(_ upload: UploadRow, _ found: String) {
        let cure =
            isPlanted(upload)
            ? "a stub refuses the key: `stub clear`, then `flush`"
            : cameHere(upload)
                ? "the account takes the key now: \(flushNow)"
                : "set a write-only key of the account (TDWriteKey), then `flush`; if the key is "
                    + "right, its account is in another region: `endpoint`"
        broken(.upload, .wrongWriteKey, found, .writeKey, cure: cure)
    }

    /// The fault of a postback's key: the answer is 200 all the same.
    ///
    /// Which API an upload went to is not kept; of the two the other one refuses such a key.
    func unheardKey(_ app: App, _ upload: UploadRow, _ found: String) -> ChainLink? {
        let endpoint = world.surroundings.config.endpoint
        let then = keyThen(app, upload)
        if then != app.settings.writeKey, let fault = then.fault, upload.note.isEmpty {
            let now = writeKeyFault(app, at: endpoint.name)
            return ChainLink(
                .warehouse, .broken,
                "\(found), because postback answers 200 to every key, and TDWriteKey was \(fault)",
                .writeKey, cause: .wrongWriteKey,
                cure: "what was sent is lost; "
                    + (now.map { "now \($0.clause): \($0.cure()), then " }
                        ?? "the account takes the key now: ")
                    + "the next event and `flush` are stored")
        }
        guard endpoint.postback, upload.endpoint == endpoint.name,
            let fault = writeKeyFault(app, at: endpoint.name)
        else { return nil }
        return ChainLink(
            .warehouse, .broken,
            "\(found), because postback answers 200 to every key, and \(fault.clause)",
            fault.basis, cause: fault.cause,
            cure: fault.cure(endpointOptions: " --postback")
                + "; what was sent is lost, the next event and `flush` are stored")
    }

    /// The region that the key belongs to; nil if unknown, or the same as the endpoint's.
    private func homeRegion(besides endpoint: String) -> String? {
        if let region = evidence.accountRegion {
            return [region, "embedded"].contains(endpoint) ? nil : region
        }
        return evidence.uploads.last { $0.accepted > 0 && $0.endpoint != endpoint }?.endpoint
    }
}
