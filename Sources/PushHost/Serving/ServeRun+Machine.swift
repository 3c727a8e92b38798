import Glibc

/// The facts about the machine that a server needs.
extension ServeRun {
    /// Raises the process's descriptor limit to the maximum.
    ///
    /// - Returns: the new limit.
    static func raiseDescriptorLimit() -> Int {
        var limit = rlimit()
        let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        guard getrlimit(files, &limit) == 0 else { return 1024 }
        let wanted = min(limit.rlim_max, 65_536)
        if limit.rlim_cur < wanted {
            let before = limit
            limit.rlim_cur = wanted
            if setrlimit(files, &limit) != 0 { limit = before }
        }
        return Int(clamping: limit.rlim_cur)
    }

    /// Whether an address is only reached from this machine.
    static func isLoopback(_ host: String) -> Bool {
        host == "localhost" || host == "::1" || host.hasPrefix("127.")
    }

    /// A name that requests may use as `Host`; `localhost` if the system does not tell it.
    static var machineName: String {
        var name = utsname()
        guard uname(&name) == 0 else { return "localhost" }
        return withUnsafeBytes(of: &name.nodename) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
    }
}
