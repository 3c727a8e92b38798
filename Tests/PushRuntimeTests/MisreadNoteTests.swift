import Testing

@testable import PushRuntime

@Suite struct MisreadNoteTests {
    @Test(arguments: [
        (["price"], "`price`, which is bigint"),
        (["price", "a`\u{1B}"], "`price`, which is bigint, and `a`\\e`, which is bigint"),
        (
            ["a", "b", "c", "d"],
            """
            `a`, which is bigint, and `b`, which is bigint, and `c`, which is bigint, and in \
            another column
            """
        ),
    ])
    func `columns are named in whose place something else was read as NULL`(
        names: [String], text: String
    ) {
        let collector = RowCollector(limit: 1)
        collector.misread(names, types: names.map { _ in "bigint" })
        #expect(collector.notes == ["note: values of another type were read as NULL in " + text])
    }
}
