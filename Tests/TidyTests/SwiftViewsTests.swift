import Testing

/// Code, comments and literals are told apart, as every other rule relies on it.
@Suite struct SwiftViewsTests {
    @Test(arguments: [
        ("a // b", "a     ", "  // b"),
        ("a /* b /* c */ d */ e", "a                   e", "  /* b /* c */ d */  "),
        ("a = \"b // c\"", "a = \"______\"", "            "),
        ("\"a\\\"b\" c", "\"____\" c", "        "),
        ("#\"a\"b\"# c", "#\"___\"# c", "         "),
        ("\"a\\(b(\"c\"))d\" e", "\"__(b(\"_\"))_\" e", "               "),
        ("func `a b!`() {}", "func `____`() {}", "                "),
        ("\"\"\"\na \"b\"\n\"\"\" c", "\"\"\"\n_____\n\"\"\" c", "   \n     \n     "),
        ("\"unfinished\nlet a", "\"__________\nlet a", "           \n     "),
    ])
    func `a text splits into code and comments`(text: String, code: String, comments: String) {
        let file = TidyFile(path: "A.swift", text: text)
        #expect(String(decoding: file.code, as: UTF8.self) == code)
        #expect(String(decoding: file.comments, as: UTF8.self) == comments)
    }

    @Test(arguments: ["/*", "\"\\", "`", "#", "\"\"\"", "\"\\(", "a\\", "#\"\\#"])
    func `a text that ends too early is no trap`(text: String) {
        #expect(TidyFile(path: "A.swift", text: text).code.count == text.utf8.count)
    }

    @Test func `functions are found with their lengths`() {
        let text = """
            struct A {
                init(b: Int) { self.init() }
                func c<D>(_ e: (Int) -> Void = { _ in }) throws -> [D]
                    where D: Equatable
                {
                    if true {}
                }
                var f: Int { 1 }
                var g = 1
                func h()
            }
            """
        let functions = FunctionScanner(Array(text.utf8)).functions()
        #expect(functions.map(\.name) == ["init", "c", "f"])
        #expect(functions.map(\.start) == [2, 3, 8])
        #expect(functions.map(\.lines) == [1, 5, 1])
    }
}
