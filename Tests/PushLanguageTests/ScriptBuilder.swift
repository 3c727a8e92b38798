import PushTestSupport

/// Builds scripts at random, with the outline that `Sample` must draw of them.
struct ScriptBuilder {
    private var random: SeededGenerator
    private var lines: [String] = []
    private var outline: [String] = []
    private var hasSetup = false

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    mutating func build() -> (text: String, outline: String) {
        if random.below(3) == 0 { add("psh 1", kind: "version 1", depth: 0) }
        for _ in 0..<1 + random.below(8) { addAny(depth: 0, inTest: false) }
        return (lines.joined(separator: "\n"), outline.joined(separator: "\n"))
    }

    private mutating func addAny(depth: Int, inTest: Bool) {
        addNoise()
        switch random.below(depth < 4 ? 9 : 5) {
        case 0, 1: addCommand(depth)
        case 2: addDocument(depth)
        case 3: add("expect queue == [a, 'b c']", kind: "expect", depth: depth)
        case 4: add("let x = $.a", kind: "letStatement", depth: depth)
        case 5: addBlock("for x in a 'b'", "forLoop x in a ~'b'", depth, inTest: inTest)
        case 6: addBlock("repeat 3", "repeatLoop 3", depth, inTest: inTest)
        case 7 where !inTest: addBlock("test 'お' @t", "test ~'お' ^@t", depth, inTest: true)
        case 8 where depth == 0 && !hasSetup:
            hasSetup = true
            addBlock("setup", "setup", depth, inTest: true)
        default: add("include f as n", kind: "include f as n", depth: depth)
        }
    }

    private mutating func addNoise() {
        switch random.below(6) {
        case 0: lines.append("")
        case 1: lines.append("  # 'a comment\" <<A ${")
        case 2: lines.append(" \t ")
        default: break
        }
    }

    private mutating func addBlock(_ text: String, _ kind: String, _ depth: Int, inTest: Bool) {
        add(text, kind: kind, depth: depth)
        for _ in 0..<random.below(4) { addAny(depth: depth + 1, inTest: inTest) }
        lines.append(indentation() + "end" + random.pick(["", " # c", "  "]))
    }

    private mutating func addCommand(_ depth: Int) {
        let words = [
            ("a", "a"), ("'b c'", "~'b c'"), ("${d}", "~${d}"), ("@e", "^@e"), ("x#y", "x#y"),
        ]
        let chosen = (0..<random.below(4)).map { _ in random.pick(words) }
        let (prefix, mark) = random.pick([
            ("", ""), ("!", "! "), ("! ", "! "), ("!not_found ", "!not_found "), ("? ", "? "),
        ])
        let condition = random.pick(["", "[tty] ", "[!a:b] ", "[a] [!b] "])
        add(
            condition + prefix + (["tap"] + chosen.map(\.0)).joined(separator: " "),
            kind: "command " + condition + mark
                + (["tap"] + chosen.map(\.1)).joined(separator: " "),
            depth: depth)
        for _ in 0..<random.below(3) { addGolden(depth) }
    }

    private mutating func addGolden(_ depth: Int) {
        let golden = random.pick(["| a", "|2 b", "|...", "|", "|  'c"])
        lines.append(indentation() + golden)
        outline.append(String(repeating: "  ", count: depth + 1) + golden)
    }

    private mutating func addDocument(_ depth: Int) {
        let margin = indentation()
        add("say <<A x <<'JSON'", kind: "command say =<<A x =<<'JSON'", depth: depth)
        lines += [margin + "end", margin + "| ${v}", margin + "A", margin + "{}", margin + "JSON"]
    }

    private mutating func indentation() -> String {
        String(repeating: random.pick([" ", "\t"]), count: random.below(5))
    }

    private mutating func add(_ text: String, kind: String, depth: Int) {
        lines.append(indentation() + text + random.pick(["", "", " # c 'd", "  "]))
        let indent = String(repeating: "  ", count: depth)
        outline.append("\(indent)\(lines.count) \(kind)")
    }
}
