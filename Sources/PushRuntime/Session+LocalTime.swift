import PushText

/// Times in the zone of TZ, in what the prompt prints; everything that is kept has them in UTC.
extension Session {
    /// A time for a line that people read, in UTC; the prompt prints it in the user's zone, for
    /// which the result keeps both forms.
    func instant(_ milliseconds: Int64) -> String {
        let text = InstantText.format(milliseconds)
        if let localTime = settings.localTime { last.localTimes[text] = localTime(milliseconds) }
        return text
    }

    /// Notes the times of a sentence, which the prompt prints in the user's zone.
    func noteTimes(in sentence: String) {
        guard settings.localTime != nil else { return }
        last.localTimes.merge(localTimes(in: sentence)) { $1 }
    }

    /// Adds a drawing, whose clock and date have the user's zone at the prompt as well.
    ///
    /// Whole lines are noted, since a notification's own text may have the same date.
    func add(_ drawing: NotificationDrawing, _ form: DrawingForm) {
        let now = world.surroundings.now
        let lines = drawing.lines(form, now: now)
        last.lines += lines
        guard let localTime = settings.localTime else { return }
        let local = drawing.lines(form, now: now, written: localTime)
        for (line, shown) in zip(lines, local) where line != shown {
            last.localTimes[line] = shown
        }
    }

    /// A sentence as the prompt prints it.
    func inLocalTime(_ sentence: String) -> String {
        localTimes(in: sentence).reduce(sentence) { $0.replacing($1.key, with: $1.value) }
    }

    /// The times of a sentence, each with the one that a clock in the user's zone shows; none where
    /// output is in UTC.
    private func localTimes(in sentence: String) -> [String: String] {
        guard let localTime = settings.localTime else { return [:] }
        var found: [String: String] = [:]
        for text in InstantText.mentioned(in: sentence) {
            if let time = InstantText.parse(text) { found[text] = localTime(time) }
        }
        return found
    }
}
