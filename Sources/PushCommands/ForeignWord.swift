/// Words that people bring from their work and from other tools, with the names used here.
///
/// Somebody who has to find out why a push did not show knows the question, not the commands.
package enum ForeignWord {
    /// A hint on a word that is not a command; nil if nothing certain can be said.
    package static func hint(on word: String) -> String? {
        let word = word.lowercased()
        return entries.first { $0.words.contains(word) }?.hint
    }

    /// Each hint with the words that lead to it, in lower case.
    ///
    /// Text in back-quotes must be a statement that the table of commands accepts.
    static let entries: [(words: [String], hint: String)] = [
        (
            ["push", "notify", "deliver", "simctl", "xcrun", "publish"],
            "`receive FILE` or `receive <<JSON` sends a push to the device"
        ),
        (
            ["select", "with", "sql", "trino", "presto"],
            "put SQL in quotes: `query \"SELECT …\"`"
        ),
        (
            ["event", "events", "track"],
            "`queue` shows the events waiting, `uploads` what was sent, `query \"SELECT …\"` both"
        ),
        (["sync"], "`flush` uploads the queued events, `uploads` lists what was sent"),
        (
            ["state", "info", "screen"],
            "`status` shows the current state, `app show` the settings, `links` where links led"
        ),
        (
            ["log", "logs", "facts", "journal"],
            "`query \"SELECT at_ms, verb, text FROM facts\"` shows what happened"
        ),
        (["banner", "inbox"], "`notifications` lists what is shown, and the badge"),
        (["click", "press"], "`tap` is the user's tap on a notification"),
        (["swipe"], "`dismiss` removes a notification, `dismiss --all` all of them"),
        (["deeplink", "url"], "`open URL` opens a link, `links` lists those opened or refused"),
        (
            ["migrate", "migration", "firebase"],
            "`app update --firebase FILE` does the migration, `tokens audit` lists what a send "
                + "would not reach"
        ),
        (
            ["debug", "diagnose", "explain", "trace", "problem"],
            "`why` explains the newest notification, `doctor` checks the app, `lint FILE` a payload"
        ),
        (
            ["image", "images", "picture"],
            "`why` says what became of a notification's image, `doctor` what its extension lacks"
        ),
        (["delivery", "delivered"], "`why delivery` says why there was none"),
        (["validate", "check"], "`lint FILE` lists every rule that a payload breaks"),
        (["sleep", "wait"], "`clock advance 5s` moves the clock"),
        (
            ["next", "continue", "skip"],
            "a lesson continues once its step is done; `tutorial` shows the step again"
        ),
        (["time", "date"], "`clock` shows the clock"),
        (["man"], "`help tap` explains `tap`, and any other command alike"),
    ]
}
