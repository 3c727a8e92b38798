import PushModel

/// The meaning of an answer for a batch: its stored events, its remaining ones, and the next step.
struct UploadOutcome: Equatable {
    /// The uploader's next step.
    enum Next: Equatable {
        case proceed, stop, halve
        /// Try again, no sooner than after the number of seconds that the service asked for.
        case retry(Int64?)
    }

    var status: Int?
    var accepted: [Int64] = []
    var poisoned: [Int64] = []
    var kept = 0
    var failures: [(event: Int64, error: String)] = []
    var receipts: [UploadReceipt] = []
    var note: String
    var cure: String?
    var next: Next
    var rule: RuleID

    /// The number of events that the service accepted, including those that had left the queue.
    private var taken: Int {
        rule == .uploadReceipts ? receipts.count { $0.error == nil } : accepted.count
    }

    /// Whether the same batch may be sent again.
    var isRepeatable: Bool { if case .retry = next { true } else { false } }

    /// The answer in a few words.
    var summary: String {
        guard let status else { return "no answer (\(note))" }
        if status == 200 || status == 206 {
            return "\(status), \(taken) accepted"
        }
        return note.isEmpty ? "\(status)" : "\(status) (\(note))"
    }

    static func == (left: UploadOutcome, right: UploadOutcome) -> Bool {
        left.status == right.status && left.accepted == right.accepted
            && left.poisoned == right.poisoned && left.kept == right.kept
            && left.receipts == right.receipts && left.next == right.next
            && left.note == right.note
    }

    init(_ answer: UploadAnswer, batch: [QueuedEvent], profile: Config.SDKProfile) {
        switch answer {
        case .noAnswer(let reason):
            self.init(status: nil, note: reason, kept: batch.count, .retry(nil), .uploadRetry)
        case .broken(let reason, let cure):
            self.init(status: nil, note: reason, kept: batch.count, .stop, .uploadRefused)
            self.cure = cure
        case .unsent(let refusal):
            self.init(
                status: nil, note: refusal.message, kept: batch.count, .stop, .uploadRefused)
        case .status(let status, let receipts, let retryAfter, let message):
            self.init(
                status: status, note: message, kept: batch.count, .stop, .uploadRefused)
            if status == 200 || (status == 206 && profile == .guide) {
                read(receipts, batch)
                // A captive portal answers 200 with a page, and so do many proxies.
                if receipts.isEmpty { cure = Self.notTheService }
            } else if profile == .iosSDK12 {
                // TDClient.m: anything but 200 is an error, and is not retried.
                refuse(status, receipts, batch)
            } else {
                next = Self.next(status, batch: batch.count, retryAfter: retryAfter)
                if next == .halve { kept = 0 }
                if case .retry = next { rule = .uploadRetry }
                cure = Self.cure(status, batch: batch.count)
            }
        }
    }

    private init(
        status: Int?, note: String, kept: Int, _ next: Next, _ rule: RuleID
    ) {
        self.status = status
        self.note = note
        self.kept = kept
        self.next = next
        self.rule = rule
    }

    /// Applies the SDK's treatment of HTTP errors; a 206 is one too, and its receipts are not read.
    private mutating func refuse(_ status: Int, _ answers: [String?], _ batch: [QueuedEvent]) {
        next = .proceed
        cure = "td-ios-sdk 1.2 does not retry on an HTTP error; the next upload sends them"
        guard status == 206, !answers.isEmpty else { return }
        rule = .sdkPartial
        for (index, event) in batch.enumerated() {
            let error: String? = index < answers.count ? answers[index] : UploadAnswer.noReceipt
            receipts.append(UploadReceipt(event: event.sequence, error: error))
        }
        let stored = receipts.count { $0.error == nil }
        cure =
            "td-ios-sdk 1.2 treats 206 as an error: 206 means that the service has stored "
            + "\(stored), and the next upload sends \(stored == 1 ? "it" : "them") again"
    }

    /// Drops events that are no longer in the queue, and returns their number.
    mutating func leaveOut(_ settled: Set<Int64>) -> Int {
        guard !settled.isEmpty else { return 0 }
        let before = receipts.count { settled.contains($0.event) && $0.error == nil }
        accepted.removeAll { settled.contains($0) }
        poisoned.removeAll { settled.contains($0) }
        let failing = failures.count
        failures.removeAll { settled.contains($0.event) }
        kept -= min(kept, failing - failures.count)
        return before
    }

    /// Matches receipts to events by position; an event without a receipt stays.
    private mutating func read(_ answers: [String?], _ batch: [QueuedEvent]) {
        kept = 0
        next = .proceed
        rule = .uploadReceipts
        receipts.reserveCapacity(batch.count)
        accepted.reserveCapacity(batch.count)
        for index in batch.indices {
            // A copy of the whole event would copy all its texts.
            let sequence = batch[index].sequence
            let error: String? = index < answers.count ? answers[index] : UploadAnswer.noReceipt
            receipts.append(UploadReceipt(event: sequence, error: error))
            guard let error else {
                accepted.append(sequence)
                continue
            }
            failures.append((sequence, error))
            if UploadAnswer.poisonErrors.contains(error) {
                poisoned.append(sequence)
            } else {
                kept += 1
            }
        }
    }

    private static func next(_ status: Int, batch: Int, retryAfter: Int?) -> Next {
        switch status {
        case 413 where batch > 1: .halve
        case 408, 429, 500...599: .retry(retryAfter.map(Int64.init))
        default: .stop
        }
    }

    static let notTheService =
        "the answer may not come from Treasure Data, but from a proxy or a network with a login "
        + "page: "
        + "check `endpoint`"

    /// The status does not tell a wrong key from a missing one, or from one of another region.
    static let notTheKey =
        "the service does not accept the write key: check TDWriteKey, and whether `endpoint` is "
        + "its region"

    /// The change that a person must make before the upload can succeed (design §5).
    private static func cure(_ status: Int, batch: Int) -> String? {
        switch status {
        case 201..<206, 207..<300: notTheService
        case 400: "the service cannot read this: check `endpoint`, and whether it is postback"
        case 300..<400: "uploads do not follow redirects: check `endpoint`"
        case 401, 403: notTheKey
        case 404: "the database or table does not exist: check `td.database` and `td.table`"
        case 413 where batch == 1: "a single event is larger than the service accepts"
        case 422: "the service cannot store these events: check names and values"
        default: nil
        }
    }
}
