import PushModel

/// What every part of the world shares: time, chance, the network, the settings and the counters.
public struct Surroundings: Equatable, Sendable {
    /// The world's clock.
    public var now: Tick
    /// The world's source of chance.
    public var random: SplitMix64
    /// The network and its planted faults.
    public var network = Network()
    /// The workspace's settings.
    public var config = Config()
    /// What the embedded NCMB backend holds.
    public var ncmb = NCMBRecords()
    /// The keys that providers sign their requests to APNs with; none = any key is taken.
    public var providerKeys: [ProviderKey] = []
    /// The broadcast channels of all apps, in the order they were made.
    public var channels: [BroadcastChannel] = []
    /// The service accounts that may send through FCM; none = any account is taken.
    public var serviceAccounts: [FirebaseServiceAccount] = []
    /// The Firebase projects that apps were built with before, which may go on sending to the
    /// tokens that they issued.
    public internal(set) var earlierProjects: [EarlierProject] = []
    /// The credentials that `send` uses by their names.
    public var senderCredentials: [SenderCredential] = []
    /// The last numbers given out.
    public var counters = Counters()

    /// A Firebase project that an app was built with before.
    public struct EarlierProject: Equatable, Sendable {
        /// `PROJECT_ID`.
        public var projectID: String
        /// `GCM_SENDER_ID`.
        public var senderID: String
    }

    /// The numbers the world gives out, each the last one used.
    public struct Counters: Equatable, Sendable {
        /// Of arrivals, on every device together.
        public var notification: Int64 = 0
        /// Of tracked events, which is their order in the queue.
        public var event: Int64 = 0
        /// Of upload requests, each try for itself.
        public var upload: Int64 = 0
        /// Of upload requests that left for a service.
        public var sent: Int64 = 0
        /// Of the IDs `m-000001` for payloads that bring none.
        public var generatedID: Int64 = 0
    }

    /// Remembers a project that an app is no longer built with; the oldest of many is forgotten.
    mutating func remember(_ project: FirebaseProject) {
        earlierProjects.removeAll { $0.projectID == project.projectID }
        earlierProjects.append(
            EarlierProject(projectID: project.projectID, senderID: project.senderID))
        if earlierProjects.count > 16 { earlierProjects.removeFirst() }
    }

    /// The ID of a payload that brings none.
    mutating func nextGeneratedID() -> String {
        counters.generatedID += 1
        let digits = String(counters.generatedID)
        return "m-" + String(repeating: "0", count: max(0, 6 - digits.utf8.count)) + digits
    }
}
