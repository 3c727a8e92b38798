// swift-tools-version: 6.2
import PackageDescription

/// Every target is compiled alike: Swift 6 language mode, and warnings stop the build.
let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6), .treatAllWarnings(as: .error),
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

let core = ["PushLanguage", "PushPayload", "PushSimulation", "PushCommands"]

let package = Package(
    name: "pushsh",
    products: [.executable(name: "pushsh", targets: ["pushsh"])],
    dependencies: [
        .package(url: "https://github.com/apple/swift-crypto.git", exact: "4.5.2"),
        .package(url: "https://github.com/apple/swift-nio.git", exact: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl.git", exact: "2.37.6"),
        .package(url: "https://github.com/apple/swift-log.git", exact: "1.16.2"),
        .package(url: "https://github.com/swift-server/async-http-client.git", exact: "1.37.0"),
        .package(url: "https://github.com/apple/swift-certificates.git", exact: "1.21.1"),
        .package(url: "https://github.com/apple/swift-asn1.git", exact: "1.7.4"),
    ],
    targets: [
        module("PushLanguage", []),
        module("PushPayload", []),
        module("PushSimulation", ["PushPayload"]),
        module("PushCommands", ["PushLanguage", "PushPayload", "PushSimulation"]),
        module("PushRuntime", core),
        module("PushStore", ["PushPayload", "PushSimulation", "CSQLite"]),
        module("PushServices", ["PushPayload", "PushSimulation"]),
        module("PushTerminal", ["PushRuntime", "PushCommands", "PushLanguage", "CEditLine"]),
        .target(
            name: "PushCodecs",
            dependencies: [
                "PushPayload", "CZlib", .product(name: "Crypto", package: "swift-crypto"),
            ],
            swiftSettings: settings),
        .target(
            name: "PushTransport",
            dependencies: [
                "PushPayload", "PushSimulation", "PushCodecs",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: settings),
        .target(
            name: "PushServer",
            dependencies: [
                "PushServices",
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
            ],
            swiftSettings: settings),
        .executableTarget(
            name: "pushsh",
            dependencies: (core
                + ["PushRuntime", "PushStore", "PushServices", "PushCodecs", "PushTransport"]
                + ["PushServer", "PushTerminal"])
                .map { .byName(name: $0) },
            swiftSettings: settings),
        .systemLibrary(
            name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .target(name: "CEditLine", linkerSettings: [.linkedLibrary("edit")]),

        .executableTarget(
            name: "editor-probe", dependencies: ["PushTerminal"],
            path: "Tests/Fixtures/editor-probe", swiftSettings: settings),
        .target(name: "PushTestSupport", path: "Tests/PushTestSupport", swiftSettings: settings),
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
        tests("PushLanguageTests", ["PushLanguage", "PushTestSupport"]),
        tests("PushPayloadTests", ["PushPayload", "PushTestSupport"]),
        tests("PushSimulationTests", ["PushSimulation", "PushPayload", "PushTestSupport"]),
        tests("PushCommandsTests", core + ["PushTestSupport"]),
        tests(
            "PushRuntimeTests",
            core + ["PushRuntime", "PushStore", "PushServices", "PushTestSupport"]),
        tests(
            "PushStoreTests",
            ["PushStore", "PushPayload", "PushSimulation", "CSQLite", "PushTestSupport"]),
        tests(
            "PushServicesTests",
            ["PushServices", "PushPayload", "PushSimulation", "PushStore", "PushTestSupport"]),
        .testTarget(
            name: "PushServerTests",
            dependencies: [
                "PushServer", "PushServices", "PushTestSupport",
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
            ],
            swiftSettings: settings),
        tests(
            "PushCodecsTests",
            core + ["PushCodecs", "PushServices", "PushTestSupport"]),
        tests("PushTerminalTests", ["PushTerminal", "PushLanguage", "PushTestSupport"]),
        tests(
            "PushTransportTests",
            ["PushTransport", "PushCodecs", "PushPayload", "PushSimulation", "PushTestSupport"]
                + ["WireTestSupport"]),
        tests("ProcessTests", ["PushTestSupport", "WireTestSupport"]),
        tests("ScenarioTests", core + ["PushTestSupport"]),
        tests("TidyTests", ["PushTestSupport"]),
    ]
)
