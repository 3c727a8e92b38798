import PushModel
import PushText

/// A banner that is in no list, so that it is gone once it leaves the screen.
struct PassingBanner: Equatable, Sendable {
    /// The notification's sequence.
    var sequence: Int64
    /// The time at which it is no longer on the screen.
    var endsAt: Tick

    /// Milliseconds that a banner stays; Apple gives no time, and temporary banners, which are the
    /// default, stay for about five seconds.
    static let milliseconds: Int64 = 10_000

    var json: JSON { ["sequence": .int64(sequence), "ends": .int64(endsAt.milliseconds)] }
}

extension PassingBanner {
    init?(_ json: JSON) {
        guard let sequence = json["sequence"]?.int64Value, let ends = json["ends"]?.int64Value
        else { return nil }
        self.init(sequence: sequence, endsAt: Tick(milliseconds: ends))
    }
}

extension App {
    /// Whether Notification Center keeps what is shown as a banner now.
    ///
    /// In front willPresent decides with `.list`; the user's switch decides in every state.
    private var listsBanners: Bool {
        permits(.notificationCenter)
            && (state != .foreground || settings.willPresent.contains(.list))
    }

    /// Notes that a banner which is shown now will leave nothing behind.
    mutating func notePassing(_ sequence: Int64, at now: Tick, _ step: inout Step) {
        guard !listsBanners else { return }
        passing.append(
            PassingBanner(
                sequence: sequence, endsAt: now.advanced(by: PassingBanner.milliseconds)))
        step.touch(.appState(address))
    }

    /// The time at which the next of these banners ends; nil if there is none.
    var bannerDue: Tick? { passing.first?.endsAt }

    /// Takes the banners whose time is over off the screen.
    mutating func endBanners(at now: Tick, _ step: inout Step) {
        while let due = bannerDue, due <= now {
            let sequence = passing.removeFirst().sequence
            step.touch(.appState(address))
            guard let banner = center.waiting.last(where: { $0.sequence == sequence }) else {
                continue
            }
            center.remove(sequence)
            step.touch(.appNow(address))
            step.changes.append(
                .notificationState(sequence: sequence, state: .over, at: now))
            step.report(
                Fact(
                    .removed, banner.id,
                    "its banner is over, and Notification Center does not keep it",
                    rule: .bannerUnlisted, notification: sequence))
        }
    }
}
