import Foundation
import PushTestSupport
import Testing

/// A sender in a process of its own, in front of `serve` or of a foreign server (KD-06).
///
/// Every `send` that uses the wire names a host of this machine: no real one is ever asked.
struct SendStage {
    let stage: SenderStage

    var place: TemporaryDirectory { stage.place }

    init() throws { stage = try SenderStage() }

    /// The statements with which a sender begins.
    static let credentials = """
        psh 1
        network real
        credential add demo --p8 keys/AuthKey_PUSHSH0001.p8 --team PUSHSHTEAM \
        --topic com.example.myapp
        credential add firebase --service-account keys/service-account.json

        """

    /// Runs a sender's statements; the words `APNS` and `FCM` in them become the server's address,
    /// with the authority to trust.
    ///
    /// A registration token may contain the same letters.
    func send(
        _ statements: String, to server: ServedProcess, _ options: [String] = ["-f", "-"],
        variables: [String: String] = [:], timeout: Double = 60
    ) throws -> Pushsh.Run {
        let ca = "--ca w/gateway-ca.pem"
        let text = (Self.credentials + statements)
            .replacing(" APNS", with: " --host 127.0.0.1:\(server.ports["apns"] ?? 0) \(ca)")
            .replacing(" FCM", with: " --host 127.0.0.1:\(server.ports["fcm"] ?? 0) \(ca)")
        return try Pushsh.run(
            options, input: Array(text.utf8), in: place, variables: variables, timeout: timeout)
    }

    /// Runs one `send`, and gives the answers by the order of their targets.
    func answers(
        _ statement: String, to server: ServedProcess
    ) throws -> (status: Int32, answers: [[String: Any]], stderr: String) {
        let run = try send(
            "\(statement)\n", to: server, ["--mode", "jsonl", "--real-time", "-f", "-"])
        let answers = run.lines.compactMap { line in
            try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        }
        return (run.status, answers.filter { $0["verdict"] != nil }, run.stderr)
    }

    /// The device token of a phone.
    func token(_ name: String) -> String { stage.devices[name]?.token ?? "" }

    /// The registration token of a phone.
    func registration(_ name: String) -> String { stage.devices[name]?.registration ?? "" }
}

/// A program of Python that answers as APNs, written with a foreign HTTP/2 library.
final class ForeignAPNs {
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    /// Where it listens.
    let port: Int

    /// Starts it with a certificate for Apple's names, made here with openssl.
    convenience init(_ stage: SendStage, goAwayAfter count: Int? = nil) throws {
        try self.init(
            stage, ["h2_apns.py", "foreign.pem", "public.pem"] + (count.map { [String($0)] } ?? []))
    }

    /// Starts one that leaves its connections at certain moments, which follow from the seed.
    convenience init(_ stage: SendStage, leaving moment: String, seed: Int) throws {
        try self.init(stage, ["h2_goaway.py", "foreign.pem", moment, String(seed)])
    }

    private init(_ stage: SendStage, _ words: [String]) throws {
        let make = """
            openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 \
                -subj /CN=apns -addext subjectAltName=DNS:api.sandbox.push.apple.com \
                -keyout foreign.key -out foreign-ca.pem
            cat foreign.key foreign-ca.pem > foreign.pem
            openssl pkey -in keys/AuthKey_PUSHSH0001.p8 -pubout -out public.pem
            """
        let made = try Shell.run("/bin/bash", ["-ec", make], directory: stage.place.path)
        #expect(made.status == 0, "\(made.stderr)")
        process.executableURL = URL(fileURLWithPath: try #require(SenderStage.python))
        process.arguments =
            [Repository.path("Tests/Fixtures/senders/\(words[0])")] + words.dropFirst()
        process.currentDirectoryURL = URL(fileURLWithPath: stage.place.path)
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        var line = ""
        while let byte = try output.fileHandleForReading.read(upToCount: 1), byte != Data([10]) {
            line += String(decoding: byte, as: UTF8.self)
        }
        port = try #require(Int(line))
    }

    /// Ends it, and gives what came.
    func end() throws -> [String: Any] {
        try input.fileHandleForWriting.close()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
    }

    deinit {
        if process.isRunning { process.terminate() }
    }
}
