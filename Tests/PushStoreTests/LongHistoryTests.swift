import CSQLite
import PushExplain
import PushModel
import Testing

@testable import PushStore

/// What `why` asks in a long history costs what it finds, and not what came between.
@Suite struct LongHistoryTests {
    /// A registration, and then lines about pushes.
    private func makeHistory(lines: Int, in place: TemporaryDirectory) throws -> DeviceStore {
        let store = try Workspace.open(directory: place.path).device
        try store.connection.execute(
            """
            INSERT INTO journal(sequence, at_ms, device, text, status, facts) VALUES (1, 1, 'phone',
              'app launch', 0, '[["token","device","abc","apns-registration",null,null,
              "@phone/com.example.myapp:"]]');
            INSERT INTO fact_subjects VALUES(0, 1);
            WITH RECURSIVE lines(n) AS (VALUES (2) UNION ALL SELECT n + 1 FROM lines LIMIT \(lines))
            INSERT INTO journal(sequence, at_ms, device, text, status, facts)
              SELECT n, n, 'phone', 'receive', 0, '[["shown","m","banner","presented",' || n
                || ',null,"shown:banner"]]' FROM lines
            """)
        return store
    }

    /// SQLite's steps for what is known about an app, in tens.
    private func steps(_ store: DeviceStore) throws -> Int {
        let counter = Counter()
        let handle = try store.connection.handle
        sqlite3_progress_handler(
            handle, 10,
            { counter in
                guard let counter else { return 1 }
                Unmanaged<Counter>.fromOpaque(counter).takeUnretainedValue().count += 1
                return 0
            }, Unmanaged.passUnretained(counter).toOpaque())
        defer { sqlite3_progress_handler(handle, 0, nil, nil) }
        let evidence = try store.evidence(for: .toCome, app: app)
        #expect(evidence.appFacts.map { $0.fact.verb.rawValue } == ["token"])
        return withExtendedLifetime(counter) { counter.count }
    }

    private final class Counter {
        var count = 0
    }

    @Test func `a registration is found without the lines after it`() throws {
        let places = (TemporaryDirectory(), TemporaryDirectory())
        let short = try steps(makeHistory(lines: 1000, in: places.0))
        let long = try steps(makeHistory(lines: 8000, in: places.1))
        #expect(short > 0 && long < short * 2, "\(short), \(long)")
    }
}
