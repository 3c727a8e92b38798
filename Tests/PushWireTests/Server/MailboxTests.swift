import Glibc
import PushBackends
import PushText
import Synchronization
import Testing

@testable import PushWire

@Suite struct MailboxTests {
    private func exchange(_ path: String, for service: ServiceKind = .ingest) -> Exchange {
        Exchange(ServiceRequest(method: "GET", path: path), for: service) { _ in }
    }

    /// Whether the owner of a mailbox has been told that something waits.
    private func isTold(_ mailbox: Mailbox) -> Bool {
        var ready = pollfd(fd: mailbox.descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&ready, 1, 0) == 1
    }

    @Test func `a few pushes are answered where they came in while the owner sleeps`() {
        let mailbox = Mailbox(limit: 100)
        let answered = Mutex(0)
        #expect(!mailbox.isLent)
        mailbox.lend { [unowned mailbox] in
            answered.withLock { $0 += mailbox.take().count }
            return true
        }
        #expect(mailbox.isLent)
        for count in 1...Mailbox.few {
            #expect(mailbox.putQuietly(exchange("/", for: .apns)) == count)
        }
        mailbox.settle()
        #expect(answered.withLock { $0 } == Mailbox.few && !isTold(mailbox))
        // Nothing waits: nobody is asked.
        mailbox.settle()
        #expect(!isTold(mailbox))
    }

    @Test(arguments: [
        (Array(repeating: ServiceKind.fcm, count: Mailbox.few + 1), true),
        ([.apns, .api], true), ([.channels], false),
    ]) func `the owner is told of much, of other services, and where it is at work`(
        _ services: [ServiceKind], _ isFree: Bool
    ) {
        let mailbox = Mailbox(limit: 100)
        mailbox.lend { isFree }
        for service in services { _ = mailbox.putQuietly(exchange("/", for: service)) }
        #expect(!isTold(mailbox))
        mailbox.settle()
        #expect(isTold(mailbox))
        #expect(mailbox.take().count == services.count)
        mailbox.lend(to: nil)
        #expect(!mailbox.isLent)
    }

    @Test(arguments: [
        (0, nil as String?, true), (Exchange.briefBytes, nil, true),
        (Exchange.briefBytes + 1, nil, false), (100, "gzip", false),
    ])
    func `an upload of few events is answered where it came in, no other one is`(
        bytes: Int, coding: String?, isAnswered: Bool
    ) {
        let mailbox = Mailbox(limit: 10)
        mailbox.lend { true }
        let headers = coding.map { [HeaderField("Content-Encoding", $0)] } ?? []
        let request = ServiceRequest(
            method: "POST", path: "/mobile/push_events", headers: headers,
            body: Array(repeating: 0x20, count: bytes))
        _ = mailbox.putQuietly(exchange("/", for: .apns))
        _ = mailbox.putQuietly(Exchange(request, for: .ingest) { _ in })
        mailbox.settle()
        #expect(isTold(mailbox) == !isAnswered)
    }

    @Test func `requests leave in the order of their arrival`() {
        let mailbox = Mailbox(limit: 10)
        for path in ["/1", "/2", "/3"] { #expect(mailbox.put(exchange(path))) }
        #expect(mailbox.take().map(\.request.path) == ["/1", "/2", "/3"])
        #expect(mailbox.take().isEmpty)
    }

    @Test func `a round of pushes is bounded, and the owner is told of those that stay`() {
        let mailbox = Mailbox(limit: 10)
        let services: [ServiceKind] = [.apns, .ingest, .fcm, .apns, .ingest, .apns]
        for (index, service) in services.enumerated() {
            #expect(mailbox.put(exchange("/\(index)", for: service)))
        }
        // What came behind the first that stays, stays with it: the order is that of arrival.
        #expect(mailbox.take(gatewayLimit: 2).map(\.request.path) == ["/0", "/1", "/2"])
        #expect(isTold(mailbox))
        #expect(mailbox.take(gatewayLimit: 2).map(\.request.path) == ["/3", "/4", "/5"])
        #expect(!isTold(mailbox))
        #expect(mailbox.take(gatewayLimit: 2).isEmpty)
    }

    @Test func `requests that the owner has set aside still wait`() {
        let mailbox = Mailbox(limit: 2)
        #expect(mailbox.put(exchange("/1")) && mailbox.put(exchange("/2")))
        mailbox.setAside(mailbox.take().count)
        #expect(!mailbox.put(exchange("/3")) && mailbox.putQuietly(exchange("/3")) == nil)
        mailbox.setAside(-1)
        #expect(mailbox.put(exchange("/3")) && !mailbox.put(exchange("/4")))
    }

    @Test func `a full or shut mailbox takes nothing`() {
        let mailbox = Mailbox(limit: 1)
        #expect(mailbox.put(exchange("/1")))
        #expect(!mailbox.put(exchange("/2")))
        #expect(mailbox.take().count == 1)
        #expect(mailbox.put(exchange("/3")))
        mailbox.shut()
        #expect(mailbox.putQuietly(exchange("/4")) == nil)
        #expect(mailbox.take().count == 1)
        #expect(!mailbox.put(exchange("/5")))
    }
}
