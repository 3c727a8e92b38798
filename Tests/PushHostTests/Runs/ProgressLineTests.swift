import Testing

@testable import PushHost

@Suite struct ProgressLineTests {
    @Test(arguments: [
        ("flush   1 of 2 events", 80, "flush   1 of 2 events"),
        ("job \u{1B}[31m7 is\r\nsuccess", 80, "job \\e[31m7 is\\r\\nsuccess"),
        ("loading an attachment", 12, "loading an…"), ("日本語の行", 6, "日本…"),
    ])
    func `progress fits into one row, and no server's text is obeyed`(
        _ text: String, _ columns: Int, _ line: String
    ) {
        #expect(ProgressLine.line(text, columns: columns) == line)
    }
}
