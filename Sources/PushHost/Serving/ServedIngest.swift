import Glibc
import PushBackends
import PushRuntime
import PushSimulation
import PushStore
import PushText
import PushWire

/// The Ingest API over HTTP: requests that wait together are committed once, and answered after
/// that.
final class ServedIngest {
    /// An answer, the line that reports it, and whether it stored anything.
    private struct Handled {
        var reply: ServiceReply
        var line: String
        var isStored = false

        init(_ reply: ServiceReply, _ line: String, isStored: Bool = false) {
            self.reply = reply
            self.line = line
            self.isStored = isStored
        }
    }

    private(set) var service: IngestService
    private var warehouse: Warehouse
    private let host: any IngestHost
    private let together: (() -> Void) -> Void

    /// Makes the service; `together` sends the answers given inside it at once, at its end.
    init(
        _ warehouse: Warehouse, _ host: any IngestHost,
        together: @escaping (() -> Void) -> Void = { $0() }
    ) {
        self.together = together
        self.warehouse = warehouse
        self.host = host
        service = IngestService(sink: warehouse, makeUUID: RandomUUID.make)
    }

    /// Continues with another warehouse after the workspace's was replaced.
    func follow(_ warehouse: Warehouse) {
        guard warehouse !== self.warehouse else { return }
        let before = service
        self.warehouse = warehouse
        service = IngestService(sink: warehouse, makeUUID: RandomUUID.make)
        service.writeKey = before.writeKey
        service.queryKeys = before.queryKeys
    }

    /// Answers requests in their order; an answer leaves only once what it acknowledges is stored.
    func handle(_ exchanges: [Exchange]) {
        guard !exchanges.isEmpty else { return }
        let all = Array(zip(exchanges, host.takeFaults(exchanges.count)))
        warehouse.deduplication = host.deduplicatesExactly ? .exact : .window
        let handled: [Handled]
        var decided: [Handled] = []
        do throws(StoreError) {
            handled = try warehouse.group { () throws(StoreError) in
                decided = all.map(answer)
                return decided
            }
        } catch {
            // One request may have failed by itself, so each is tried alone. Records that were
            // stored although the disk did not confirm it must not be stored a second time.
            handled =
                error.isCommitted
                ? zip(exchanges, decided).map { exchange, found in
                    // A request that was refused by itself stays so; for the others it is uncertain
                    // what was stored.
                    (found.reply.status ?? 200) >= 400 ? found : refused(exchange, error.message)
                } : all.map(answer)
        }
        together {
            for (exchange, handled) in zip(exchanges, handled) { exchange.answer(handled.reply) }
        }
        host.tell(handled.map(\.line))
        host.noteStored(handled.filter(\.isStored).map(\.line))
    }

    /// Returns the answer of a workspace that cannot store.
    private func refused(_ exchange: Exchange, _ message: String) -> Handled {
        Handled(
            .response(ServiceKind.ingest.refusal(503, message)),
            line("refused", exchange, "503: \(message)"))
    }

    /// Returns the answer to a request, with the fault that a stub plants.
    private func answer(_ exchange: Exchange, _ fault: Stub.IngestFault?) -> Handled {
        switch fault {
        case nil: return ingest(exchange, nil)
        case .status(let status, let retryAfter, let message, let fail, let error):
            let request = try? exchange.request.unpacked(limit: service.limits.bodyBytes).get()
            let receipts = request.flatMap {
                service.planted($0, status: status, fail: fail, error: error)
            }
            let response =
                receipts
                ?? ServiceKind.ingest.refusal(status, message, retryAfter: retryAfter)
            return Handled(.response(response), line("stub", exchange, "\(status)"))
        case .answer(let status, let retryAfter, let body):
            let response = ServiceResponse(planted: status, body, retryAfter: retryAfter)
            return Handled(.response(response), line("stub", exchange, "\(status)"))
        case .delayed(let milliseconds, let inner):
            var handled = answer(exchange, inner)
            handled.reply = .late(handled.reply, milliseconds: milliseconds)
            handled.line += ", the answer is \(milliseconds) ms late"
            return handled
        case .timeout: return Handled(.silence, line("stub", exchange, "no answer"))
        case .reset, .noAnswer, .broken, .unsent:
            return Handled(.reset, line("stub", exchange, "reset"))
        case .dropResponse:
            var handled = ingest(exchange, nil)
            handled.reply = .hangUp
            handled.line += ", the answer is lost"
            return handled
        case .receipts(let positions, let name):
            return ingest(exchange, ReceiptFault(positions: positions, name: name))
        }
    }

    /// Returns the service's own answer.
    private func ingest(_ exchange: Exchange, _ fault: ReceiptFault?) -> Handled {
        let request: ServiceRequest
        switch exchange.request.unpacked(limit: service.limits.bodyBytes) {
        case .success(let found): request = found
        case .failure(let refusal):
            let text = "\(refusal.status): \(refusal.message)"
            return Handled(
                .response(ServiceKind.ingest.response(to: refusal)),
                line("refused", exchange, text))
        }
        let (response, report) = service.answer(
            request, receivedAt: host.now.unixSeconds, fault: fault)
        return Handled(
            .response(response), line(report, response, exchange), isStored: report.stored > 0)
    }

    private func line(
        _ report: IngestReport, _ response: ServiceResponse, _ exchange: Exchange
    ) -> String {
        guard let place = report.place else {
            return line("refused", exchange, "\(response.status): \(report.refusal ?? "")")
        }
        var notes: [String] = []
        if report.repeated > 0 { notes.append("\(report.repeated) repeated") }
        if report.failed > 0 { notes.append("\(report.failed) refused") }
        let count = report.stored == 1 ? "1 event" : "\(report.stored) events"
        let note = notes.isEmpty ? "" : " (" + notes.joined(separator: ", ") + ")"
        return "ingested \(count) into \(place)\(note)"
    }

    /// Returns a line of the log: verb, method, path, and what was done.
    private func line(_ verb: String, _ exchange: Exchange, _ text: String) -> String {
        let padding = String(repeating: " ", count: max(0, 7 - verb.utf8.count))
        let path = exchange.request.barePath.prefix(100)
        return "\(verb)\(padding) \(exchange.request.method) \(path) \(text)"
    }
}
