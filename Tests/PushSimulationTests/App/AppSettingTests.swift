import PushModel
import Testing

@testable import PushSimulation

extension AppSetting: CustomTestStringConvertible {
    /// The key, for the test's report.
    public var testDescription: String { key }

    /// Values that the text for people promises are taken.
    fileprivate var promised: [String] {
        if takes == "a word" { return ["word", "2.0"] }
        if takes.hasPrefix("10 letters") { return ["none", "PUSHSHTEAM"] }
        if takes.hasPrefix("names") { return ["a,b", "a", "none"] }
        if takes.hasPrefix("a whole number") {
            return takes.split(separator: " ").map(String.init).filter { Int($0) != nil }
        }
        if takes.hasPrefix("a version") { return ["26.0", "27.0"] }
        if takes.hasPrefix("3 to 255") { return ["a_1", String(repeating: "z", count: 255)] }
        return takes.split(separator: "`", omittingEmptySubsequences: false)
            .enumerated().filter { $0.offset % 2 == 1 }.map { String($0.element) }
    }
}

@Suite struct AppSettingTests {
    @Test(arguments: AppSetting.all)
    func `every value that is promised is taken and reads back`(setting: AppSetting) {
        #expect(setting.promised != [] && setting.summary.hasSuffix("."))
        for text in setting.promised {
            var settings = AppSettings(profile: .treasureData, bundleID: "a.b")
            #expect(setting.set(&settings, text), "\(text)")
            #expect(setting.text(settings) == text)
        }
    }

    @Test(arguments: AppSetting.all)
    func `what cannot be a value changes nothing`(setting: AppSetting) {
        let before = AppSettings(profile: .treasureData, bundleID: "a.b")
        var settings = before
        #expect(!setting.set(&settings, ""))
        if !setting.takes.hasPrefix("a word") { #expect(!setting.set(&settings, "a,,b")) }
        #expect(settings == before)
    }

    @Test(arguments: [
        ("version", ""), ("aps-environment", "sandbox"), ("register", "granted "),
        ("will-present", "alert"), ("will-present", "banner,"), ("sounds", "coin.caf"),
        ("sounds", "coin.caf:-1"), ("sounds", ":2"), ("sounds", "coin.caf:3601"),
        ("nse.milliseconds", "-1"), ("nse.milliseconds", "120001"), ("nse.megabytes", "1025"),
        ("categories", "!"), ("categories", "chat+"), ("categories", "+reply"),
        ("categories", "chat+reply:loud"), ("categories", "chat:loud"),
        ("categories", "chat+a+a"), ("categories", "chat+:text"),
        ("schemes", "myapp,"), ("td.database", "ab"), ("td.database", "Mobile"),
        ("td.table", "push-events"), ("td.table", String(repeating: "z", count: 256)),
        ("nse", "yes"), ("team", "OTHERTEAM"), ("team", "OTHER-TEAM"),
    ])
    func `a wrong value is refused with what is wanted`(key: String, text: String) throws {
        var stage = Stage()
        let before = stage.world
        let setting = try #require(AppSetting.all.first { $0.key == key })
        let message = "`\(key)` takes \(setting.takes), found `\(text)`"
        let meant = ["granted ": "granted", "banner,": "banner"][text]
        let refusal = Refusal(
            .badSetting, message, hint: meant.map { "did you mean `\($0)`?" })
        #expect(throws: refusal) { try stage.set(key, text) }
        #expect(stage.world == before)
        #expect(stage.step == Step())
    }

    @Test func `an unknown key is refused`() {
        var stage = Stage()
        #expect(throws: Refusal(.badSetting, "the app has no setting `nse.delivers`")) {
            try stage.set("nse.delivers", "on")
        }
    }

    @Test func `no key is there twice`() {
        let keys = AppSetting.all.map(\.key)
        #expect(Set(keys).count == keys.count)
    }

    @Test(arguments: Profile.allCases, AppSetting.all)
    func `a profile with any change comes back from its document`(
        profile: Profile, setting: AppSetting
    ) {
        var settings = AppSettings(profile: profile, bundleID: profile.bundleID)
        let other = setting.promised.first { $0 != setting.text(settings) }
        #expect(other.map { setting.set(&settings, $0) } == true)
        #expect(AppSettings(settings.json) == settings)
    }

    @Test(
        arguments: [
            ("none", []), ("engage!", [.init(id: "engage", customDismiss: true)]),
            (
                "engage!+yes,chat+reply+mute",
                [
                    .init(id: "engage", customDismiss: true, buttons: [.init(id: "yes")]),
                    .init(
                        id: "chat", customDismiss: false,
                        buttons: [.init(id: "reply"), .init(id: "mute")]),
                ]
            ),
            (
                "bank:show-title:show-subtitle+reply:auth:text+open:foreground",
                [
                    .init(
                        id: "bank", customDismiss: false, previews: [.title, .subtitle],
                        buttons: [
                            .init(id: "reply", options: [.authentication, .text]),
                            .init(id: "open", options: [.foreground]),
                        ])
                ]
            ),
        ] as [(String, [AppSettings.Category])])
    func `categories are written in one word`(text: String, categories: [AppSettings.Category]) {
        #expect(CategoryText.read(text) == categories)
        #expect(CategoryText.write(categories) == text)
    }
}
