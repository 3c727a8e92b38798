import Testing

@testable import PushRuntime

struct LineDiffTests {
    @Test func `equal texts have no difference`() {
        #expect(LineDiff.lines(from: "a\nb\n", to: "a\nb\n", name: "f") == [])
    }

    @Test func `a changed line stands between its neighbours`() {
        let old = (1...9).map(String.init).joined(separator: "\n")
        #expect(
            LineDiff.lines(from: old, to: old.replacing("5", with: "five"), name: "f") == [
                "--- f", "+++ f", "@@ -2,7 +2,7 @@", " 2", " 3", " 4", "-5", "+five", " 6", " 7",
                " 8",
            ])
    }

    @Test func `changes far apart stand in hunks of their own`() {
        let old = (1...30).map(String.init)
        var new = old
        new[2] = "three"
        new.remove(at: 20)
        let lines = LineDiff.lines(
            from: old.joined(separator: "\n"), to: new.joined(separator: "\n"), name: "f")
        #expect(lines.filter { $0.hasPrefix("@@") } == ["@@ -1,6 +1,6 @@", "@@ -18,7 +18,6 @@"])
        #expect(lines.filter { $0.hasPrefix("-") } == ["--- f", "-3", "-21"])
    }

    @Test func `the line ends of Windows end lines, and are no part of them`() {
        #expect(
            LineDiff.lines(from: "{\r\n1\r\n}\r\n", to: "{\r\n2\r\n}\r\n", name: "f")
                == ["--- f", "+++ f", "@@ -1,3 +1,3 @@", " {", "-1", "+2", " }"])
    }

    @Test func `lines that look the same are changed lines`() {
        let lines = LineDiff.lines(from: "caf\u{E9}", to: "cafe\u{301}", name: "f")
        #expect(
            lines.dropFirst(3).map { Array($0.utf8) }
                == ["-caf\u{E9}", "+cafe\u{301}"].map { Array($0.utf8) })
    }

    @Test func `lines are added to nothing`() {
        #expect(
            LineDiff.lines(from: "", to: "a\nb", name: "f")
                == ["--- f", "+++ f", "@@ -1,0 +1,2 @@", "+a", "+b"])
    }
}
