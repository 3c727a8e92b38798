import PushPayload
import Testing

@testable import PushModel

/// The sentences that the simulator reports and `why` repeats.
@Suite struct OccurrenceReasonsTests {
    typealias Failure = Occurrence.ExtensionFailure

    static let extensions: [(Failure, String)] = [
        (.killed(megabytes: 30), "it uses 30 MB, over 24 MB, and is killed; the original is shown"),
        (
            .expired(byOwnWork: true, answers: true),
            "it works longer than 30 s; it delivers what it has"
        ),
        (
            .expired(byOwnWork: true, answers: false),
            "it works longer than 30 s; the original is shown"
        ),
        (.expired(byOwnWork: false, answers: true), "it delivers what it has"),
        (
            .expired(byOwnWork: false, answers: false),
            "it does not deliver; the original is shown"
        ),
        (.undecrypted(.notBase64), "it is not Base64; the original is shown"),
        (.undecrypted(.key("no key")), "no key; the original is shown"),
    ]

    @Test(arguments: extensions.indices) func `an extension's failure says what is shown`(
        _ index: Int
    ) {
        let (failure, text) = Self.extensions[index]
        #expect(failure.reason() == text)
    }

    @Test func `the extension is named where the sentence stands alone`() {
        #expect(
            Failure.killed(megabytes: 30).reason("the extension")
                == "the extension uses 30 MB, over 24 MB, and is killed; the original is shown")
        #expect(
            Failure.undecrypted(.tooShort).reason("the extension")
                == "the body is shorter than a nonce of 12 bytes and a tag of 16; "
                + "the original is shown")
    }

    /// iOS's two levels that need more than a word in the payload.
    static let levels: [(Occurrence.LevelObstacle, InterruptionLevel, String, RuleID)] = [
        (
            .notEntitled, .critical, "the app lacks the critical alerts entitlement",
            .levelEntitlement
        ),
        (
            .notEntitled, .timeSensitive,
            "the app lacks the Time Sensitive Notifications capability", .levelEntitlement
        ),
        (
            .notAsked, .critical, "the app never asked for the option `critical-alert`",
            .criticalConsent
        ),
        (.notAuthorised, .critical, "critical alerts are not authorised", .criticalConsent),
        (.turnedOff, .critical, "the user turned critical alerts off", .criticalConsent),
        (
            .turnedOff, .timeSensitive, "the user turned time-sensitive notifications off",
            .levelRefused
        ),
    ]

    @Test(arguments: levels.indices) func `a level that counts for less says why`(_ index: Int) {
        let (obstacle, level, text, rule) = Self.levels[index]
        #expect(obstacle.reason(level) == text)
        #expect(obstacle.rule(level) == rule)
    }

    @Test func `a sound that is not played says why`() {
        #expect(Occurrence.SoundFault.missing.reason(for: "a.caf") == "`a.caf` is not in the app")
        #expect(
            Occurrence.SoundFault.format.reason(for: "a.mp3")
                == "`a.mp3` is not aiff, wav or caf")
        #expect(
            Occurrence.SoundFault.length(31).reason(for: "a.caf")
                == "`a.caf` lasts 31 s, and 30 s is too long")
    }

    @Test func `an event that is not tracked names the queue or the category it misses`() {
        typealias Obstacle = Occurrence.Obstacle
        #expect(
            Obstacle.protectedData.reason(for: .delivery).hasPrefix("the extension's queue is"))
        #expect(Obstacle.protectedData.reason(for: .open).hasPrefix("the queue is"))
        #expect(
            Obstacle.unknownCategory.reason(for: .dismiss, category: "C")
                == "category `C` is not registered")
        #expect(
            Obstacle.noCustomDismiss.reason(for: .dismiss, category: "C")
                == "category `C` lacks customDismissAction")
    }
}
