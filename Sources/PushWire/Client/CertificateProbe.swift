import Glibc
import NIOConcurrencyHelpers
import NIOCore
import NIOPosix
import NIOSSL

/// Examines a certificate that was not trusted, to find out why; it sends nothing and trusts
/// nothing.
///
/// BoringSSL's reason does not reach swift-nio-ssl's error, so the certificate is requested again.
enum CertificateProbe {
    private static let limit = TimeAmount.seconds(3)

    /// Makes a failure say that the certificate is not valid at this time, if that is the reason.
    static func explain(_ failure: inout WireFailure, _ url: WireURL) {
        guard let times = times(url) else { return }
        let now = time(nil)
        if now > times.last {
            failure = WireFailure(
                .tlsExpired, "the certificate of `\(url.host)` expired on \(day(times.last))")
        } else if now < times.first {
            failure = WireFailure(
                .tlsExpired, "the certificate of `\(url.host)` begins on \(day(times.first))")
        }
    }

    private static func times(_ url: WireURL) -> (first: time_t, last: time_t)? {
        let group = MultiThreadedEventLoopGroup.singleton
        guard let context = try? NIOSSLContext(configuration: .makeClientConfiguration()) else {
            return nil
        }
        let seen = NIOLockedValueBox<(first: time_t, last: time_t)?>(nil)
        let isOver = group.next().makePromise(of: Void.self)
        let isAddress = url.host.contains(":") || url.host.allSatisfy { $0.isNumber || $0 == "." }
        let connection = ClientBootstrap(group: group).connectTimeout(limit)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let handler = try NIOSSLClientHandler(
                        context: context, serverHostname: isAddress ? nil : url.host,
                        customVerificationCallback: { certificates, verdict in
                            if let leaf = certificates.first {
                                seen.withLockedValue {
                                    $0 = (leaf.notValidBefore, leaf.notValidAfter)
                                }
                            }
                            verdict.succeed(.failed)
                        })
                    try channel.pipeline.syncOperations.addHandler(handler)
                }
            }
            .connect(host: url.host, port: url.port)
        connection.whenFailure { _ in isOver.succeed() }
        connection.whenSuccess { channel in
            let timer = channel.eventLoop.scheduleTask(in: limit) { channel.close(promise: nil) }
            channel.closeFuture.whenComplete { _ in
                timer.cancel()
                isOver.succeed()
            }
        }
        // NIO's own `wait` must not be called on an event loop's thread.
        let isSeen = ConditionLock(value: 0)
        isOver.futureResult.whenComplete { _ in
            isSeen.lock()
            isSeen.unlock(withValue: 1)
        }
        isSeen.lock(whenValue: 1)
        isSeen.unlock()
        return seen.withLockedValue { $0 }
    }

    private static func day(_ moment: time_t) -> String {
        var moment = moment
        var parts = tm()
        gmtime_r(&moment, &parts)
        let number = { (value: Int32) in (value < 10 ? "0" : "") + String(value) }
        return "\(parts.tm_year + 1900)-\(number(parts.tm_mon + 1))-\(number(parts.tm_mday))"
    }
}
