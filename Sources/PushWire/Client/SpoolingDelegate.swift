import AsyncHTTPClient
import NIOConcurrencyHelpers
import NIOCore
import NIOHTTP1

/// Receives an answer whose body, if it is the requested one, goes into a file as it comes.
///
/// Any status but 200 has a message in its body, which is kept in memory like that of any answer.
final class SpoolingDelegate: HTTPClientResponseDelegate {
    typealias Response = HTTPClient.Response

    private let spool: WireSpool
    private let host: String
    /// Takes the body of any answer but 200 OK, which is an error's text and not data.
    private let message: ResponseAccumulator
    private let head = NIOLockedValueBox<HTTPResponseHead?>(nil)

    init(_ request: HTTPClient.Request, _ spool: WireSpool, messageLimit: Int) {
        self.spool = spool
        host = request.host
        message = ResponseAccumulator(request: request, maxBodySize: messageLimit)
    }

    func didReceiveHead(
        task: HTTPClient.Task<Response>, _ head: HTTPResponseHead
    ) -> EventLoopFuture<Void> {
        guard head.status == .ok else { return message.didReceiveHead(task: task, head) }
        self.head.withLockedValue { $0 = head }
        spool.clear()
        return task.eventLoop.makeSucceededVoidFuture()
    }

    func didReceiveBodyPart(
        task: HTTPClient.Task<Response>, _ buffer: ByteBuffer
    ) -> EventLoopFuture<Void> {
        guard head.withLockedValue({ $0 }) != nil else {
            return message.didReceiveBodyPart(task: task, buffer)
        }
        do throws(WireFailure) {
            let result = buffer.withUnsafeReadableBytes { bytes in
                Result { () throws(WireFailure) in try spool.append(bytes) }
            }
            try result.get()
            return task.eventLoop.makeSucceededVoidFuture()
        } catch {
            return task.eventLoop.makeFailedFuture(error)
        }
    }

    func didReceiveError(task: HTTPClient.Task<Response>, _ error: any Error) {
        message.didReceiveError(task: task, error)
    }

    func didFinishRequest(task: HTTPClient.Task<Response>) throws -> Response {
        guard let head = head.withLockedValue({ $0 }) else {
            return try message.didFinishRequest(task: task)
        }
        return Response(
            host: host, status: head.status, version: head.version, headers: head.headers,
            body: nil)
    }
}
