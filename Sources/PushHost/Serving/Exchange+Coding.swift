import PushBackends
import PushCrypto
import PushText
import PushWire

extension ServiceRequest {
    /// Returns the request with its content coding removed; `limit` is the maximum size of its body
    /// in bytes then.
    func unpacked(limit: Int) -> Result<ServiceRequest, ServiceRefusal> {
        guard let coding = header("Content-Encoding")?.lowercased(), coding != "identity"
        else { return .success(self) }
        // RFC 9110, 8.4.1.3: the older name counts as the same.
        guard ["gzip", "x-gzip"].contains(coding) else {
            return .failure(.init(status: 415, message: "found another coding, wanted `gzip`"))
        }
        var request = self
        // Who handles it again must not unpack it again.
        request.headers.removeAll { $0.name.lowercased() == "content-encoding" }
        do throws(Gzip.Fault) { request.body = try Gzip.decompress(body, limit: limit) } catch {
            switch error {
            case .damaged: return .failure(.init(status: 400, message: "the body is not gzip"))
            case .truncated:
                return .failure(.init(status: 400, message: "the gzip data ends too early"))
            case .tooLarge:
                return .failure(
                    .init(status: 413, message: "the body has over \(limit) bytes unpacked"))
            }
        }
        return .success(request)
    }
}

extension Exchange {
    /// Returns the exchange with its content coding removed; nil if that was refused.
    ///
    /// A file, which comes by PUT, stays as it is: its path names its coding.
    func unpacked() -> Exchange? {
        guard request.method != "PUT", request.header("Content-Encoding") != nil else {
            return self
        }
        switch request.unpacked(limit: ServerLimits().bodyBytes) {
        case .success(let request): return replacing(request)
        case .failure(let refusal):
            answer(.response(service.response(to: refusal)))
            return nil
        }
    }
}
