/// A module imports what the picture of the architecture allows, and nothing else.
struct ImportTable: Rule {
    /// Each module with what it may import, from the core to the edge.
    static let rows: [(module: String, imports: [String])] = [
        ("PushText", []),
        ("PushLanguage", ["PushText"]),
        ("PushPayload", ["PushText"]),
        ("PushModel", ["PushText", "PushPayload"]),
        ("PushSimulation", ["PushText", "PushPayload", "PushModel"]),
        ("PushExplain", ["PushText", "PushPayload", "PushModel", "PushSimulation"]),
        ("PushSQL", ["PushText"]),
        ("PushGateways", ["PushText", "PushPayload", "PushModel", "PushSimulation"]),
        (
            "PushCommands",
            ["PushText", "PushLanguage", "PushPayload", "PushModel", "PushSimulation"]
                + ["PushExplain"]
        ),
        ("PushExport", ["PushText", "PushModel", "PushCommands"]),
        (
            "PushManual",
            ["PushText", "PushLanguage", "PushPayload", "PushModel", "PushSimulation"]
                + ["PushCommands"]
        ),
        ("PushAssist", core),
        ("PushRuntime", core + ["PushGateways", "PushManual", "PushSQL", "Synchronization"]),
        (
            "PushStore",
            ["PushText", "PushSQL", "PushPayload", "PushModel", "PushExplain"]
                + ["CSQLite", "Glibc", "Swift", "Synchronization"]
        ),
        (
            "PushBackends",
            ["PushText", "PushSQL", "PushPayload", "PushModel", "Glibc", "Synchronization"]
        ),
        (
            "PushWire",
            ["PushText", "PushPayload", "PushModel", "PushSimulation", "PushBackends"]
                + ["PushCrypto", "PushGateways", "AsyncHTTPClient"]
                + ["NIOCore", "NIOConcurrencyHelpers", "NIOHTTP1", "NIOHTTP2", "NIOHPACK"]
                + ["NIOPosix", "NIOTLS", "NIOSSL", "CNIOBoringSSL", "X509", "SwiftASN1", "Crypto"]
                + ["FoundationEssentials"]
                + ["Logging", "Glibc", "Synchronization"]
        ),
        (
            "PushCrypto",
            ["PushText", "PushPayload", "Crypto", "CryptoExtras", "CZlib", "FoundationEssentials"]
        ),
        (
            "PushTerminal",
            ["PushText", "PushRuntime", "PushCommands", "PushLanguage", "CEditLine"]
                + ["Glibc", "Synchronization"]
        ),
        (
            "PushHost",
            core + ["PushRuntime", "PushStore", "PushBackends", "PushCrypto", "PushWire"]
                + [
                    "PushTerminal", "PushGateways", "PushAssist", "PushExport", "PushSQL",
                    "PushManual", "CEditLine", "Glibc", "Synchronization",
                ]
        ),
        ("pushsh", ["PushHost"]),
    ]

    /// The modules that must give equal bytes for equal scripts.
    static let pure = core + ["PushSQL", "PushGateways", "PushManual", "PushAssist", "PushExport"]

    static let core = [
        "PushText", "PushLanguage", "PushPayload", "PushModel", "PushSimulation", "PushExplain",
        "PushCommands",
    ]

    func findings(in file: TidyFile) -> [Finding] {
        guard file.isSwift, let module = file.module else { return [] }
        guard let row = Self.rows.first(where: { $0.module == module }) else {
            return [file.finding(1, "`\(module)` is not in the import table")]
        }
        return file.code.lines.enumerated().compactMap { index, line in
            guard let imported = Self.module(importedBy: line), !row.imports.contains(imported)
            else { return nil }
            return file.finding(index + 1, "`\(module)` may not import `\(imported)`")
        }
    }

    /// Finds the module in a line such as `@preconcurrency import struct Glibc.stat`.
    static func module(importedBy line: ArraySlice<UInt8>) -> String? {
        let text = String(decoding: line, as: UTF8.self)
        guard text.contains("import") else { return nil }
        var words = text.split(separator: " ")[...]
        let modifiers = ["public", "package", "internal", "fileprivate", "private"]
        while let word = words.first, word.hasPrefix("@") || modifiers.contains(String(word)) {
            words.removeFirst()
        }
        guard words.popFirst() == "import" else { return nil }
        let kinds = ["struct", "class", "enum", "protocol", "func", "var", "let", "typealias"]
        if let kind = words.first, kinds.contains(String(kind)) { words.removeFirst() }
        return words.first?.split(separator: ".").first.map(String.init)
    }

    /// Gives what `Package.swift` lets a module depend on and the table does not.
    static func findings(inManifest text: String) -> [Finding] {
        text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
            .flatMap { index, line -> [Finding] in
                let quoted = line.split(separator: "\"", omittingEmptySubsequences: false)
                    .enumerated().filter { !$0.offset.isMultiple(of: 2) }.map { String($0.element) }
                guard line.drop(while: { $0 == " " }).hasPrefix("module(\""),
                    let name = quoted.first
                else { return [] }
                let allowed = rows.first { $0.module == name }?.imports ?? []
                return quoted.dropFirst().filter { !allowed.contains($0) }.map {
                    Finding(
                        path: "Package.swift", line: index + 1,
                        message: "`\(name)` may not depend on `\($0)`")
                }
            }
    }
}
