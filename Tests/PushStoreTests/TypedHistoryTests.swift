import Foundation
import PushSimulation
import Testing

@testable import PushStore

@Suite struct TypedHistoryTests {
    let place = TemporaryDirectory()

    @Test func `entries come back in order, in the next session too`() throws {
        do {
            let history = try #require(try Workspace.open(directory: place.path).history)
            for text in ["app launch", "", "tap", "tap", "app launch"] {
                try history.append(text, at: .scriptStart)
            }
        }
        let history = try #require(try Workspace.open(directory: place.path).history)
        #expect(try history.recent() == ["app launch", "tap", "app launch"])
        #expect(try history.recent(limit: 2) == ["tap", "app launch"])
        #expect(place.mode(of: "history") == 0o600)
    }

    @Test func `a search finds Japanese, newest first, each text once`() throws {
        let history = try #require(try Workspace.open(directory: place.path).history)
        for text in ["login 太郎", "tap", "login 花子", "login 太郎", "100%"] {
            try history.append(text, at: .scriptStart)
        }
        #expect(try history.search("login", limit: 9) == ["login 太郎", "login 花子"])
        #expect(try history.search("花", limit: 9) == ["login 花子"])
        #expect(try history.search("%", limit: 9) == ["100%"])
        #expect(try history.search("login", limit: 1) == ["login 太郎"])
    }

    @Test func `the oldest entries go`() throws {
        let history = try #require(try Workspace.open(directory: place.path).history)
        for number in 0..<(TypedHistory.limit + 5) {
            try history.append("\(number)", at: .scriptStart)
        }
        let kept = try history.recent()
        #expect(kept.count == TypedHistory.limit && kept.first == "5")
    }

    @Test func `the log stays small beside many entries`() throws {
        let workspace = try Workspace.open(directory: place.path)
        let history = try #require(try workspace.history)
        let words = String(repeating: "receive push.json ", count: 20)
        for number in 0..<10_000 { try history.append("\(number) \(words)", at: .scriptStart) }
        let log = try FileManager.default.attributesOfItem(atPath: place.path + "/history-wal")
        #expect((log[.size] as? Int ?? .max) < 2 << 20)
    }

    @Test func `what another process adds is news once`() throws {
        let first = try TypedHistory.open(place.path + "/all")
        let second = try TypedHistory.open(place.path + "/all")
        #expect(!first.hasNews())
        try second.append("tap", at: .scriptStart)
        #expect(first.hasNews() && !first.hasNews())
        #expect(try first.recent() == ["tap"])
        try first.append("flush", at: .scriptStart)
        #expect(!first.hasNews())
    }

    @Test func `an ephemeral workspace keeps none`() throws {
        #expect(try Workspace.ephemeral().history == nil)
    }
}
