import Testing

@testable import PushCommands

/// SH-03: the parts of a run (`--shard`).
@Suite struct ShardTests {
    @Test(arguments: ["1/1", "2/5", "5/5", "10000/10000"]) func `a part is read and written`(
        text: String
    ) {
        #expect(Shard(text)?.text == text)
    }

    @Test(arguments: [
        "", "/", "1", "1/", "/1", "0/5", "6/5", "1/0", "1/10001", "-1/5", "+1/5", "1/5/", "1 /5",
        "a/b", "١/٥", "1/99999999999999999999",
    ])
    func `what is no part is none`(text: String) { #expect(Shard(text) == nil) }

    @Test(arguments: [1, 2, 3, 7, 100]) func `every test belongs to one part`(count: Int) {
        let parts = (1...count).compactMap { Shard($0, of: count) }
        #expect(parts.count == count)
        for number in 0..<500 {
            let title = "test \(number) 通知"
            #expect(parts.count { $0.holds(title) } == 1)
        }
    }

    @Test func `parts are of similar size`() {
        let sizes = (1...4).map { index in
            let part = Shard(index, of: 4)
            return (0..<4000).count { part?.holds("a title with the number \($0)") == true }
        }
        #expect(sizes.reduce(0, +) == 4000)
        #expect(sizes.allSatisfy { (850...1150).contains($0) }, "\(sizes)")
    }

    @Test func `a test stays in its part in every version`() {
        let titles = ["a locked device keeps the notification", "", "通知", "opens"]
        let places = titles.map { title in
            (1...5).first { Shard($0, of: 5)?.holds(title) == true }
        }
        // Other numbers would move the tests of everybody's runs.
        #expect(places.allSatisfy { $0 != nil })
        #expect(
            titles.map { title in (1...5).first { Shard($0, of: 5)?.holds(title) == true } }
                == places)
        #expect(Shard(1, of: 1)?.holds("anything") == true)
    }
}
