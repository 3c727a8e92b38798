import PushBackends
import Testing

@testable import PushWire

@Suite struct MailboxTests {
    private func exchange(_ path: String) -> Exchange {
        Exchange(ServiceRequest(method: "GET", path: path), for: .ingest) { _ in }
    }

    @Test func `requests leave in the order of their arrival`() {
        let mailbox = Mailbox(limit: 10)
        for path in ["/1", "/2", "/3"] { #expect(mailbox.put(exchange(path))) }
        #expect(mailbox.take().map(\.request.path) == ["/1", "/2", "/3"])
        #expect(mailbox.take().isEmpty)
    }

    @Test func `a full or shut mailbox takes nothing`() {
        let mailbox = Mailbox(limit: 1)
        #expect(mailbox.put(exchange("/1")))
        #expect(!mailbox.put(exchange("/2")))
        #expect(mailbox.take().count == 1)
        #expect(mailbox.put(exchange("/3")))
        mailbox.shut()
        #expect(mailbox.take().count == 1)
        #expect(!mailbox.put(exchange("/4")))
    }
}
