import Glibc
import PushBackends
import PushModel
import PushRuntime
import PushSimulation
import PushWire

/// The real network: uploads to Treasure Data and queries to its query API.
///
/// Created with the first effect that needs it, so that a session without one pays nothing.
final class Wire {
    private let client = WireClient { name in getenv(name).map { String(cString: $0) } }
    private let isInterrupted: () -> Bool
    private let progress = ProgressLine()

    init(isInterrupted: @escaping () -> Bool) { self.isInterrupted = isInterrupted }

    /// Sends a batch and reads the service's answer.
    func upload(_ request: UploadRequest) -> UploadAnswer {
        let key: String
        do throws(Refusal) {
            key = try KeyReader.key(request.wire.writeKey, setting: "td.write_key")
        } catch { return .unsent(error) }
        let sent = request.withoutFailing
        guard !sent.events.isEmpty else { return request.merged(nil) }
        progress.show("sending \(sent.events.count) of \(request.remaining) events")
        defer { progress.clear() }
        do throws(WireFailure) {
            let response = try client.send(
                IngestMessage.request(for: sent, key: key), options: request.wire.options,
                isInterrupted: isInterrupted)
            return request.merged(
                IngestMessage.answer(
                    response, to: sent, key: key, now: SystemClock.now().unixSeconds))
        } catch {
            return error.mayPass
                ? .noAnswer(error.message) : .broken(error.message, cure: error.cure)
        }
    }

    /// Loads a file for a service extension, within the rest of its time.
    func download(_ request: DownloadRequest) -> Stub.Download {
        progress.show("loading an attachment")
        defer { progress.clear() }
        var message = WireRequest(
            method: "GET", url: request.url, limitMilliseconds: request.milliseconds,
            answerLimit: request.byteLimit)
        message.redirects = 5
        let start = SystemClock.uptime().milliseconds
        var answer = Stub.Download()
        do throws(WireFailure) {
            let response = try client.send(
                message, options: request.wire.options, isInterrupted: isInterrupted)
            answer.status = response.status
            answer.byteCount = Int64(response.body.count)
            answer.contentType = response.header("Content-Type").map { String($0.prefix(80)) }
        } catch {
            switch error.kind {
            case .timeout: answer.timesOut = true
            case .answerTooLarge: answer.byteCount = Int64(request.byteLimit) + 1
            default: answer.failure = error.message
            }
        }
        answer.delayMilliseconds = max(0, SystemClock.uptime().milliseconds - start)
        return answer
    }

    /// Waits in real time; returns true if ^C ended it.
    func wait(_ wait: Wait) -> Bool {
        defer { progress.clear() }
        return Pause.wait(
            wait.seconds * 1000,
            tick: { progress.show("\(wait.purpose) in \(($0 + 999) / 1000) s") },
            isInterrupted: isInterrupted)
    }

    /// Runs a query on the account and passes on its rows.
    func query(_ query: RemoteQuery, into sink: any RowConsumer) throws(Failure) {
        let key: String
        do throws(Refusal) {
            key = try KeyReader.key(query.wire.apiKey, setting: "td.api_key")
        } catch {
            throw Failure(error)
        }
        let warehouse = RemoteWarehouse(client, query, key: key, isInterrupted: isInterrupted)
        defer { progress.clear() }
        do throws(TreasureDataFault) {
            try warehouse.run(
                status: { progress.show("job \($0) is \($1)") },
                columns: {
                    progress.clear()
                    sink.columns($0.map(\.name))
                }, row: { sink.row($0) })
        } catch { throw Failure(error) }
        sink.end()
    }
}

extension Failure {
    /// Makes a failure of a remote query, with the place in its text if Trino names one.
    init(_ fault: TreasureDataFault) {
        switch fault {
        case .wire(let failure):
            self.init(outside: .noAnswer, failure.message, hint: failure.cure)
        case .refused(let status, let said):
            self.init(
                outside: .remoteRefused,
                "Treasure Data answers \(status)" + (said.isEmpty ? "" : ": \(said)"),
                hint: status == 401 || status == 403
                    ? "`config td.api_key` sets the key, and `endpoint` its region" : nil)
        case .unreadable(let reason): self.init(outside: .remoteRefused, reason)
        case .failed(let message, let offset):
            self.init(.invalidSQL, message, offset: offset)
        case .killed(let job): self.init(outside: .remoteRefused, "job \(job) was killed")
        case .interrupted(let job):
            self.init(
                outside: .queryInterrupted,
                job.map { "interrupted; job \($0) was killed" } ?? "interrupted"
            )
        }
    }
}
