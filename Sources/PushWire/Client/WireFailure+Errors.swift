import AsyncHTTPClient
import Glibc
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

extension WireFailure {
    /// Translates an error of the libraries for a request to a URL; through a proxy, it is the
    /// proxy that could not be reached.
    init(_ error: any Error, _ url: WireURL, proxy: ProxyChoice? = nil) {
        let place = "`\(url.host)` port \(url.port)"
        if let proxy {
            let proxyPlace = "the proxy `\(proxy.host)` port \(proxy.port)"
            switch error {
            case let error as NIOConnectionError:
                self.init(error, proxyPlace, host: "`\(proxy.host)`, the proxy")
                if kind != .timeout { kind = .proxy }
                return
            case let error as IOError where error.errnoCode == ECONNREFUSED:
                self.init(.proxy, "connection refused by \(proxyPlace)")
                return
            default: break
            }
        }
        switch error {
        case let error as WireFailure: self = error
        case let error as HTTPClientError: self.init(error, place)
        case let error as NIOConnectionError: self.init(error, place, host: "`\(url.host)`")
        case let error as IOError: self.init(error, place)
        case let error as NIOSSLError: self.init(error, place)
        case let error as NIOSSLExtraError where error == .failedToValidateHostname:
            self.init(.tlsWrongHost, "the certificate is not for `\(url.host)`")
        case is NIOSSLExtraError, is BoringSSLError:
            self.init(.tls, "TLS with \(place) failed")
        case let error as ResponseAccumulator.ResponseTooBigError:
            self.init(.answerTooLarge, "the answer has more than \(error.maxBodySize) bytes")
        case let error as HTTPParserError where error == .invalidEOFState:
            self.init(.reset, "connection reset")
        case is HTTPParserError: self.init(.garbled, "\(place) does not answer in HTTP")
        case ChannelError.connectTimeout: self.init(.timeout, "time-out")
        case is ChannelError: self.init(.reset, "connection reset")
        case _ where "\(type(of: error))" == "DecompressionError":
            // The type belongs to a module that only async-http-client imports.
            if "\(error)" == "limit" {
                self.init(.answerTooLarge, "the unpacked answer is too large")
            } else {
                self.init(.garbled, "the answer's gzip is damaged")
            }
        default: self.init(.other, "the request to \(place) failed")
        }
    }

    private init(_ error: HTTPClientError, _ place: String) {
        switch error {
        case .deadlineExceeded, .readTimeout, .writeTimeout, .connectTimeout, .tlsHandshakeTimeout,
            .getConnectionFromPoolTimeout:
            self.init(.timeout, "time-out")
        case .remoteConnectionClosed, .uncleanShutdown: self.init(.reset, "connection reset")
        case .proxyAuthenticationRequired:
            self.init(.proxyRefused, "the proxy asks for a user and a password")
        case .invalidProxyResponse:
            self.init(.proxyRefused, "the proxy refuses to connect to \(place)")
        case .httpProxyHandshakeTimeout, .socksHandshakeTimeout:
            self.init(.proxy, "the proxy does not connect to \(place)")
        case .cancelled: self.init(.interrupted, "interrupted")
        default: self.init(.other, "the request to \(place) failed")
        }
    }

    private init(_ error: NIOConnectionError, _ place: String, host: String) {
        if let failure = error.connectionErrors.last?.error {
            switch failure {
            case let failure as IOError: self.init(failure, place)
            case is ChannelError: self.init(.timeout, "time-out")
            default: self.init(.unreachable, "\(place) cannot be reached")
            }
        } else if error.dnsAError != nil || error.dnsAAAAError != nil {
            self.init(.nameNotFound, "there is no host \(host)")
        } else {
            self.init(.unreachable, "\(place) cannot be reached")
        }
    }

    private init(_ error: IOError, _ place: String) {
        switch error.errnoCode {
        case ECONNREFUSED: self.init(.refused, "connection refused by \(place)")
        case ECONNRESET, EPIPE, ECONNABORTED: self.init(.reset, "connection reset")
        case ETIMEDOUT: self.init(.timeout, "time-out")
        default: self.init(.unreachable, "\(place) cannot be reached")
        }
    }

    private init(_ error: NIOSSLError, _ place: String) {
        switch error {
        case .handshakeFailed(.sslError(let stack)):
            if stack.contains(where: { "\($0)".contains("CERTIFICATE_VERIFY_FAILED") }) {
                self.init(.tlsUntrusted, "no trusted authority signed the certificate of \(place)")
            } else if stack.contains(.eofDuringHandshake) {
                // Which of the socket and TLS learns first of a reset is a matter of time.
                self.init(.reset, "connection reset")
            } else {
                self.init(.tls, "\(place) does not speak TLS 1.2 or later")
            }
        case .unableToValidateCertificate, .noCertificateToValidate:
            self.init(.tlsUntrusted, "no trusted authority signed the certificate of \(place)")
        case .uncleanShutdown: self.init(.reset, "connection reset")
        default: self.init(.tls, "TLS with \(place) failed")
        }
    }
}
