import PushTestSupport
import Testing

/// What the first build prints, with a compiler that only says what the real one does.
@Suite struct BuildScriptTests {
    let place: TemporaryDirectory

    /// What SwiftPM says in a fresh clone: packages, their remarks, progress, the linker's remarks.
    static let log = """
        Fetching https://github.com/apple/swift-nio.git
        [1/3204] Fetching swift-nio
        Fetched https://github.com/apple/swift-nio.git from cache (1.02s)
        Computing version for https://github.com/apple/swift-nio.git
        Computed https://github.com/apple/swift-nio.git at 2.86.0 (0.52s)
        Creating working copy for https://github.com/apple/swift-nio.git
        Working copy of https://github.com/apple/swift-nio.git resolved at 2.86.0
        warning: 'swift-log': found 1 file(s) which are unhandled; explicitly declare them
            /x/.build-release/checkouts/swift-log/Sources/Logging/CMakeLists.txt
        [0/1] Planning build
        Building for production...
        /x/.build-release/checkouts/swift-nio/Sources/A.swift:1:1: warning: 'b' is deprecated
        """

    init() throws {
        place = try TemporaryDirectory()
        for name in ["build", "packages"] {
            let text = try Shell.run("cat", [Repository.path("scripts/\(name)")]).stdout
            try program(text, at: "scripts/\(name)")
        }
        try place.write("", to: "Sources/A.swift")
        try place.write("", to: "Package.swift")
        try place.write("", to: "tools/lib/swift_static/linux/static-executable-args.lnk")
        try program(
            """
            #!/bin/bash
            printf '%s\\n' "$@" > "$LOG.arguments"
            while [ $# -gt 0 ]; do
              [ "$1" = --scratch-path ] && products=$2
              shift
            done
            cat "$LOG"
            [ -z "$FAILS" ] || exit 1
            mkdir -p "$products/release"
            echo 'echo built' > "$products/release/pushsh"
            chmod +x "$products/release/pushsh"
            """, at: "tools/bin/swift")
    }

    /// Writes a program by a process of its own: a file that this one has open for writing is open
    /// in every program that another test starts just then, and Linux runs no such file.
    private func program(_ text: String, at name: String) throws {
        let path = place.path + "/" + name
        let run = try Shell.run("install", ["-D", "-m", "755", "/dev/stdin", path], input: text)
        try #require(run.status == 0, "\(run)")
    }

    private func build(saying log: String, fails: Bool = false) throws -> Shell.Outcome {
        try place.write(log + "\n", to: "log")
        return try Shell.run(
            place.path + "/scripts/build",
            environment: [
                "PATH": place.path + "/tools/bin:/usr/local/bin:/usr/bin:/bin",
                "LOG": place.path + "/log", "FAILS": fails ? "1" : "", "HOME": place.path,
            ])
    }

    /// Whoever tries pushsh gets two lines, and not sixty of packages that built well.
    @Test func `a first build that succeeds says nothing of the packages`() throws {
        let run = try build(saying: Self.log)
        #expect(run.status == 0, "\(run)")
        let lines = run.stderr.split(separator: "\n").filter { !$0.contains(": 0:0") }
        #expect(
            lines.first == "scripts/build: building the release binary (some minutes, this once)")
        #expect(lines.allSatisfy { $0.hasPrefix("scripts/build: ") }, "\(lines)")
        #expect(lines.count <= 3, "\(lines)")
        #expect(run.stdout == place.path + "/.build-release/bin/pushsh\n")
    }

    @Test func `a remark on our own files is printed`() throws {
        let remark = "\(place.path)/Sources/A.swift:1:1: warning: x is unused"
        let run = try build(saying: Self.log + "\n" + remark)
        #expect(run.stderr.contains("\n\(remark)\n"))
        #expect(!run.stderr.contains("swift-nio"))
    }

    @Test func `a build that fails says why, without the packages it fetched`() throws {
        let run = try build(
            saying: Self.log + "\nerror: no such module 'X'", fails: true)
        #expect(run.status == 3)
        #expect(run.stderr.contains("\nerror: no such module 'X'\n"))
        #expect(run.stderr.contains("its whole output is in "))
        #expect(!run.stderr.contains("Fetch") && !run.stderr.contains("orking copy"))
    }

    /// The profile is of the compiler that `scripts/profile` ran, and another may not read it.
    @Test(arguments: [true, false])
    func `the profile is used by a compiler that can read it`(isReadable: Bool) throws {
        try place.write("counts", to: "share/profile/release.profdata")
        try program(
            "#!/bin/bash\nexit \(isReadable ? 0 : 1)\n", at: "tools/bin/swiftc")
        let run = try build(saying: Self.log)
        #expect(run.status == 0, "\(run)")
        #expect(run.stderr.contains("cannot read the profile") != isReadable)
        let arguments = try Shell.run("cat", [place.path + "/log.arguments"]).stdout
        let start = "\n-Xswiftc=-Xfrontend\n-Xswiftc=-ir-profile-use=\(place.path)/.build-release/"
        #expect(arguments.contains(start) == isReadable, "\(arguments)")
    }
}
