extension EditSession {
    /// The milliseconds within which the rest of a sequence arrives; a person is slower.
    private static let patience: Int32 = 50
    /// The longest sequence that is read to its end.
    private static let longest = 4096

    /// Reads on after ESC: returns the key for libedit, or nil if a sequence was swallowed.
    func keyBehindEscape() -> UInt32? {
        guard keys.isReady(within: isVi ? 40 : 0), case .key(let next) = keys.next(timeout: 0)
        else { return isVi ? EditCommand.viEscape : 0x1B }
        switch next {
        case 0x5B, 0x4F: return controlSequence(next)
        case 0x5D, 0x50, 0x5F, 0x5E, 0x58:
            guard keys.isReady(within: 0) else { break }
            skipString()
            return nil
        case 0x1B:
            // ESC ESC [ D is Alt with a cursor key on some terminals.
            keys.pushBack([0x1B])
            return keys.buffered > 1 ? nil : 0x1B
        default: break
        }
        keys.pushBack([next])
        return 0x1B
    }

    private func controlSequence(_ introducer: UInt32) -> UInt32? {
        var points = [introducer]
        while points.count < Self.longest {
            guard case .key(let point) = keys.next(timeout: Self.patience) else { break }
            points.append(point)
            let isLast =
                introducer == 0x4F
                ? true : (0x40...0x7E).contains(point) && !(points.count == 2 && point == 0x5B)
            if isLast { break }
        }
        // Alt-[ and Alt-O, typed by a person.
        guard points.count > 1 else {
            keys.pushBack(points)
            return 0x1B
        }
        // The old form of a mouse report has three more bytes.
        if points == [0x5B, 0x4D] {
            for _ in 0..<3 { _ = keys.next(timeout: Self.patience) }
            return nil
        }
        switch KeySequence.meaning(of: UTF32Text.string(points)) {
        case .bound:
            keys.pushBack(points)
            return 0x1B
        case .keys(let others):
            keys.pushBack(Array(others.dropFirst()))
            return others.first
        case .nothing: return nil
        }
    }

    /// Skips an answer of the terminal, up to BEL or ESC \.
    private func skipString() {
        var last: UInt32 = 0
        for _ in 0..<Self.longest {
            guard case .key(let point) = keys.next(timeout: Self.patience) else { return }
            if point == 0x07 || (last == 0x1B && point == 0x5C) { return }
            last = point
        }
    }
}
