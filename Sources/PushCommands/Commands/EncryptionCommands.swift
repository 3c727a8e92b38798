import PushSimulation

/// The command that encrypts a body as a sender would, for the extension to decrypt.
extension CommandTable {
    private static let plainText = Parameter<String>.positional(
        "text", "TEXT", "The text, which the extension will show as the body.", wants: "a text",
        isRequired: true, read: { $0 })
    /// The 12 bytes of the nonce; without it the edge chooses one (decision 32).
    private static let nonce = Parameter<String>.option(
        "nonce", "HEX",
        "The nonce, for test vectors and recordings; never use one twice.",
        wants: "24 hexadecimal digits",
        read: { text in
            text.utf8.count == 24 && text.allSatisfy { $0.isHexDigit && $0.isASCII } ? text : nil
        })

    static let encryptionCommands: [Command] = [
        Command(
            "encrypt", .push, "Encrypts text so that the app's service extension can decrypt it.",
            discussion: """
                Prints nonce, ciphertext and tag in Base64, for the payload's `encrypted_body`. \
                Key and cipher are set with `app set nse.key` and `app set nse.cipher`. At the \
                prompt the nonce is random; in a script it is derived from key and text, so that \
                the script replays byte for byte.
                """,
            parameters: [plainText.spec, nonce.spec],
            examples: [
                .init(
                    "A body that only the extension can read.",
                    """
                    app set nse.key embedded
                    app launch
                    app background
                    encrypt "Your code is 1234"
                    let body = $.body
                    receive <<JSON
                      {"aps": {"alert": {"title": "Bank", "body": "Open the app"},
                       "mutable-content": 1}, "message_id": "msg-1", "encrypted_body": "${body}"}
                      JSON
                    """)
            ], errors: [.notInstalled], serves: ["PL-05"]
        ) { .encrypt($0.need(plainText), nonce: $0[nonce]) }
    ]
}
