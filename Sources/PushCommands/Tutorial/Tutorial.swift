/// A lesson of `tutorial`: a customer's ticket, worked on step by step at the prompt.
///
/// A test plays every lesson to its end.
public struct Ticket: Sendable {
    /// One task, and the checks that show that it was done.
    public struct Step: Sendable {
        /// The purpose, in a sentence or two.
        public let text: String
        /// The statements to type.
        public let script: String
        /// Expectations that hold once it is done.
        public let checks: [String]
        /// The code of the failure that the lesson provokes; nil if its commands succeed.
        public let failure: String?

        init(_ text: String, type script: String, checks: [String], failure: String? = nil) {
            self.text = text
            self.script = script
            self.checks = checks
            self.failure = failure
        }

        /// The script with its expected failure, as a test runs it.
        public var test: String {
            guard let failure else { return script }
            var lines = script.split(separator: "\n").map(String.init)
            // Of several commands it is the last one that fails.
            let place = script.contains("<<") ? 0 : lines.count - 1
            lines[place] = "!\(failure) " + lines[place]
            return lines.joined(separator: "\n")
        }
    }

    /// The name that `tutorial` takes.
    public let name: String
    /// The ticket, as a customer writes it.
    public let title: String
    /// The commands that create the situation in a fresh app.
    public let situation: [String]
    /// The steps.
    public let steps: [Step]

    /// The lesson of a name.
    public static func named(_ name: String) -> Ticket? { all.first { $0.name == name } }

    /// The commands that make device and network fresh before a lesson; the settings of `config`
    /// and the app are seen to besides.
    public static let reset = [
        "device add phone", "device use phone",
        "network simulated", "endpoint embedded", "stub clear", "device online", "device unlock",
        "device focus off", "device mute off", "device low-power off",
        "device background-refresh on", "device summary off", "device previews always",
        "device language en", "device intelligence off",
    ]

    /// The command that installs a lesson's app, which must not be there any more.
    public static let installation = "app install --profile td"

    /// Every lesson, the first one first.
    public static let all: [Ticket] = [
        firstPush, notShown, noImage, noEvents, deadLink, staleToken, testSender,
    ]
}
