import Testing

@testable import PushStore

struct JSONFunctionsTests {
    @Test(arguments: [
        #"json_extract_scalar('{"a":{"b":[1,"two"]}}', '$.a.b[1]') -> 'two'"#,
        #"json_extract_scalar('{"a":{"b":[1,2]}}', '$.a.b[0]') -> '1'"#,
        #"json_extract_scalar('{"a":{"b":[1,2]}}', '$.a.b') -> NULL"#,
        #"json_extract_scalar('{"a":{"b":[1,2]}}', '$.a.c') -> NULL"#,
        #"json_extract_scalar('[10, 20, 30]', '$[2]') -> '30'"#,
        #"json_extract_scalar('[10, 20, 30]', '$[3]') -> NULL"#,
        #"json_extract_scalar('[]', '$[0]') -> NULL"#,
        #"json_extract_scalar('{"a b":true}', '$["a b"]') -> 'true'"#,
        #"json_extract_scalar('{"x":null}', '$.x') -> NULL"#,
        #"json_extract_scalar('{"x":"a\"\\\n\u3042\ud83d\ude00"}', '$.x') -> 'a"\"# + "\nあ😀'",
        #"json_extract_scalar('{"\u0061":1}', '$.a') -> '1'"#,
        #"json_extract_scalar('"top"', '$') -> 'top'"#,
        #"json_extract_scalar('1.50', '$') -> '1.50'"#,
        #"json_extract_scalar('{"a":{"x":"}]"},"b":2}', '$.b') -> '2'"#,
        #"json_extract_scalar('{"a":', '$.a') -> NULL"#,
        #"json_extract_scalar('not json', '$.a') -> NULL"#,
        #"json_extract_scalar('nonsense', '$') -> NULL"#,
        #"json_extract_scalar(NULL, '$') -> NULL"#,
        #"json_extract_scalar('{}', 'a') -> error: json_extract_scalar: "#
            + "path 'a' does not start with `$`",
        #"json_extract_scalar('{}', '$.a[*]') -> error: json_extract_scalar: "#
            + #"path '$.a[*]' is not made of `.name`, `[0]` and `["name"]` alone"#,
    ])
    func `a scalar is found by its path`(_ vector: String) { expectVector(vector) }

    @Test(
        arguments: vectors(
            #"""
            element_at('{"os":"iPhone","n":2}', 'os') -> 'iPhone'
            element_at('{"os":"iPhone","n":2}', 'n') -> 2
            element_at('{"os":"iPhone"}', 'none') -> NULL
            element_at('{"a.b":[1]}', 'a.b') -> '[1]'
            element_at('[5, 2.5, true, null, "x"]', 1) -> 5
            element_at('[5, 2.5, true, null, "x"]', 2) -> 2.5
            element_at('[5, 2.5, true, null, "x"]', 3) -> 1
            element_at('[5, 2.5, true, null, "x"]', 4) -> NULL
            element_at('[5, 2.5, true, null, "x"]', -1) -> 'x'
            element_at('[5]', -2) -> NULL
            element_at('[]', -1) -> NULL
            element_at('[5]', 2) -> NULL
            element_at(NULL, 1) -> NULL
            element_at('[5]', 0) -> error: element_at: index is 0: wanted 1 for the first element
            """#))
    func `an element is found by its key or its position`(_ vector: String) { expectVector(vector) }

    @Test func `depth costs no stack`() {
        let deep = String(repeating: "[", count: 200_000)
        #expect(answer("json_extract_scalar('\(deep)', '$[0]')") == "NULL")
    }
}
