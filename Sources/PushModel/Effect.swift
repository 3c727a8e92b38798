/// A task that only the outside can do for the world; a comparable value, never a closure.
public enum Effect: Equatable, Sendable {
    /// Read the oldest queued events of an app, of these sequences if there are any; answered by
    /// `Action.batchLoaded`.
    case loadBatch(
        app: AppAddress, after: Int64, limit: Int, within: [ClosedRange<Int64>]? = nil)
    /// Send a batch; answered by `Action.uploadFinished`.
    case upload(UploadRequest)
    /// Let real time pass before the next attempt; answered by `Action.waited`.
    case wait(Wait)
    /// Sign and send a request to the NCMB backend; answered by `Action.ncmbFinished`.
    case ncmb(NCMBRequest)
    /// Load a file from the real network; answered by `Action.downloaded`.
    case download(DownloadRequest)
    /// Decrypt a body with the app's key; answered by `Action.decrypted`.
    case decrypt(DecryptionRequest)
}

/// A batch on its way to Treasure Data.
public struct UploadRequest: Equatable, Sendable {
    /// The app whose queue it empties.
    public var app: AppAddress
    /// The service that the batch goes to.
    public var endpoint: Endpoint
    /// The Treasure Data database.
    public var database: String
    /// The table.
    public var table: String
    /// The events, oldest first.
    public var events: [QueuedEvent]
    /// The name of the campaign's column.
    public var campaignColumn: CampaignColumn
    /// The attempt, from 1.
    public var attempt: Int
    /// True when the request reaches the service but its answer is lost on the way back.
    public var losesAnswer: Bool
    /// The delay that a stub gives the answer, in milliseconds of the app's time.
    public var delay: Int64 = 0
    /// True when the client has given up before the answer comes.
    public var isTooLate = false
    /// Positions from 1 whose receipt fails, as a stub asks.
    public var failing: [Int] = []
    /// The names of the errors in those receipts, by position; the last one applies to the rest.
    public var failure = ""
    /// Whether the warehouse remembers every uuid, not only those of its documented window.
    public var deduplicatesExactly = false
    /// The number of the request among all that were sent.
    ///
    /// A process that was killed before it noted an answer sends the same events under the same
    /// number again.
    public var number: Int64?
    /// The credential for the embedded service; on the wire the key comes from the environment.
    public var credential = UploadCredential()
    /// True when the wire must be used instead of the embedded service.
    public var overTheWire: Bool
    /// The settings of the wire.
    public var wire = WireSettings()
    /// The `User-Agent` of the imitated client.
    public var userAgent = ""
    /// The number of events that the flush still has to send, these included; for progress output.
    public var remaining = 0

    /// Makes a request.
    package init(
        app: AppAddress, endpoint: Endpoint, database: String, table: String, events: [QueuedEvent],
        campaignColumn: CampaignColumn, attempt: Int, losesAnswer: Bool, delay: Int64 = 0,
        isTooLate: Bool = false, failing: [Int] = [], failure: String = "",
        deduplicatesExactly: Bool = false, number: Int64? = nil,
        credential: UploadCredential = UploadCredential(), overTheWire: Bool,
        wire: WireSettings = WireSettings(), userAgent: String = "", remaining: Int = 0
    ) {
        self.app = app
        self.endpoint = endpoint
        self.database = database
        self.table = table
        self.events = events
        self.campaignColumn = campaignColumn
        self.attempt = attempt
        self.losesAnswer = losesAnswer
        self.delay = delay
        self.isTooLate = isTooLate
        self.failing = failing
        self.failure = failure
        self.deduplicatesExactly = deduplicatesExactly
        self.number = number
        self.credential = credential
        self.overTheWire = overTheWire
        self.wire = wire
        self.userAgent = userAgent
        self.remaining = remaining
    }
}

/// A pause between two attempts on the real network.
public struct Wait: Equatable, Sendable {
    /// The length of the pause in seconds.
    public var seconds: Int64
    /// The purpose of the pause, as a person would say it: the step that follows.
    public var purpose: String

    /// Makes a pause.
    public init(seconds: Int64, purpose: String) {
        self.seconds = seconds
        self.purpose = purpose
    }
}

/// The outcome of sending a batch.
public enum UploadAnswer: Equatable, Sendable {
    /// An HTTP answer: its status, its receipts by position (nil = success), and its message.
    case status(Int, receipts: [String?], retryAfter: Int?, message: String)
    /// No answer: the reason, as a person would say it.
    case noAnswer(String)
    /// No answer, and another attempt would fail alike: the reason, and what a person can change.
    case broken(String, cure: String?)
    /// Nothing was sent: the reason.
    case unsent(Refusal)
}
