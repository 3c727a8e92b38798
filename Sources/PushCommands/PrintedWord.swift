/// A word that begins a line of output and is no code, key or rule, with what it says.
///
/// `help poison` prints the sentence. Words that are plain English or commands have no entry.
package struct PrintedWord: Sendable {
    /// The word, as it is printed.
    package let word: String
    /// A sentence that begins with the word's subject.
    package let meaning: String

    /// The words, in alphabetical order.
    package static let all = [
        PrintedWord(
            word: "held",
            meaning: "A push or a notification waits: at APNs for an unreachable device, on the "
                + "device for the scheduled summary, or until the system wakes the app."),
        PrintedWord(
            word: "kept",
            meaning: "An upload failed, and the event stays in the queue; or a request could not "
                + "be sent, and is made again later."),
        PrintedWord(
            word: "pending",
            meaning: "`why` did not reach this link of the chain: an earlier one is broken, or its "
                + "time has not come."),
        PrintedWord(
            word: "poison",
            meaning: "The service refused an event as one that it can never store, and the queue "
                + "discards it."),
        PrintedWord(
            word: "quiet",
            meaning: "The notification is in the list, but something that was asked for is "
                + "missing, such as the banner or the sound; the line gives the reason."),
        PrintedWord(
            word: "retry",
            meaning: "The same request may succeed later, so it is repeated or can be sent again."),
        PrintedWord(
            word: "undone",
            meaning: "`undo` took back the entry named behind it; `redo` makes it again."),
    ]

    /// Returns the entry of a word; nil if there is none.
    package static func named(_ word: String) -> PrintedWord? { all.first { $0.word == word } }
}
