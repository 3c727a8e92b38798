import PushModel

/// The state shared by all parts of the world: time, chance, network, settings and counters.
public struct Surroundings: Equatable, Sendable {
    /// The world's clock.
    public var now: Tick
    /// Whether the clock has followed the system's and was not set by hand since, so that it is
    /// late wherever it stands still.
    public var isRealClock = false
    /// The world's random numbers.
    public var random: SplitMix64
    /// The network and its planted faults.
    public var network = Network()
    /// The workspace's settings.
    public var config = Config()
    /// The records of the embedded NCMB backend.
    public var ncmb = NCMBRecords()
    /// The keys with which providers sign requests to APNs; if empty, any key is accepted.
    public var providerKeys: [ProviderKey] = []
    /// The broadcast channels of all apps, in the order they were made.
    public var channels: [BroadcastChannel] = []
    /// The service accounts that may send through FCM; if empty, any account is accepted.
    public var serviceAccounts: [FirebaseServiceAccount] = []
    /// The Firebase projects that apps were built with before, which may keep sending to the tokens
    /// that they issued.
    public internal(set) var earlierProjects: [EarlierProject] = []
    /// The named credentials that `send` uses.
    public var senderCredentials: [SenderCredential] = []
    /// The last numbers that were used.
    public var counters = Counters()

    /// A Firebase project that an app was built with before.
    public struct EarlierProject: Equatable, Sendable {
        /// `PROJECT_ID`.
        public var projectID: String
        /// `GCM_SENDER_ID`.
        public var senderID: String
    }

    /// The world's counters, each with the last number that was used.
    public struct Counters: Equatable, Sendable {
        /// Of arrivals, on all devices together.
        public var notification: Int64 = 0
        /// Of tracked events, which is their order in the queue.
        public var event: Int64 = 0
        /// Of upload requests, counting every attempt.
        public var upload: Int64 = 0
        /// Of upload requests that were sent to a service.
        public var sent: Int64 = 0
        /// Of the IDs `m-000001` for payloads without one.
        public var generatedID: Int64 = 0
        /// Of messages that FCM handed to APNs, if more than arrived.
        public var message: Int64 = 0

        /// Goes on above the numbers of rows, if they are greater.
        mutating func rise(above used: UsedNumbers) {
            notification = max(notification, used.notification)
            event = max(event, used.event)
            upload = max(upload, used.upload)
            guard let trace = used.trace else { return }
            generatedID = max(generatedID, trace.generatedID)
            // Each of them is an upload.
            sent = max(sent, upload)
        }

        /// The number of the next message of FCM, by which its ID differs from all others.
        public var nextMessage: Int64 { max(message, notification) }
    }

    /// Remembers a project that an app no longer uses; above a limit the oldest is dropped.
    mutating func remember(_ project: FirebaseProject) {
        earlierProjects.removeAll { $0.projectID == project.projectID }
        earlierProjects.append(
            EarlierProject(projectID: project.projectID, senderID: project.senderID))
        if earlierProjects.count > 16 { earlierProjects.removeFirst() }
    }

    /// The next ID for a payload without one.
    mutating func nextGeneratedID() -> String {
        counters.generatedID += 1
        let digits = String(counters.generatedID)
        return "m-" + String(repeating: "0", count: max(0, 6 - digits.utf8.count)) + digits
    }
}
