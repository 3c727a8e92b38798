import PushSimulation

extension APNsGateway {
    /// The lifetime of a provider token in seconds.
    static let tokenLifetime: Int64 = 3600
    /// The minimum age, in seconds, at which a connection's provider token may be replaced.
    static let tokenRest: Int64 = 1200
    /// The seconds by which a provider's clock may be ahead.
    static let clockAllowance: Int64 = 60

    /// Checks the sender, by the certificate of the connection or by the provider token.
    ///
    /// APNs ignores `authorization` on a connection with a certificate (A-SEND). One that is not
    /// valid may come from a proxy or a library, so that a token beside it counts (decision 445).
    func checkProvider(
        _ request: APNsRequest, _ connection: inout APNsConnection
    ) throws(APNsRefusal) {
        if let certificate = connection.certificate, certificate.fault == nil {
            return try check(certificate, connection)
        }
        guard let authorization = Self.credential(of: request, on: connection) else {
            guard let fault = connection.certificate?.fault else {
                throw APNsRefusal("MissingProviderToken")
            }
            throw APNsRefusal("BadCertificate", detail: fault)
        }
        let token = try token(authorization, connection)
        guard token.issuedAt <= now + Self.clockAllowance else {
            let isTime = token.issuedAt < .max
            throw APNsRefusal(
                .issuedInFuture,
                detail: isTime ? "\(token.issuedAt), by \(token.issuedAt - now) s" : nil)
        }
        // The claim can be any number, whose distance from now need not be one.
        guard token.issuedAt >= now - Self.tokenLifetime else {
            throw APNsRefusal("ExpiredProviderToken")
        }
        try checkEnvironment(token, connection)
        try bind(token, authorization, &connection)
    }

    /// Checks the environment of a valid certificate.
    private func check(
        _ certificate: APNsConnection.Certificate, _ connection: APNsConnection
    ) throws(APNsRefusal) {
        if let own = certificate.environment, let wanted = connection.environment, own != wanted {
            throw APNsRefusal("BadCertificateEnvironment", detail: own)
        }
    }

    /// Checks that a valid certificate may send pushes of the type: location pushes are for
    /// provider tokens alone (A-SEND).
    func checkCertificate(
        _ headers: APNsHeaders, _ place: TokenIndex.Place, _ connection: APNsConnection
    ) throws(APNsRefusal) {
        guard let certificate = connection.certificate, certificate.fault == nil,
            headers.type == .location
        else { return }
        throw APNsRefusal("TopicDisallowed", app: place.app)
    }

    /// The field `authorization`; nil if it is missing or names no token, which APNs treats alike
    /// (A-RESP).
    private static func credential(
        of request: APNsRequest, on connection: APNsConnection
    ) -> String? {
        guard let field = request.field("authorization") else { return nil }
        // A field that the connection has sent before is not parsed again.
        guard connection.provider?.authorization != field else { return field }
        let words = words(of: field)
        return words.isEmpty || words.count == 1 && words[0].lowercased() == "bearer" ? nil : field
    }

    /// The scheme and the token, with any number of blanks between them (RFC 9110, 11.4).
    private static func words(of field: String) -> [Substring] {
        field.utf8.split(separator: UInt8(ascii: " ")).map(Substring.init)
    }

    /// Returns the provider token of a request; its signature is verified once per connection.
    private func token(
        _ authorization: String, _ connection: APNsConnection
    ) throws(APNsRefusal) -> ProviderToken {
        if let known = connection.provider, known.authorization == authorization {
            return known.token
        }
        let words = Self.words(of: authorization)
        guard words[0].lowercased() == "bearer" else { throw APNsRefusal(.notBearer) }
        guard words.count == 2 else { throw APNsRefusal(.notThreeParts) }
        let token = try ProviderToken(String(words[1]))
        guard token.algorithm == "ES256" else {
            throw APNsRefusal(.otherAlgorithm, detail: token.algorithm)
        }
        if connection.provider?.token != token { try checkSignature(token) }
        return token
    }

    private func checkSignature(_ token: ProviderToken) throws(APNsRefusal) {
        guard !keys.isEmpty else { return }
        guard let key = keys.first(where: { $0.id == token.key.id }) else {
            throw APNsRefusal(.unknownKey, detail: token.key.id)
        }
        guard key.team == token.key.team else {
            throw APNsRefusal(.otherTeam, detail: token.key.team)
        }
        guard isSigned(token, key) else { throw APNsRefusal(.otherSignature) }
    }

    private func checkEnvironment(
        _ token: ProviderToken, _ connection: APNsConnection
    ) throws(APNsRefusal) {
        guard let wanted = connection.environment,
            let key = keys.first(where: { $0.id == token.key.id }),
            let environment = key.environment, environment != wanted
        else { return }
        throw APNsRefusal(
            spellsAsDocumented ? "BadEnvironmentKeyIdInToken" : "BadEnvironmentKeyInToken")
    }

    /// A connection belongs to the team and the key of its first provider token.
    private func bind(
        _ token: ProviderToken, _ authorization: String, _ connection: inout APNsConnection
    ) throws(APNsRefusal) {
        guard let bound = connection.key else {
            connection.key = token.key
            connection.provider = .init(authorization: authorization, token: token)
            connection.tokenSince = now
            return
        }
        guard bound.team == token.key.team else { throw APNsRefusal("Forbidden") }
        guard bound.id == token.key.id else { throw APNsRefusal("UnrelatedKeyIdInToken") }
        guard connection.provider?.token != token else { return }
        guard
            now - connection.tokenSince >= Self.tokenRest
                || isRested(token, after: connection.provider?.token)
        else {
            throw APNsRefusal("TooManyProviderTokenUpdates")
        }
        connection.provider = .init(authorization: authorization, token: token)
        connection.tokenSince = now
    }

    /// Whether a provider token was made long enough after the connection's last one.
    ///
    /// Whether APNs measures the time between two tokens by `iat` or by arrival is not documented
    /// by Apple: only what is too early by both is refused. A token whose predecessor has expired
    /// is the refresh that Apple demands.
    private func isRested(_ token: ProviderToken, after last: ProviderToken?) -> Bool {
        guard let last else { return true }
        return token.issuedAt - last.issuedAt >= Self.tokenRest
            || last.issuedAt < now - Self.tokenLifetime
    }
}
