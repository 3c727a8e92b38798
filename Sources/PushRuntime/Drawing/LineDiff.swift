import PushText

/// The difference between two texts, line by line, in the unified form that `patch` reads.
enum LineDiff {
    /// The number of unchanged lines around a change.
    private static let context = 3
    /// The most cells of the table of common lines; beyond it the middle is replaced as a whole.
    private static let tableLimit = 4_000_000

    private enum Step: Equatable { case keep, remove, add }

    /// Returns the difference as lines; nothing for equal texts.
    static func lines(from old: String, to new: String, name: String) -> [String] {
        let old = split(old)
        let new = split(new)
        let steps = steps(old, new)
        guard steps.contains(where: { $0 != .keep }) else { return [] }
        var output = ["--- \(name)", "+++ \(name)"]
        var index = 0
        var oldLine = 0
        var newLine = 0
        while index < steps.count {
            guard let change = steps[index...].firstIndex(where: { $0 != .keep }) else { break }
            let start = max(index, change - context)
            oldLine += start - index
            newLine += start - index
            let end = hunkEnd(steps, from: change)
            output += hunk(steps[start..<end], old, new, &oldLine, &newLine)
            index = end
        }
        return output
    }

    /// The end of a hunk: after the context of its last change, if the next one is far away.
    private static func hunkEnd(_ steps: [Step], from change: Int) -> Int {
        var last = change
        for index in change..<steps.count {
            if index - last > 2 * context { break }
            if steps[index] != .keep { last = index }
        }
        return min(steps.count, last + context + 1)
    }

    private static func hunk(
        _ steps: ArraySlice<Step>, _ old: [ExactText], _ new: [ExactText], _ oldLine: inout Int,
        _ newLine: inout Int
    ) -> [String] {
        let removed = steps.count { $0 != .add }
        let added = steps.count { $0 != .remove }
        var output = ["@@ -\(oldLine + 1),\(removed) +\(newLine + 1),\(added) @@"]
        for step in steps {
            switch step {
            case .keep:
                output.append(" " + old[oldLine].text)
                oldLine += 1
                newLine += 1
            case .remove:
                output.append("-" + old[oldLine].text)
                oldLine += 1
            case .add:
                output.append("+" + new[newLine].text)
                newLine += 1
            }
        }
        return output
    }

    /// A text that ends with a line end has no empty line behind it.
    private static func split(_ text: String) -> [ExactText] {
        // The line end of Windows is one character to Swift, and no part of a line.
        var lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
        if lines.last == "" { lines.removeLast() }
        return lines.map { ExactText(String($0)) }
    }

    /// The steps that turn the old lines into the new ones, by the longest common part.
    private static func steps(_ old: [ExactText], _ new: [ExactText]) -> [Step] {
        var front = 0
        while front < min(old.count, new.count), old[front] == new[front] { front += 1 }
        var back = 0
        while back < min(old.count, new.count) - front,
            old[old.count - 1 - back] == new[new.count - 1 - back]
        {
            back += 1
        }
        let middle = middleSteps(
            Array(old[front..<old.count - back]), Array(new[front..<new.count - back]))
        return Array(repeating: .keep, count: front) + middle
            + Array(repeating: .keep, count: back)
    }

    /// Above `tableLimit` cells the table would take too long: then all old lines go and all new
    /// ones come.
    private static func middleSteps(_ old: [ExactText], _ new: [ExactText]) -> [Step] {
        guard old.count * new.count <= tableLimit else {
            return Array(repeating: .remove, count: old.count)
                + Array(repeating: .add, count: new.count)
        }
        let width = new.count + 1
        var common = [Int32](repeating: 0, count: (old.count + 1) * width)
        for i in old.indices.reversed() {
            for j in new.indices.reversed() {
                common[i * width + j] =
                    old[i] == new[j]
                    ? common[(i + 1) * width + j + 1] + 1
                    : max(common[(i + 1) * width + j], common[i * width + j + 1])
            }
        }
        var steps: [Step] = []
        var i = 0
        var j = 0
        while i < old.count || j < new.count {
            if i < old.count, j < new.count, old[i] == new[j] {
                steps.append(.keep)
                i += 1
                j += 1
            } else if i < old.count,
                j == new.count || common[(i + 1) * width + j] >= common[i * width + j + 1]
            {
                steps.append(.remove)
                i += 1
            } else {
                steps.append(.add)
                j += 1
            }
        }
        return steps
    }
}
