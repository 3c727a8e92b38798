import PushModel
import Testing

@testable import PushSimulation

@Suite struct ConfigTests {
    static let values: [(String, [String])] = [
        ("td.sdk_profile", ["ios-sdk-1.2", "guide"]),
        ("td.campaign_column", ["td_campaign_id", "both", "campaign_id"]),
        ("td.dedup", ["exact", "window"]), ("queue.limit", ["1", "250", "100000000"]),
        ("td.account_region", ["tokyo", "us", "eu", "korea", "ap03"]),
        ("workspace.durability", ["power", "process"]),
        ("apns.reasons", ["documented", "observed"]), ("apns.tokens", ["own", "any"]),
        ("ncmb.user_json", ["data", "top"]),
        ("ncmb.keys", ["environment", "keys.txt", "embedded"]),
        ("td.write_key", ["file:/k", "file:k v", "env:_A1", "env:TD_WRITE_KEY"]),
        ("td.api_key", ["file:/k", "env:TD_API_KEY"]),
        ("td.api_endpoint", ["https://api.example", "http://127.0.0.1:80", "region"]),
        ("tls.ca_file", ["/ca.pem", "none"]),
        ("tls.pin", ["sha256//AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=", "none"]),
        ("network.timeout", ["1", "600"]),
    ]

    @Test(arguments: values)
    func `a setting reads back as it was written`(key: String, texts: [String]) throws {
        var config = Config()
        for text in texts {
            try config.set(key, text)
            #expect(config.text(key) == text)
        }
        let entry = try #require(Config.keys.first { $0.name == key })
        if !entry.choices.isEmpty { #expect(entry.choices.sorted() == texts.sorted()) }
        #expect(entry.summary.hasSuffix("."))
    }

    @Test func `the table above has every setting`() {
        #expect(Config.keys.map(\.name).sorted() == Self.values.map(\.0).sorted())
    }

    @Test(arguments: [
        ("td.sdk_profile", "1.2", "`td.sdk_profile` takes `guide` or `ios-sdk-1.2`, found `1.2`"),
        ("td.dedup", "", "`td.dedup` takes `window` or `exact`, found ``"),
        ("queue.limit", "0", "`queue.limit` takes a whole number from 1 to 100000000, found `0`"),
        (
            "queue.limit", "1e3",
            "`queue.limit` takes a whole number from 1 to 100000000, found `1e3`"
        ),
        ("ncmb.user_json", "Data", "`ncmb.user_json` takes `top` or `data`, found `Data`"),
        ("td.nothing", "1", "unknown setting `td.nothing`"),
        (
            "td.write_key", "1/abcdef",
            "`td.write_key` takes `env:NAME` or `file:PATH`, found something else"
        ),
        (
            "td.api_key", "env:1A",
            "`td.api_key` takes `env:NAME` or `file:PATH`, found something else"
        ),
        (
            "td.api_endpoint", "http://api.example",
            "`td.api_endpoint` takes `region` or an https URL without user, query or fragment, "
                + "found `http://api.example`"
        ),
        ("network.timeout", "0", "`network.timeout` takes a whole number from 1 to 600, found `0`"),
    ])
    func `a wrong value changes nothing`(key: String, text: String, message: String) {
        var config = Config()
        let refusal = #expect(throws: Refusal.self) { try config.set(key, text) }
        #expect(refusal?.code == .badSetting)
        #expect(refusal?.message == message)
        #expect(config == Config())
    }

    @Test func `limits follow the SDK profile until one is set`() throws {
        var config = Config()
        #expect(
            [config.effectiveQueueLimit, config.batchSize, config.dropCount] == [1000, 500, 1])
        try config.set("td.sdk_profile", "ios-sdk-1.2")
        #expect(
            [config.effectiveQueueLimit, config.batchSize, config.dropCount] == [10_000, 400, 100])
        try config.set("queue.limit", "7")
        config.endpoint.postback = true
        #expect([config.effectiveQueueLimit, config.batchSize, config.dropCount] == [7, 1, 100])
    }
}
