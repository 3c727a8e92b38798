import PushModel

/// A flush whose batch was on its way while another process had the workspace.
extension World {
    /// Goes on with an upload in a world that was read again.
    ///
    /// - Parameters:
    ///   - upload: how far it is.
    ///   - address: whose events it sends; where the app is gone, so is the upload.
    ///   - left: the events of its batch that still wait in the queue.
    public mutating func resume(
        _ upload: EventQueue.Upload, of address: AppAddress, left: [Int64]
    ) {
        guard let device = deviceIndex(address.device),
            let app = devices[device].apps.firstIndex(where: { $0.address == address })
        else { return }
        var upload = upload
        upload.gone = Set(upload.batch.map(\.sequence)).subtracting(left)
            .subtracting(upload.settled)
        devices[device].apps[app].queue.upload = upload
    }
}

extension EventQueue.Upload {
    /// Events of an outcome that leave the queue now, and had not left it before.
    func leaving(_ outcome: UploadOutcome) -> Int {
        let done = outcome.accepted + outcome.poisoned
        return gone.isEmpty ? done.count : done.count { !gone.contains($0) }
    }

    /// Events of an outcome that stay in the queue: what has left it cannot stay.
    func staying(_ outcome: UploadOutcome) -> Int {
        guard !gone.isEmpty else { return outcome.kept }
        let done = Set(outcome.accepted + outcome.poisoned)
        return max(0, outcome.kept - gone.count { !done.contains($0) })
    }

    /// Leaves out what has left the queue before the batch is sent again; false when nothing is
    /// left of it.
    mutating func forgetGone() -> Bool {
        guard !gone.isEmpty else { return true }
        let before = batch.count
        batch.removeAll { gone.contains($0.sequence) }
        remaining = max(0, remaining - (before - batch.count))
        gone = []
        return !batch.isEmpty
    }
}
