import PushTestSupport
import Testing

/// KD-06: what tests that serve leave behind when they run in copies of the process.
@Suite struct CopiesServeTests {
    @Test(arguments: [["--jobs", "4"], []]) func `no key stays below TMPDIR`(
        options: [String]
    ) throws {
        let place = try TemporaryDirectory()
        try place.write("", to: "tmp/kept")
        try place.write(
            """
            for i in 1..4
              test "s ${i}"
                app launch
                serve --ingest 0
                flush
              end
            end

            """, to: "s.psh")
        let run = try Pushsh.run(
            options + ["s.psh"], in: place, variables: ["TMPDIR": place.path + "/tmp"])
        #expect(run.lines.last == "4 passed, 0 failed", "\(run)")
        #expect(try place.listing() == ["s.psh", "tmp", "tmp/kept"])
    }
}
