import PushCommands
import PushGateways
import PushModel
import PushSimulation
import PushText
import Testing

@testable import PushRuntime

/// KD-06: what `send` and `credential test` tell of a gateway's answers on the network.
@Suite struct SentOutTests {
    /// A sender for tests, whose gateway gives one answer to everything.
    private final class Postman: SendPort {
        var answer = SendAnswer(.apns, status: 200, reason: nil)
        /// Why no request can be made for targets after the first; nil = they can.
        var reason: SendAnswer?
        /// Runs once everything has left.
        var whenSent: () -> Void = {}

        func inspect(_ file: CredentialFile) -> SenderCredential {
            var credential = SenderCredential(
                name: file.name, kind: file.kind, path: file.path, fingerprint: "00")
            (credential.keyID, credential.team) = ("ABCDE12345", file.team)
            return credential
        }
        func check(_ credential: SenderCredential) {}
        func providerToken(_ credential: SenderCredential) -> String { "" }
        func isSigned(_ token: ProviderToken, by key: ProviderKey) -> Bool { true }
        func send(_ order: SendOrder, _ request: (Int) -> SendRequest) -> SendQueue {
            var queue = SendQueue(order.gateway, count: order.count, order.pace)
            while case .send(let target) = queue.next(at: 0) {
                if target > 0, let reason {
                    queue.stop(before: target, because: reason)
                } else {
                    queue.take(answer, for: target, at: 0)
                }
            }
            whenSent()
            return queue
        }
        func authorise(_ order: SendOrder) {}
        func confirm(_ question: String) -> Bool { true }
        func makeUUID() -> String { "" }
    }

    private let shelf: FileShelf
    private let edge: StoreEdge
    private let postman = Postman()
    private let session: Session
    private static let token = String(repeating: "0", count: 64)
    private static let send =
        "send {\"aps\":{\"alert\":\"x\"}} --to \(token) --sandbox "
        + "--topic com.example.myapp --host 127.0.0.1:1 --force"

    init() throws {
        let shelf = FileShelf()
        self.shelf = shelf
        edge = StoreEdge(files: shelf)
        edge.sending = postman
        session = try Session(edge: edge, settings: ShellSettings())
        for text in [
            "network real", "credential add k --p8 AuthKey_ABCDE12345.p8 --team ABCDE12345",
        ] {
            #expect(session.type(text).failure == nil)
        }
    }

    private func answer(_ status: Int, _ reason: String) -> SendAnswer {
        SendAnswer(.apns, status: status, reason: reason)
    }

    @Test func `what was sent is told although the history cannot keep it`() {
        postman.whenSent = { [edge] in edge.isBusy = true }
        let failure = session.type(Self.send).failure
        #expect(failure?.code.name == "workspace_busy")
        #expect(failure?.message.hasPrefix("the answers above are not in the history: ") == true)
        #expect(session.last.lines.contains("send    1 sent"))
        edge.isBusy = false
    }

    @Test func `a credential was used when the system's clock says so`() {
        edge.clock = Tick(milliseconds: 1_900_000_000_000)
        #expect(session.type(Self.send).failure == nil)
        #expect(session.type("credential list").failure == nil)
        #expect(session.last.lines.last?.hasSuffix("used 2030-03-17T17:46:40Z") == true)
    }

    private static let tried: [(status: Int, reason: String, code: String?)] = [
        (400, "BadDeviceToken", nil), (410, "Unregistered", nil),
        (403, "InvalidProviderToken", "credential_refused"),
        (400, "TopicDisallowed", "credential_refused"), (404, "HTTP 404", "no_answer"),
        (403, "HTTP 403", "credential_refused"), (404, "BadPath", "no_answer"),
        (503, "ServiceUnavailable", "no_answer"), (429, "TooManyRequests", "no_answer"),
    ]

    @Test(arguments: tried)
    func `only an answer about the token shows that the credential is accepted`(
        tried: (status: Int, reason: String, code: String?)
    ) {
        postman.answer = answer(tried.status, tried.reason)
        let failure = session.type("credential test k --sandbox --host 127.0.0.1:1").failure
        #expect(failure?.code.name == tried.code)
    }

    @Test func `a port that is no gateway's is told by answers without a reason`() {
        postman.answer = answer(404, "HTTP 404")
        let failure = session.type(Self.send).failure
        #expect(failure?.code.name == "no_answer")
        #expect(failure?.message.contains("answers HTTP 404, and not as APNs does") == true)
        #expect(failure?.hint?.hasSuffix("is this the port of another service?") == true)
        postman.answer = answer(404, "BadPath")
        #expect(session.type(Self.send).failure?.hint?.contains("another of APNs' ports") == true)
    }

    @Test func `a run that a missing token ends tells what was sent before it`() {
        var reason = SendAnswer(reason: "the token endpoint answers x", verdict: .retry)
        (reason.isUnsent, reason.attempts) = (true, 0)
        postman.reason = reason
        shelf.texts["list.txt"] = Array("\(Self.token)\n\(Self.token)\n".utf8)
        let send = Self.send.replacing("--to " + Self.token, with: "--to list.txt --yes")
        let words = send.split(separator: " ").map {
            Argument(String($0), $0 == "list.txt" ? .file : .word, at: Span(start: 0, end: 0))
        }
        let failure = session.run(words, text: send).failure
        #expect(failure?.code.name == "credential_refused")
        #expect(failure?.message == "the token endpoint answers x; 1 sent, 1 retry")
        #expect(!session.last.lines.contains { $0.contains("lost") })
    }
}
