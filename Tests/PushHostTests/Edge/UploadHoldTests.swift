import Glibc
import PushTestSupport
import Testing

@testable import PushHost

/// TD-06: two processes do not send the same events.
@Suite struct UploadHoldTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    @Test func `a mark is taken once, until it is let go`() {
        var first = UploadHold.take(directory.path)
        #expect(first != nil)
        #expect(UploadHold.take(directory.path) == nil)
        withExtendedLifetime(first) {}
        first = nil
        #expect(UploadHold.take(directory.path) != nil)
    }

    @Test func `two workspaces have a mark each`() throws {
        let other = try TemporaryDirectory()
        let mine = UploadHold.take(directory.path)
        #expect(UploadHold.take(other.path) != nil)
        withExtendedLifetime(mine) {}
    }

    @Test func `the file of a mark is made where it is missing`() throws {
        let path = directory.path + "/uploads.lock"
        let first = UploadHold.take(file: path)
        #expect(first != nil && access(path, F_OK) == 0)
        #expect(UploadHold.take(file: path) == nil)
        // The mark on the directory is another one.
        #expect(UploadHold.take(directory.path) != nil)
        withExtendedLifetime(first) {}
    }

    @Test func `where nothing can be marked nobody is kept out`() {
        let path = directory.path + "/no/such/folder"
        let first = UploadHold.take(path)
        #expect(first != nil && UploadHold.take(path) != nil)
        withExtendedLifetime(first) {}
    }
}
