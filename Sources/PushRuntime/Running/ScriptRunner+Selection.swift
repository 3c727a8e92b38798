import PushModel

/// The choice of tests, and their order.
extension ScriptRunner {
    /// Whether the options choose a test; counts the ones that they leave out.
    func selects(_ test: TestCase) -> Bool {
        guard isSelected(test) else {
            deselected += 1
            return false
        }
        return true
    }

    private func isSelected(_ test: TestCase) -> Bool {
        if test.line < options.fromLine { return false }
        if let changed = options.mutation?.test, test.loaded === loaded {
            guard test.statement.id.index == changed else { return false }
        }
        if !options.only.isEmpty, !options.only.contains(where: test.tags.contains) {
            return false
        }
        if options.skip.contains(where: test.tags.contains) { return false }
        if let shard = options.shard, !shard.holds(test.title) { return false }
        return isWanted(test.title)
    }

    /// Whether the options that select by title choose this one.
    func isWanted(_ title: String) -> Bool {
        if let titles = options.titles, !titles.contains(title) { return false }
        return options.filter == nil || filter?.matches(title) == true
    }

    /// The shuffled order of consecutive tests.
    func shuffled(_ tests: [TestCase]) -> [TestCase] {
        guard let seed = options.shuffleSeed else { return tests }
        var random = SplitMix64(seed: seed)
        var tests = tests
        for index in tests.indices.reversed() where index > 0 {
            tests.swapAt(index, Int(random.next() % UInt64(index + 1)))
        }
        return tests
    }
}
