import PushModel

/// A flush whose batch was being sent while another process had the workspace.
extension World {
    /// Continues an upload in a world that was read again.
    ///
    /// - Parameters:
    ///   - upload: the state of the upload.
    ///   - address: the app whose events it sends; if the app is gone, so is the upload.
    ///   - left: the events of its batch that are still in the queue.
    public mutating func resume(
        _ upload: EventQueue.Upload, of address: AppAddress, left: [Int64]
    ) {
        guard let device = deviceIndex(address.device),
            let app = devices[device].apps.firstIndex(where: { $0.address == address })
        else { return }
        var upload = upload
        upload.forget(allBut: left)
        devices[device].apps[app].queue.upload = upload
    }
}
