import PushModel

@testable import PushExplain
@testable import PushSimulation

/// What makes an ordinary alert of a critical one besides the entitlement.
extension WorldFault {
    /// An option that was never asked for, and a prompt of its own that the user refused.
    static let critical: [WorldFault] = [
        WorldFault(
            "critical alerts were never asked for", .display, .authorizationOption, in: away
        ) {
            $0.before.append(.set("entitlement.critical", "on"))
            $0.letter.level = "critical"
        },
        WorldFault("critical alerts are off", .display, .settingsSwitch, in: away) {
            $0.before += [
                .set("entitlement.critical", "on"),
                .set("permission.options", "alert,badge,sound,critical-alert"),
            ]
            $0.after.append(.permission(.turn(.criticalAlerts, isOn: false)))
            $0.letter.level = "critical"
        },
    ]

    /// Links that stay closed since no code of the app learns of the tap.
    static let unheardTaps: [WorldFault] = [
        WorldFault(
            "a link and no delegate", .link, .delegateMissing, asked: "link", in: away
        ) {
            $0.before.append(.set("delegate", "off"))
            $0.letter.own.append(("link", "myapp://coupons/7"))
            $0.taps = true
        },
        WorldFault("a link and no didReceive", .link, .responseHandlerMissing, asked: "link") {
            $0.before.append(.set("delegate.did-receive", "off"))
            $0.letter.own.append(("link", "myapp://coupons/7"))
            $0.taps = true
        },
    ]
}
