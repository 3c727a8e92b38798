import Foundation
import PushTestSupport
import Testing

/// A workspace with three phones, the gateways in front of it, and other people's senders.
struct SenderStage {
    /// Where the libraries from PyPI are installed; nil where Python or PyPI cannot be reached.
    static let python: String? = {
        let home = Repository.path(".build/sender-clients")
        let install = """
            wanted='aioapns==4.0 firebase-admin==7.7.0 h2==4.4.1 PyJWT==2.15.1 \
            cryptography==50.0.2 kalyke-apns==1.5.0 pyapns-client3==3.0.6'
            [ "$(cat '\(home)/installed' 2> /dev/null)" = "$wanted" ] && exit 0
            rm -rf '\(home)' && python3 -m venv '\(home)' || exit 1
            '\(home)/bin/pip' install -q --disable-pip-version-check $wanted \
                && printf %s "$wanted" > '\(home)/installed'
            """
        let run = try? Shell.run("/bin/bash", ["-c", install], timeout: 600)
        return run?.status == 0 ? home + "/bin/python" : nil
    }()

    let place: TemporaryDirectory
    /// The device tokens of the phones, and their registration tokens, by the phone's name.
    private(set) var devices: [String: (token: String, registration: String)] = [:]

    /// Makes the workspace: `phone` is in use, the app of `tablet` was deleted, the app of `other`
    /// belongs to another Firebase project.
    init() throws {
        place = try TemporaryDirectory()
        let plist = Repository.path("share/pushsh/apps/migration/GoogleService-Info.plist")
        let run = try run(
            """
            app launch
            credential demo keys
            credential demo production --for apns --environment production
            credential demo foreign --for apns --team OTHERTEAM1
            credential demo narrow --for apns --topics com.example.one,com.example.two
            device add tablet
            @tablet app install
            @tablet app launch
            device add other
            @other app install
            @other app update --version 2.0 --firebase \(plist)
            @other app launch
            tokens export
            @tablet app uninstall
            device use phone

            """)
        #expect(run.status == 0, "\(run)")
        for line in run.lines {
            let cells = line.split(separator: ",", omittingEmptySubsequences: false)
            guard cells.count == 9, cells[1] == "com.example.myapp" else { continue }
            devices[String(cells[0])] = (String(cells[3]), String(cells[5]))
        }
        #expect(devices.count == 3)
    }

    /// Runs statements in the workspace, on the system's clock.
    @discardableResult
    func run(_ script: String, mode: String = "csv") throws -> Pushsh.Run {
        try Pushsh.script(
            script, ["--workspace", "w", "--real-time", "--mode", mode, "-f", "-"], in: place)
    }

    /// Lets the gateways answer on free ports.
    func serve(
        _ statements: String = "", ports: String = "--apns 0 --fcm 0 --proxy 0"
    ) throws -> ServedProcess {
        let server = try ServedProcess(
            statements + "serve " + ports, ["--workspace", "w", "--real-time"], in: place,
            services: 3)
        server.discardOutput()
        return server
    }

    /// What a sender's program reads from its standard input.
    func settings(_ server: ServedProcess, _ more: [String: Any] = [:]) throws -> String {
        func key(_ folder: String, _ id: String) -> [String: String] {
            ["path": "\(place.path)/\(folder)/AuthKey_\(id).p8", "id": id]
        }
        let settings: [String: Any] = [
            "ca": place.path + "/w/gateway-ca.pem", "topic": "com.example.myapp",
            "team": "PUSHSHTEAM", "key": key("keys", "PUSHSH0001"),
            "other": key("production", "PUSHSH0002"),
            "foreign": key("foreign", "PUSHSH0003"), "narrow": key("narrow", "PUSHSH0004"),
            "certificate": place.path + "/keys/apns.pem",
            "production": place.path + "/production/apns.pem",
            "account": place.path + "/keys/service-account.json",
            "token": devices["phone"]?.token ?? "", "dead": devices["tablet"]?.token ?? "",
            "registration": devices["phone"]?.registration ?? "",
            "dead_registration": devices["tablet"]?.registration ?? "",
        ]
        let all = settings.merging(server.announcement) { $1 }.merging(more) { $1 }
        let data = try JSONSerialization.data(withJSONObject: all)
        return String(decoding: data, as: UTF8.self)
    }

    /// Runs a sender of `Tests/Fixtures/senders`, and gives what it printed.
    func send(
        _ program: String, _ arguments: [String] = [], _ server: ServedProcess,
        _ more: [String: Any] = [:], variables: [String: String] = [:]
    ) throws -> String {
        let file = Repository.path("Tests/Fixtures/senders/" + program)
        let interpreters = ["mjs": "node", "php": "php", "rb": "ruby"]
        let interpreter =
            try interpreters[String(program.split(separator: ".").last ?? "")]
            ?? #require(Self.python)
        let run = try Shell.run(
            interpreter, [file] + arguments, input: settings(server, more),
            environment: Pushsh.environment.merging(variables) { $1 }, directory: place.path,
            timeout: 300)
        #expect(run.status == 0, "\(run.stdout)\(run.stderr)")
        return run.stdout
    }

    /// The variables by which Python's libraries find the gateways behind the real names.
    func proxy(of server: ServedProcess) -> [String: String] {
        [
            "HTTPS_PROXY": "http://127.0.0.1:\(server.ports["proxy"] ?? 0)",
            "REQUESTS_CA_BUNDLE": place.path + "/w/gateway-ca.pem",
        ]
    }

    /// The number of pushes that the app on a phone has, those that a gateway refused aside.
    func arrivals(on device: String = "phone") throws -> Int {
        let run = try run(
            "query \"SELECT count(*) FROM notifications WHERE device = '\(device)' "
                + "AND state <> 'refused'\"\n")
        return run.lines.last.flatMap { Int($0) } ?? -1
    }
}
