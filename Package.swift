// swift-tools-version: 6.2
import PackageDescription

/// Every target is compiled alike: Swift 6 language mode, and warnings stop the build.
///
/// Debug builds, which the unit tests use, check at run time that no two accesses to a variable
/// overlap; release builds do not, as that took a twelfth of a replay's time.
let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6), .treatAllWarnings(as: .error),
    .unsafeFlags(["-enforce-exclusivity=unchecked"], .when(configuration: .release)),
]

/// A target of `Sources/`, with the modules it may import; `TidyTests` holds the same table.
func module(_ name: String, _ imports: [String]) -> Target {
    .target(name: name, dependencies: imports.map { .byName(name: $0) }, swiftSettings: settings)
}

/// The tests of one target, in the folder that mirrors it.
func tests(_ name: String, _ imports: [String]) -> Target {
    .testTarget(
        name: name, dependencies: imports.map { .byName(name: $0) }, swiftSettings: settings)
}

let core = [
    "PushText", "PushLanguage", "PushPayload", "PushModel", "PushSimulation", "PushExplain",
    "PushCommands",
]

let package = Package(
    name: "pushsh",
    products: [.executable(name: "pushsh", targets: ["pushsh"])],
    dependencies: [
        .package(url: "https://github.com/apple/swift-crypto.git", exact: "4.5.2"),
        .package(url: "https://github.com/apple/swift-nio.git", exact: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-http2.git", exact: "1.46.0"),
        .package(url: "https://github.com/apple/swift-nio-ssl.git", exact: "2.37.6"),
        .package(url: "https://github.com/apple/swift-log.git", exact: "1.16.2"),
        .package(url: "https://github.com/swift-server/async-http-client.git", exact: "1.37.0"),
        .package(url: "https://github.com/apple/swift-certificates.git", exact: "1.21.1"),
        .package(url: "https://github.com/apple/swift-asn1.git", exact: "1.7.4"),
    ],
    targets: [
        module("PushText", []),
        module("PushLanguage", ["PushText"]),
        module("PushPayload", ["PushText"]),
        module("PushModel", ["PushText", "PushPayload"]),
        module("PushSimulation", ["PushText", "PushPayload", "PushModel"]),
        module("PushExplain", ["PushText", "PushPayload", "PushModel", "PushSimulation"]),
        module("PushSQL", ["PushText"]),
        module("PushGateways", ["PushText", "PushPayload", "PushModel", "PushSimulation"]),
        module(
            "PushCommands",
            ["PushText", "PushLanguage", "PushPayload", "PushModel", "PushSimulation"]
                + ["PushExplain"]),
        module(
            "PushManual",
            ["PushText", "PushLanguage", "PushPayload", "PushModel", "PushSimulation"]
                + ["PushCommands"]),
        module("PushAssist", core),
        module("PushRuntime", core + ["PushGateways", "PushManual", "PushSQL"]),
        module(
            "PushStore",
            ["PushText", "PushSQL", "PushPayload", "PushModel", "PushExplain", "CSQLite"]),
        module("PushBackends", ["PushText", "PushSQL", "PushPayload", "PushModel"]),
        module("PushExport", ["PushText", "PushModel", "PushCommands"]),
        module(
            "PushTerminal",
            ["PushText", "PushRuntime", "PushCommands", "PushLanguage", "CEditLine"]),
        .target(
            name: "PushCrypto",
            dependencies: [
                "PushText", "PushPayload", "CZlib",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
            ],
            swiftSettings: settings),
        .target(
            name: "PushWire",
            dependencies: [
                "PushText", "PushPayload", "PushModel", "PushSimulation", "PushCrypto",
                "PushBackends", "PushGateways",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOHTTP2", package: "swift-nio-http2"),
                .product(name: "NIOHPACK", package: "swift-nio-http2"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOTLS", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "X509", package: "swift-certificates"),
                .product(name: "SwiftASN1", package: "swift-asn1"),
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            swiftSettings: settings),
        module(
            "PushHost",
            core + ["PushRuntime", "PushStore", "PushBackends", "PushCrypto", "PushWire"]
                + ["PushExport", "PushTerminal", "PushGateways", "PushAssist", "PushSQL"]
                + ["PushManual"]),
        .executableTarget(name: "pushsh", dependencies: ["PushHost"], swiftSettings: settings),
        .systemLibrary(
            name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .target(name: "CEditLine", linkerSettings: [.linkedLibrary("edit")]),

        .executableTarget(
            name: "editor-probe", dependencies: ["PushTerminal"],
            path: "Tests/Fixtures/editor-probe", swiftSettings: settings),
        .target(
            name: "PushTestSupport", dependencies: ["PushText"], path: "Tests/PushTestSupport",
            swiftSettings: settings),
        .target(
            name: "WorldTestSupport", dependencies: ["PushModel", "PushSimulation"],
            path: "Tests/WorldTestSupport", swiftSettings: settings),
        .target(
            name: "CommandTestSupport", dependencies: ["PushText", "PushLanguage", "PushCommands"],
            path: "Tests/CommandTestSupport", swiftSettings: settings),
        .target(
            name: "WireTestSupport",
            dependencies: [
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "X509", package: "swift-certificates"),
                .product(name: "SwiftASN1", package: "swift-asn1"),
            ],
            path: "Tests/WireTestSupport", swiftSettings: settings),
        tests("PushTextTests", ["PushText", "PushTestSupport"]),
        tests("PushLanguageTests", ["PushText", "PushLanguage", "PushTestSupport"]),
        tests("PushSQLTests", ["PushText", "PushSQL", "PushTestSupport"]),
        tests("PushPayloadTests", ["PushText", "PushPayload", "PushTestSupport"]),
        tests("PushModelTests", ["PushText", "PushPayload", "PushModel", "PushTestSupport"]),
        tests(
            "PushSimulationTests",
            ["PushText", "PushModel", "PushSimulation", "PushPayload"]
                + ["PushTestSupport", "WorldTestSupport"]),
        tests(
            "PushExplainTests",
            core + ["PushTestSupport", "WorldTestSupport"]),
        tests(
            "PushGatewaysTests",
            ["PushText", "PushGateways", "PushPayload", "PushModel"]
                + ["PushSimulation", "PushTestSupport"]),
        tests(
            "PushCommandsTests",
            core + ["PushManual", "PushTestSupport", "CommandTestSupport"]),
        tests(
            "PushManualTests",
            core + ["PushManual", "PushTestSupport", "CommandTestSupport"]),
        tests("PushAssistTests", core + ["PushAssist", "PushTestSupport"]),
        tests(
            "PushRuntimeTests",
            core + ["PushRuntime", "PushStore", "PushBackends", "PushTestSupport"]),
        tests(
            "PushStoreTests",
            ["PushText", "PushSQL", "PushStore", "PushPayload", "PushModel"]
                + ["PushSimulation", "CSQLite"]
                + ["PushExplain", "PushTestSupport"]),
        tests(
            "PushBackendsTests",
            ["PushText", "PushSQL", "PushBackends", "PushPayload", "PushModel", "PushSimulation"]
                + ["PushStore", "PushTestSupport"]),
        .testTarget(
            name: "PushWireTests",
            dependencies: [
                "PushText", "PushWire", "PushBackends", "PushCrypto", "PushPayload",
                "PushModel", "PushSimulation", "PushTestSupport", "WireTestSupport",
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOHTTP2", package: "swift-nio-http2"),
                .product(name: "NIOHPACK", package: "swift-nio-http2"),
            ],
            swiftSettings: settings),
        tests(
            "PushExportTests",
            ["PushText", "PushExport", "PushModel", "PushSimulation"]
                + ["PushCommands", "PushTestSupport"]),
        tests(
            "PushCryptoTests",
            core + ["PushCrypto", "PushBackends", "PushTestSupport"]),
        tests(
            "PushTerminalTests", ["PushText", "PushTerminal", "PushLanguage", "PushTestSupport"]),
        tests(
            "PushHostTests",
            core + ["PushHost", "PushBackends", "PushRuntime", "PushStore", "PushTerminal"]
                + ["PushAssist", "PushCrypto", "PushGateways", "PushWire", "PushTestSupport"]),
        tests("ProcessTests", ["PushTestSupport", "WireTestSupport"]),
        tests("ScenarioTests", core + ["PushTestSupport"]),
        tests("TidyTests", ["PushTestSupport"]),
    ]
)

// `PUSHSH_TESTS=PushStoreTests,TidyTests` builds these alone, in a fraction of the time.
if let only = Context.environment["PUSHSH_TESTS"]?.split(separator: ",").map(String.init) {
    package.targets.removeAll { $0.type == .test && !only.contains($0.name) }
}
