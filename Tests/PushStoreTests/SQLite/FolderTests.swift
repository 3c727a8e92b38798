import Glibc
import Testing

@testable import PushStore

/// TD-11: what a killed process left is recognised, and what others write is left alone.
@Suite struct FolderTests {
    @Test(arguments: [
        ("99999999", true), ("\(getpid())", false), ("1", false), ("0", false), ("-5", false),
        ("", false), ("notes", false), ("99999999999999", false),
    ])
    func `only the number of a process that is gone says that it has ended`(
        word: String, hasEnded: Bool
    ) {
        #expect(Folder.hasEnded(word[...]) == hasEnded)
    }

    @Test(arguments: [
        ("a.db", ".", "a.db"), ("/a.db", "/", "a.db"), ("x/y/a.db", "x/y", "a.db"),
        ("./a.db", ".", "a.db"),
    ])
    func `a path is its folder and its name`(path: String, folder: String, name: Substring) {
        #expect(Folder.of(path) == folder && Folder.name(in: path) == name)
    }

    @Test func `a folder goes with what it holds, and only its link goes`() throws {
        let place = TemporaryDirectory()
        let folder = place.path + "/ours"
        for path in [folder, folder + "/deep", place.path + "/theirs"] { mkdir(path, 0o755) }
        for path in [folder + "/a", folder + "/deep/.b", place.path + "/theirs/c"] {
            close(open(path, O_CREAT | O_WRONLY, 0o644))
        }
        symlink(place.path + "/theirs", folder + "/link")
        try Folder.remove(folder)
        try Folder.remove(folder)
        #expect(access(folder, F_OK) != 0 && access(place.path + "/theirs/c", F_OK) == 0)
    }
}
