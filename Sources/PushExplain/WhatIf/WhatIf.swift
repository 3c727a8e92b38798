import PushModel
import PushPayload
import PushSimulation
import PushText

/// A state of the app for which `try` plays a push through.
public enum WhatIfState: String, CaseIterable, Sendable {
    case foreground, background
    case notRunning = "not running"
    case forceQuit = "force-quit"

    /// The actions that bring an app into the state, whatever state it is in now.
    ///
    /// A launch comes first, since no other action starts an app.
    var actions: [AppAction] {
        switch self {
        case .foreground: [.launch]
        case .background: [.launch, .background]
        case .notRunning: [.launch, .kill]
        case .forceQuit: [.launch, .forceQuit]
        }
    }

    /// The same actions as a person types them.
    public var commands: [String] {
        switch self {
        case .foreground: ["app launch"]
        case .background: ["app launch", "app background"]
        case .notRunning: ["app launch", "app kill"]
        case .forceQuit: ["app launch", "app force-quit"]
        }
    }
}

/// A circumstance that `try --also` adds to every state of the app.
public enum WhatIfCondition: String, CaseIterable, Sendable {
    case locked, focus, mute, summary, provisional, denied, offline
    case lowPower = "low-power"
    case noRefresh = "no-refresh"
    case noNetwork = "no-network"

    /// The action that creates it.
    var action: Action {
        switch self {
        case .locked: .device(.lock)
        case .focus: .device(.set(.focus, on: true))
        case .mute: .device(.set(.mute, on: true))
        case .summary: .device(.summary([8 * 60]))
        case .provisional: .permission(.provisional)
        case .denied: .permission(.deny)
        case .offline: .device(.offline)
        case .lowPower: .device(.set(.lowPower, on: true))
        case .noRefresh: .device(.set(.backgroundRefresh, on: false))
        case .noNetwork: .network(.off)
        }
    }

    /// The same action as a person types it.
    public var command: String {
        switch self {
        case .locked: "device lock"
        case .focus: "device focus on"
        case .mute: "device mute on"
        case .summary: "device summary 08:00"
        case .provisional: "permission provisional"
        case .denied: "permission deny"
        case .offline: "device offline"
        case .lowPower: "device low-power on"
        case .noRefresh: "device background-refresh off"
        case .noNetwork: "network off"
        }
    }

    /// Whether an app can be in the state under this condition: a locked screen covers every app.
    func allows(_ state: WhatIfState) -> Bool { self != .locked || state != .foreground }
}

/// One situation in which a push may arrive.
public struct WhatIfSituation: Equatable, Sendable {
    /// The state of the app.
    public var state: WhatIfState
    /// The difference from the device as it is now; nil for none.
    public var condition: WhatIfCondition?

    /// Makes a situation.
    public init(_ state: WhatIfState, _ condition: WhatIfCondition? = nil) {
        self.state = state
        self.condition = condition
    }

    /// Every state of the app, first with the device as it is now, then once for each condition.
    ///
    /// On a locked device no app is in the foreground, so that row is left out.
    public static func all(_ conditions: [WhatIfCondition], isLocked: Bool) -> [WhatIfSituation] {
        var situations: [WhatIfSituation] = []
        for condition in [nil] + conditions.map(Optional.some) {
            for state in WhatIfState.allCases {
                let isCovered = isLocked && state == .foreground
                guard !isCovered, condition?.allows(state) ?? true else { continue }
                situations.append(WhatIfSituation(state, condition))
            }
        }
        return situations
    }

    /// The situation in words: `background, locked`.
    public var text: String {
        state.rawValue + (condition.map { ", " + $0.rawValue } ?? "")
    }
}

/// The questions that `try` answers about a push in one situation.
public enum WhatIfAspect: String, CaseIterable, Sendable {
    case shown, image, sound, badge, code, events, tap
}

/// One answer, with the reason why it may disappoint the sender.
///
/// The reason is a broken link with a cure, or one that only explains.
public struct WhatIfCell: Equatable, Sendable {
    /// The answer in a few words.
    public var text: String
    /// The link of `why`'s chain that explains it; nil if there is nothing to explain.
    public var reason: ChainLink?

    /// Makes an answer.
    public init(_ text: String, _ reason: ChainLink? = nil) {
        self.text = text
        self.reason = reason
    }
}

/// The effects of a push in one situation.
///
/// There is one cell for each aspect; tap comes last, since only the tap fills it.
public struct WhatIfOutcome: Equatable, Sendable {
    /// The situation.
    public var situation: WhatIfSituation
    /// The answers, in the order of `WhatIfAspect.allCases`.
    public var cells: [WhatIfCell] = []
    /// The place that shows the notification; nil if it is not shown.
    public var place: PushNotification.Place?
    /// The methods of the app and its extension that were called when it arrived, in order.
    public var called: [String] = []
    /// The events that were tracked when it arrived, in order.
    public var tracked: [Event.Kind] = []
    /// The events that a tap tracks, in order; nil if there is nothing to tap.
    public var trackedByTap: [Event.Kind]?
    /// The number on the icon afterwards.
    public var badge = 0

    init(_ situation: WhatIfSituation) { self.situation = situation }

    /// The answer to one question.
    public subscript(aspect: WhatIfAspect) -> WhatIfCell {
        let index = WhatIfAspect.allCases.firstIndex(of: aspect) ?? 0
        return index < cells.count ? cells[index] : WhatIfCell("")
    }

    /// The outcome as one JSON value.
    public var json: JSON {
        var members: [JSON.Member] = [
            .init(key: "state", value: .string(situation.state.rawValue)),
            .init(
                key: "also", value: situation.condition.map { .string($0.rawValue) } ?? .null),
            .init(key: "place", value: place.map { .string($0.rawValue) } ?? .null),
            .init(key: "called", value: .array(called.map(JSON.string))),
            .init(key: "tracked", value: .array(tracked.map { .string($0.rawValue) })),
            .init(
                key: "tap",
                value: trackedByTap.map { .array($0.map { .string($0.rawValue) }) } ?? .null),
            .init(key: "badge", value: .int(badge)),
        ]
        let cells = zip(WhatIfAspect.allCases, cells).map { aspect, cell in
            JSON.Member(
                key: aspect.rawValue,
                value: [
                    "text": .string(cell.text), "reason": cell.reason.map(\.json) ?? .null,
                ])
        }
        members.append(.init(key: "cells", value: .object(cells)))
        return .object(members)
    }
}
