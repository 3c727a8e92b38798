import PushModel

extension DecryptionAnswer {
    /// What an outside answers that reads `open:TEXT` as the text, and refuses everything else.
    package static func opening(_ request: DecryptionRequest) -> DecryptionAnswer {
        guard request.text.hasPrefix("open:") else {
            return DecryptionAnswer(request, .failure(.notAuthentic))
        }
        return DecryptionAnswer(request, .success(String(request.text.dropFirst(5))))
    }
}
