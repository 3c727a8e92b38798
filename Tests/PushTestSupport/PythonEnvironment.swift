/// A virtual environment with packages from PyPI, made once and shared by the tests that name it.
public enum PythonEnvironment {
    /// The interpreter of the environment; nil where Python or PyPI cannot be reached.
    ///
    /// Tests that run at once wait for each other: who comes first makes it.
    public static func python(_ name: String, _ packages: String) -> String? {
        let home = Repository.path(".build/\(name)")
        let install = """
            mkdir -p "$(dirname '\(home)')" && exec 9>'\(home).lock' && flock 9 || exit 1
            [ "$(cat '\(home)/installed' 2>/dev/null)" = '\(packages)' ] && exit 0
            rm -rf '\(home)' && python3 -m venv '\(home)' || exit 1
            '\(home)/bin/pip' install -q --disable-pip-version-check \(packages) \
                && echo '\(packages)' > '\(home)/installed'
            """
        let run = try? Shell.run("/bin/bash", ["-c", install], timeout: 600)
        return run?.status == 0 ? home + "/bin/python" : nil
    }
}
