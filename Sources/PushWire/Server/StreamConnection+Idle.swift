import NIOCore

/// The end of a connection that its client no longer uses.
extension StreamConnection {
    /// Whether every request is answered, and the client has long taken nothing of the answers.
    var isSlow: Bool { isUnread(for: table.limits.slowSeconds) }

    private func isUnread(for seconds: Int64) -> Bool {
        asked > 0 && .now() - lastTaken > .seconds(seconds) && !hasUnanswered
    }

    /// Looks after a time whether the client has begun, asks for anything, and reads.
    func watchIdleness(_ time: TimeAmount) {
        watch = context?.eventLoop.assumeIsolated().scheduleTask(in: time) { [weak self] in
            guard let self else { return }
            guard hasBegun else {
                context?.close(promise: nil)
                return
            }
            let patience = TimeAmount.seconds(table.limits.bodySeconds)
            let end = lastRequest + .seconds(table.limits.gatewayIdleSeconds)
            if asked == 0, end <= .now() { return goAway("IdleTimeout") }
            guard !isUnread(for: table.limits.bodySeconds) else {
                context?.leaveAtOnce()
                return
            }
            watchIdleness(max(.seconds(1), min(end - .now(), patience)))
        }
    }
}
