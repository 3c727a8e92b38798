import PushModel
import PushText

/// The world's network: its mode, and the faults that a script has planted in it.
public struct Network: Equatable, Sendable {
    /// The way in which requests are answered.
    public enum Mode: String, CaseIterable, Sendable {
        /// Embedded services and stubs answer; nothing leaves the process.
        case simulated
        /// The real network is used.
        case real
        /// Every request fails, as on a device without network.
        case off
    }

    /// The way in which requests are answered.
    public var mode: Mode = .simulated
    /// The planted faults, in the order they were planted.
    public var stubs: [Stub] = []

    /// Whether anything is planted at all; nearly always nothing is.
    var hasStubs: Bool { !stubs.isEmpty }

    /// Takes the first fault planted for the ingest service, if there is one.
    public mutating func takeIngestFault() -> Stub.IngestFault? {
        for index in stubs.indices {
            guard case .ingest(let fault) = stubs[index].kind else { continue }
            use(index)
            return fault
        }
        return nil
    }

    /// Takes the fault planted for each of the next requests to the ingest service; nil = none.
    public mutating func takeIngestFaults(_ count: Int) -> [Stub.IngestFault?] {
        var faults: [Stub.IngestFault?] = []
        for _ in 0..<count { faults.append(takeIngestFault()) }
        return faults
    }

    /// Whether an answer of the ingest service is planted.
    var hasIngestStub: Bool {
        stubs.contains {
            switch $0.kind {
            case .ingest(.delayed(_, nil)): false
            case .ingest: true
            default: false
            }
        }
    }

    /// Whether an answer is planted for a download.
    func hasDownload(for url: String) -> Bool {
        stubs.contains {
            guard case .url(let pattern, _) = $0.kind else { return false }
            return WildcardPattern.matches(pattern, url)
        }
    }

    /// Takes the first planted answer whose pattern matches a URL.
    mutating func takeDownload(for url: String) -> Stub.Download? {
        for index in stubs.indices {
            guard case .url(let pattern, let answer) = stubs[index].kind,
                WildcardPattern.matches(pattern, url)
            else { continue }
            use(index)
            return answer
        }
        return nil
    }

    /// Adds a stub behind the others; of two for the same requests the newer one holds, unless the
    /// older is used up at some time and so comes before it.
    mutating func plant(_ stub: Stub) {
        stubs.removeAll { $0.timesLeft == nil && $0.kind.isForSameRequests(as: stub.kind) }
        stubs.append(stub)
    }

    /// The stub that takes every request of the newest one, which therefore never answers.
    var stubBeforeNewest: Stub? {
        guard let newest = stubs.last else { return nil }
        return stubs.dropLast().first { $0.timesLeft == nil && $0.kind.covers(newest.kind) }
    }

    /// Whether a gateway holds back its SETTINGS from clients that connect.
    public func withholdsSettings(at gateway: GatewayAnswer.Gateway) -> Bool {
        stubs.contains { $0.kind == .noSettings(gateway) }
    }

    /// Whether the connection of a push matters to a planted fault.
    public var choosesConnections: Bool {
        stubs.contains {
            switch $0.kind {
            case .apns(_, let choice), .fcm(_, let choice): choice.connection != nil
            default: false
            }
        }
    }

    /// Takes the first fault planted at a gateway for a request.
    mutating func takeFault(
        of request: GatewayRequest, at gateway: GatewayAnswer.Gateway
    ) -> GatewayFault? {
        gateway == .apns ? takeAPNsFault(of: request) : takeFCMFault(of: request)
    }

    /// Takes the first fault planted at APNs for a request.
    public mutating func takeAPNsFault(of request: GatewayRequest) -> GatewayFault? {
        for index in stubs.indices {
            guard case .apns(let fault, let choice) = stubs[index].kind,
                choice.meets(request), fault.stage(at: .apns) <= request.stage
            else { continue }
            use(index)
            return fault
        }
        return nil
    }

    /// The first fault planted at FCM for a message; it is not used up.
    public func fcmFault(of request: GatewayRequest) -> GatewayFault? {
        fcmStub(of: request).map(\.fault)
    }

    /// Takes the first fault planted at FCM for a message, or, for nil, one that makes the
    /// registration of a token fail.
    public mutating func takeFCMFault(of request: GatewayRequest?) -> GatewayFault? {
        guard let (index, fault) = fcmStub(of: request) else { return nil }
        use(index)
        return fault
    }

    /// Whether a fault planted at FCM makes the registration of a token fail.
    package var refusesRegistrations: Bool { fcmStub(of: nil) != nil }

    private func fcmStub(
        of request: GatewayRequest?
    ) -> (index: Int, fault: GatewayFault)? {
        for index in stubs.indices {
            guard case .fcm(let fault, let choice) = stubs[index].kind else { continue }
            if let request {
                guard choice.meets(request), fault.stage(at: .fcm) <= request.stage else {
                    continue
                }
            } else {
                guard choice == GatewayChoice(), fault.answer(at: .fcm)?.failsRegistration == true
                else { continue }
            }
            return (index, fault)
        }
        return nil
    }

    private mutating func use(_ index: Int) {
        guard let left = stubs[index].timesLeft else { return }
        if left > 1 {
            stubs[index].timesLeft = left - 1
        } else {
            stubs.remove(at: index)
        }
    }
}

/// A planted answer of the outside world.
public struct Stub: Equatable, Sendable {
    /// A fault of the ingest service.
    public indirect enum IngestFault: Equatable, Sendable {
        /// An answer from outside: nothing is sent, and nothing is stored here. With 200 and 206
        /// every event is accepted except those at the positions `fail`, with errors by position.
        case status(
            Int, retryAfter: Int?, message: String = "stub", fail: [Int] = [], error: String = "")
        /// An answer from outside with a body that a person wrote; nothing is sent or stored.
        case answer(Int, retryAfter: Int?, body: String)
        case timeout
        case reset
        /// No answer, with the reason that the real network gave.
        case noAnswer(String)
        /// No answer, and no further attempt: the reason, and its cure.
        case broken(String, cure: String?)
        /// No request at all, as if its key were missing: the flush ends with that refusal.
        case unsent(Refusal)
        /// The service stores the batch, but its answer is lost.
        case dropResponse
        /// Some receipts fail, by position from 1, with an error's name, or one for each.
        case receipts(fail: [Int], error: String)
        /// The answer comes so many milliseconds late: another fault's, or else the service's own.
        /// A client that has given up by then sees a time-out, whether or not the service stored.
        case delayed(Int64, IngestFault?)
    }

    /// A planted answer to a download.
    public struct Download: Equatable, Sendable {
        /// The HTTP status.
        public var status: Int = 200
        /// The size of the body in bytes.
        public var byteCount: Int64 = 24_576
        /// The virtual time until the last byte, in milliseconds.
        public var delayMilliseconds: Int64 = 0
        /// The `Content-Type`; nil = the type that the URL's extension suggests.
        public var contentType: String?
        /// The URL to which the answer redirects, as its `Location` has it; nil if it does not.
        public var location: String?
        /// The reason of the real network for giving no answer; nil if there is one.
        public var failure: String?
        /// Whether no answer ever comes.
        public var timesOut = false

        /// Makes the default answer: 200, 24 KB, at once.
        public init() {}

        /// Whether the status is one at which a client asks elsewhere.
        var isRedirect: Bool { [301, 302, 303, 307, 308].contains(status) }
    }

    /// The kind of a planted answer.
    public enum Kind: Equatable, Sendable {
        case ingest(IngestFault)
        case url(pattern: String, Download)
        /// The fault of APNs for the chosen pushes.
        case apns(GatewayFault, GatewayChoice = GatewayChoice())
        /// The fault of FCM for the chosen messages, or for the registration of a token.
        case fcm(GatewayFault, GatewayChoice = GatewayChoice())
        /// A gateway sends no SETTINGS on new connections.
        case noSettings(GatewayAnswer.Gateway)
    }

    /// The kind of the planted answer.
    public var kind: Kind
    /// The number of further requests that it answers; nil = all.
    public var timesLeft: Int?
    /// The words of the stub as they were typed.
    public var words: [String]
    /// The stub as it can be typed again, for `stub list`: a word with a blank is in quotes.
    public var text: String {
        words.map { $0.contains(" ") ? $0.asWord : $0 }.joined(separator: " ")
    }

    /// Plants an answer.
    public init(kind: Kind, timesLeft: Int?, words: [String]) {
        self.kind = kind
        self.timesLeft = timesLeft
        self.words = words
    }
}

extension Stub.Kind {
    /// Whether another answer is for the same requests.
    fileprivate func isForSameRequests(as other: Self) -> Bool {
        switch (self, other) {
        case (.ingest, .ingest): true
        case (.noSettings(let gateway), .noSettings(let second)): gateway == second
        case (.url(let pattern, _), .url(let second, _)): pattern == second
        case (.apns(_, let choice), .apns(_, let second)): choice == second
        case (.fcm(_, let choice), .fcm(_, let second)): choice == second
        default: false
        }
    }

    /// Whether it takes every request that another answer is for.
    fileprivate func covers(_ other: Self) -> Bool {
        switch (self, other) {
        case (.url(let pattern, _), .url(let second, _)): WildcardPattern.matches(pattern, second)
        case (.apns(_, let choice), .apns), (.fcm(_, let choice), .fcm):
            choice == GatewayChoice()
        default: false
        }
    }
}

/// Patterns in which `*` matches any text.
enum WildcardPattern {
    /// Whether a pattern covers a text; linear in both except for backtracking to the last star.
    static func matches(_ pattern: String, _ text: String) -> Bool {
        let pattern = Array(pattern.utf8)
        let text = Array(text.utf8)
        var at = 0
        var index = 0
        var star: (pattern: Int, text: Int)?
        while index < text.count {
            if at < pattern.count, pattern[at] == UInt8(ascii: "*") {
                star = (at, index)
                at += 1
            } else if at < pattern.count, pattern[at] == text[index] {
                at += 1
                index += 1
            } else if let last = star {
                at = last.pattern + 1
                index = last.text + 1
                star = (last.pattern, index)
            } else {
                return false
            }
        }
        return pattern[at...].allSatisfy { $0 == UInt8(ascii: "*") }
    }
}
