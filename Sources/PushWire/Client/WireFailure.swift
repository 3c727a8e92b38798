/// The reason why a request has no answer.
public struct WireFailure: Error, Equatable, Sendable {
    /// The kinds of failure, as far as the next step depends on them.
    public enum Kind: String, CaseIterable, Sendable {
        case timeout, refused, reset, nameNotFound, unreachable
        case tlsUntrusted, tlsExpired, tlsWrongHost, tlsPin, tls
        case proxy, proxyRefused, answerTooLarge, garbled, badURL, badOptions, interrupted, other
    }

    /// The kind of failure.
    public var kind: Kind
    /// The sentence for people, without a full stop.
    public var message: String

    /// Makes a failure.
    public init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }

    /// Whether the same request may succeed a little later, with nothing changed here.
    public var mayPass: Bool {
        switch kind {
        case .timeout, .refused, .reset, .nameNotFound, .unreachable, .proxy, .garbled, .other:
            true
        case .tlsUntrusted, .tlsExpired, .tlsWrongHost, .tlsPin, .tls, .proxyRefused,
            .answerTooLarge, .badURL, .badOptions, .interrupted:
            false
        }
    }

    /// The remedy that a person can apply, if it is certain.
    public var cure: String? {
        switch kind {
        case .tlsUntrusted: "`config tls.ca_file PATH` trusts the authority that signed it"
        case .tlsPin: "`config tls.pin` names the certificates that are expected"
        case .proxyRefused:
            "`https_proxy` names the proxy; `no_proxy` names hosts that are asked without one"
        case .badOptions: "`config tls.ca_file` and the proxy variables say how to connect"
        default: nil
        }
    }

    /// The remedy for a sender, whose command has an option for what another host than the
    /// vendor's needs; nil = the vendor's own.
    public func cure(at host: String?) -> String? {
        switch kind {
        case .tlsUntrusted where host != nil:
            "`--ca FILE` trusts the authority that signed it, `config tls.ca_file` for good"
        case .tls where host != nil, .garbled where host != nil:
            "is this the port of another service? Gateways speak HTTP over TLS, and APNs HTTP/2"
        default: cure
        }
    }
}
