import PushModel
import PushSimulation

/// The next upload, which an event that is yet to come has to take.
extension ChainWalk {
    /// The obstacle that an upload would meet now; nil if none is known.
    ///
    /// Of an answer that is planted, or given elsewhere, only the last upload tells; what keeps an
    /// upload for a while is none.
    var nextUploadFault: ChainLink? {
        guard let app = currentApp, app.state != .uninstalled else { return nil }
        let surroundings = world.surroundings
        let endpoint = surroundings.config.endpoint
        if let refusal = app.uploadObstacle(in: surroundings) {
            return ChainLink(
                .upload, .broken, refusal.message, Basis(.uploadRefused),
                cause: .endpointUnreachable, cure: refusal.hint ?? "`endpoint embedded`")
        }
        guard !hasPlantedAnswer, !endpoint.isOnTheWire(surroundings.network.mode) else {
            return lastUploadFault(app, endpoint)
        }
        if let fault = endpoint.hostFault {
            return ChainLink(
                .upload, .broken, "uploads go to \(endpoint.url), \(fault.text)",
                Basis(.uploadRefused), cause: .endpointUnreachable, cure: fault.cure)
        }
        let options = endpoint.postback ? " --postback" : ""
        if let fault = writeKeyFault(app, at: endpoint.name) {
            return ChainLink(
                .upload, .broken, "uploads are refused: \(fault.clause)", fault.basis,
                cause: fault.cause, cure: fault.cure(endpointOptions: options))
        }
        return missingStore(app)
    }

    /// The fault of the last upload, unless it went elsewhere, or will pass by itself.
    private func lastUploadFault(_ app: App, _ endpoint: Endpoint) -> ChainLink? {
        guard let last = evidence.uploads.last, !isAnswered(last), last.endpoint == endpoint.name,
            isOfSDK || last.status != 404 || app.settings.store == last.store,
            hasPlantedAnswer ? isPlanted(last) || last.status == nil : !Self.isPassing(last.status)
        else { return nil }
        var trial = self
        trial.links = []
        trial.failed(app, last)
        return trial.links.first
    }

    /// Whether the service or the way to it is only disturbed for a while.
    private static func isPassing(_ status: Int?) -> Bool {
        guard let status else { return true }
        return status == 408 || status == 429 || status >= 500
    }

    /// The link of uploads to a table that does not exist; nil if it does, or nobody has looked.
    func missingStore(_ app: App) -> ChainLink? {
        let (database, store) = (app.settings.database, app.settings.store)
        guard let databases = evidence.databases, let tables = evidence.tables,
            !tables.contains(store)
        else { return nil }
        return ChainLink(
            .upload, .broken, "uploads are refused: there is no \(store)", .storeExists,
            cause: .storeMissing,
            cure: (databases.contains(database) ? "" : "`database create \(database)`, then ")
                + "`table create \(store)`"
                + app.settings.orStoring(in: evidence.nearStore(to: store)),
            reason: "there is no \(store)")
    }
}
