import Glibc
import PushManual
import PushRuntime
import PushText

/// Writes the files that are generated from the command table and the rules.
enum Generation {
    /// Every generated file, those of SQL's functions among them, which only this module can see.
    private static var files: [(path: String, contents: String)] {
        GeneratedFiles.all(extra: GeneratedFiles.functions(LiveEdge.sqlFunctions))
    }

    /// Writes them below a directory; returns the exit status.
    static func write(to directory: String, _ console: StandardConsole) -> Int32 {
        for (path, contents) in files {
            let full = directory + "/" + path
            StandardPlaces.makeDirectories(of: full)
            do throws(Failure) {
                try Files.write(Array(contents.utf8), to: full)
            } catch {
                console.err("pushsh: " + VisibleText.escape(error.message))
                return 3
            }
        }
        return 0
    }
}
