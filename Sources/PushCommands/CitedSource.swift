/// A place where a rule was read, under the key that rules, `lint` and `why` cite in brackets.
///
/// `help A-NSEART` explains one, and `share/doc/sources.md` is rendered from the table.
package struct CitedSource: Sendable {
    /// Who wrote what the key stands for, in the order of the page.
    package enum Owner: String, CaseIterable, Sendable {
        case apple = "Apple"
        case developers = "Developers' observations"
        case otherServices = "Other push services"
        case firebase = "Firebase"
        case treasureData = "Treasure Data"
        case ncmb = "NIFCLOUD mobile backend"
        case pushsh

        /// A remark on all of its sources; empty if there is none.
        package var note: String {
            switch self {
            case .apple:
                "The pages are at developer.apple.com/documentation, under `usernotifications` and "
                    + "`uikit`."
            case .developers:
                "One person's tests, or an answer in a forum: a rule of Apple's that rests on "
                    + "these alone says \"not documented by Apple\"."
            case .otherServices:
                "What their requests look like, so that `lint` can name them."
            case .firebase, .treasureData, .ncmb, .pushsh: ""
            }
        }
    }

    /// The key, as `A-NSEART`.
    package let key: String
    /// The part of the page that it is in.
    package let owner: Owner
    /// The title, the address, or both.
    package let text: String

    /// Every source, by owner.
    package static let all: [CitedSource] = tables.flatMap { owner, rows in
        rows.map { CitedSource(key: $0.key, owner: owner, text: $0.text) }
    }

    /// Returns the sources with a key, in any letter case; two owners may share one.
    package static func named(_ key: String) -> [CitedSource] {
        all.filter { $0.key.lowercased() == key.lowercased() }
    }
}
