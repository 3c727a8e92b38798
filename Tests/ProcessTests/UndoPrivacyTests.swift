import Foundation
import PushTestSupport
import Testing

/// TD-15: the steps that `undo` keeps tell as little as the journal does.
@Suite struct UndoPrivacyTests {
    private let place: TemporaryDirectory

    init() throws { place = try TemporaryDirectory() }

    @Test func `who is logged in by a digest is in no file of the workspace`() throws {
        let text = """
            app launch
            login ann@example.com --hash sha256
            for u in bob@example.com
              login ${u} --hash sha256
            end
            @phone login "eve@example.com" --hash=sha256
            undo
            undo
            redo
            """
        let run = try Pushsh.script(text, ["-i", "--no-rc", "--workspace", "w"], in: place)
        #expect(run.status == 0, "\(run)")
        #expect(run.lines.contains { $0.hasPrefix("undone  login ***") }, "\(run)")
        var steps = 0
        let files = FileManager.default.enumerator(atPath: place.path + "/w")
        while let name = files?.nextObject() as? String {
            let path = place.path + "/w/" + name
            guard let content = FileManager.default.contents(atPath: path) else { continue }
            if name.hasSuffix("/note") { steps += 1 }
            for user in ["ann@", "bob@", "eve@"] {
                #expect(content.range(of: Data(user.utf8)) == nil, "\(user) in \(name)")
            }
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
            #expect(mode as? Int == 0o600, "\(name)")
        }
        #expect(steps == 4)
    }
}
