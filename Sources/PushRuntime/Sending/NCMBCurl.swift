import PushCommands
import PushModel
import PushPayload
import PushText

/// The command of curl that registers a push at NIFCLOUD mobile backend, as its REST API asks.
///
/// The text that is signed stands above it line by line, so that a sender can compare it with its
/// own; both keys stay variables of the shell. Source: `NCMBSignatureCalculator` of ncmb_swift
/// 1.4.2, and the REST reference's registration of a push.
struct NCMBCurl {
    private static let path = "/2013-09-01/push"

    /// The lines to print.
    let lines: [String]
    /// The signed text, with the application's key and the time as shell variables.
    let signed: String

    init(_ push: JSON, _ options: SendOptions) {
        signed =
            NCMBSignature(
                method: "POST", path: Self.path, applicationKey: "$NCMB_APPLICATION_KEY",
                timestamp: "$TIMESTAMP"
            ).text
        let parts = signed.split(separator: "\n").map(String.init)
        let fixed = parts.dropLast().map { $0 + #"\n"# }.joined()
        var words = ["curl"]
        words += SendPlan.detour(options, from: NCMBSignature.host)
        words += [
            "-H \"X-NCMB-Application-Key: $NCMB_APPLICATION_KEY\"",
            "-H \"X-NCMB-Timestamp: $TIMESTAMP\"", "-H \"X-NCMB-Signature: $SIGNATURE\"",
            "-H 'Content-Type: application/json'", "-d", push.text.asShellWord,
            "https://\(NCMBSignature.host)\(Self.path)".asShellWord,
        ]
        lines =
            ["# What is signed, its \(parts.count) lines joined by LF:"] + parts.map { "# " + $0 }
            + [
                "TIMESTAMP=$(date -u +%Y-%m-%dT%H:%M:%S.000Z)",
                "SIGNATURE=$(printf '\(fixed)%s' \"\(parts.last ?? "")\" "
                    + "| openssl dgst -sha256 -hmac \"$NCMB_CLIENT_KEY\" -binary | base64)",
                words.joined(separator: " "),
            ]
    }
}
