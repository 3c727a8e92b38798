import Foundation
import PushTestSupport
import Testing

/// SH-03, MG-03: a recording holds the property lists that were read, without their keys.
@Suite struct ImportRecordTests {
    @Test func `a recorded migration replays alone, in an empty directory`() throws {
        let place = try TemporaryDirectory()
        let apps = Repository.path("share/pushsh/apps")
        try place.write(
            """
            .record start recording.psh
            app import \(apps)/shop/Info.binary.plist
            app launch
            app update --version 2.0 --firebase \(apps)/migration/GoogleService-Info.plist
            app launch
            token fetch
            .record stop
            """, to: "steps.psh")
        #expect(try Pushsh.run(["steps.psh"], in: place).status == 0)
        let path = place.path + "/recording.psh"
        let recording = try String(contentsOfFile: path, encoding: .utf8)
        #expect(!recording.contains("sample-of") && !recording.contains(apps))
        let empty = try TemporaryDirectory()
        try empty.write(recording, to: "recording.psh")
        let replay = try Pushsh.run(["recording.psh"], in: empty)
        #expect(replay.status == 0, "\(replay.stdout)\(replay.stderr)")
    }
}
