import PushModel
import PushSimulation
import PushText

/// The commands of what surrounds the devices: clock, chance, network, and planted answers.
extension CommandTable {
    private static let time = Parameter<Int64>.positional(
        "time", "TIME", "An instant: `2025-12-14T09:00:00+09:00`.",
        wants: "a time like `2025-12-14T09:00:00+09:00`", isRequired: true,
        read: { InstantText.parse($0).flatMap { $0 <= Tick.end.milliseconds ? $0 : nil } }
    ).hinting(whyNoTime)
    private static let duration = Parameter<Int64>.positional(
        "duration", "DURATION", "How far: `90s`, `5m`, `1h30m`, `7d`.",
        wants: "a duration like `90s`, `5m` or `1h30m`", isRequired: true,
        read: { DurationText.parse($0) })
    private static let seed = Parameter<UInt64>.positional(
        "seed", "NUMBER", "The seed.", wants: "a whole number from 0 to \(UInt64.max)",
        isRequired: true, read: { UInt64(digits: $0) })
    private static let mode = Parameter<Network.Mode>.choiceWord(
        "mode", "MODE", "`simulated`, `real` or `off`.", isRequired: false)
    /// The words of a stub, which have a grammar of their own (`StubText`).
    private static let stubWords = Parameter<String>.word(
        "stub", "WHAT", "`ingest`, `apns`, `fcm` or a URL pattern, then the answer.",
        isRequired: true, isRepeating: true, completion: .stub)

    static let worldCommands: [Command] = [
        Command(
            "clock", .world, "Shows the clock.",
            discussion: """
                Scripts run on a virtual clock that starts at 2026-01-01T00:00:00Z. It moves only \
                on `clock set` and `clock advance`, and by the simulation's own waits.
                """,
            examples: [.init("Where scripts start.", "clock")], serves: ["SH-03"]
        ) { _ in .inspect(.clock) },
        Command(
            "clock now", .world, "Shows the clock.",
            examples: [.init("The same as `clock`.", "clock now")]
        ) { _ in .inspect(.clock) },
        Command(
            "clock set", .world, "Sets the virtual clock.", parameters: [time.spec],
            examples: [.init("In Tokyo time.", "clock set 2025-12-14T09:00:00+09:00")],
            errors: [.timeBackwards, .clockStopped], serves: ["SH-03"]
        ) { .act(.setClock(Tick(milliseconds: $0[time] ?? 0))) },
        Command(
            "clock advance", .world, "Moves the clock forward; anything due in that time happens.",
            parameters: [duration.spec],
            examples: [.init("Eight days.", "clock advance 8d\nclock")], errors: [.clockStopped],
            serves: ["SH-03"]
        ) { .advance($0[duration] ?? 0) },
        Command(
            "clock real", .world, "Returns to the system's clock.",
            examples: [.init("The system's clock.", "[tty] clock real")]
        ) { _ in .realClock },
        Command(
            "seed", .world, "Seeds the random numbers.",
            discussion: "Tokens and UUIDs are derived from it: the same seed gives the same run.",
            parameters: [seed.spec],
            examples: [.init("Another sequence.", "seed 42")], serves: ["SH-03"]
        ) { .act(.seed($0[seed] ?? 1)) },
        Command(
            "network", .world, "Shows or sets how requests are answered.",
            discussion: """
                `simulated`: embedded services and stubs answer. `real`: requests go out on the \
                wire. `off`: every request of the apps and their SDKs fails, a registration with \
                APNs as well, as if something between them and the network blocked it; pushes \
                still arrive. `device offline` takes a phone off the network altogether, and APNs \
                stores its pushes.
                """,
            parameters: [mode.spec],
            examples: [.init("Without network.", "app launch\nnetwork off\n!upload_failed flush")],
            serves: ["TD-06"]
        ) {
            guard let mode = $0[mode] else { return .inspect(.network) }
            return .act(.network(mode))
        },
        Command(
            "stub list", .world, "Lists the stubs.",
            examples: [.init("One fault.", "stub ingest status=503 times=2\nstub list")]
        ) { _ in .inspect(.stubs) },
        Command(
            "stub clear", .world, "Removes every stub.",
            examples: [.init("None is left.", "stub ingest timeout\nstub clear\nstub list")]
        ) { _ in .act(.clearStubs) },
        Command(
            "stub", .world, "Sets up an answer from the outside world, such as a fault.",
            discussion: """
                `stub ingest status=503 times=2 retry-after=30`, `stub ingest timeout`, `reset` or \
                `drop-response`, `stub ingest receipts fail=3,7 error=NAME`, and for downloads \
                `stub "https://cdn.example.com/*" status=404`, `size=12MB`, `delay=31s`, \
                `type=text/html`, `location=URL` for a redirect. Of two for the same requests the \
                newer holds, after an older one with `times=`. A status replaces the service's \
                answer: nothing is sent or stored; 200 and 206 accept every event except those in \
                `fail=`. `file=@FILE` is the body of the answer, or the downloaded file; \
                `delay=5s` delays the answer, and beyond `network.timeout` the app gives up. With \
                `drop-response`, `receipts` or just `delay=`, the service does get the request, \
                also on the wire. `stub apns reason=Unregistered` and `stub fcm error=UNAVAILABLE` \
                make a gateway refuse what `receive` and your own senders send, with any reason it \
                documents; `timeout` and `reset` leave it without an answer. On the wire, \
                `delay=5s` delays the answer, `retry-after=60` adds that header to a refusal, \
                `slow=5s` spreads the body over that time after the head, and `goaway` asks \
                the sender to close the connection (`stub apns goaway=IdleTimeout` gives a \
                reason). \
                `token=` selects tokens that begin with it, `topic=` an app at APNs or a topic at \
                FCM, `connection=2` the second connection to the gateways. The reasons of 500 and \
                503, `timeout`, `reset`, `goaway` and `delay=` alone meet every push, also one \
                that the gateway would refuse; those of 429 come once it knows the sender, and \
                every other reason only for what it would accept. `no-settings` withholds \
                the SETTINGS frame from every connection over HTTP/2 opened before `stub clear`.
                """,
            parameters: [stubWords.spec],
            examples: [
                .init(
                    "The service is down for two requests.",
                    "app launch\nstub ingest status=503 times=2\nflush"),
                .init(
                    "The service answers after the app has given up.",
                    "app launch\nstub ingest delay=90s times=1\nflush"),
                .init(
                    "APNs no longer knows the device token.",
                    """
                    app launch
                    stub apns reason=Unregistered
                    receive <<JSON
                      {"aps": {"alert": "Sale"}}
                      JSON
                    """),
            ], serves: ["TD-06", "TD-08", "TD-14"]
        ) { (arguments) throws(UsageError) in try plant(arguments) },
    ]

    /// The fault of a time that has the right form; nil for anything else.
    private static func whyNoTime(_ text: String) -> String? {
        let isLate = InstantText.parse(text).map { $0 > Tick.end.milliseconds }
        if isLate == true || text.utf8.prefix(while: Ascii.isDigit).count > 4 {
            return "the clock ends with the year 9999"
        }
        var bytes = Array(text.utf8)
        guard bytes.count > 10, bytes[8...9].allSatisfy(Ascii.isDigit) else { return nil }
        bytes.replaceSubrange(8...9, with: "01".utf8)
        let isDay = InstantText.parse(String(decoding: bytes, as: UTF8.self)) != nil
        return isDay ? "that month has no such day" : nil
    }

    /// Reads a stub; a fault is reported at the word that it names.
    private static func plant(_ arguments: Arguments) throws(UsageError) -> Instruction {
        let words = arguments.allArguments(stubWords)
        let texts = words.compactMap(\.text)
        do throws(Fault) {
            let stub = try StubText.read(texts)
            return .act(.stub(Stub(kind: stub.kind, timesLeft: stub.times, words: texts)))
        } catch {
            let span = words.indices.contains(error.place) ? words[error.place].span : nil
            throw UsageError(.invalidValue, "`stub`: " + error.message, at: span)
        }
    }
}
