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

    /// The names and addresses by which clients reach what listens on a host, besides the
    /// loopback's: one that every machine reaches has all of this machine's.
    static func names(of host: String) -> [String] {
        if isLoopback(host) { return [] }
        return [host, machineName] + (["0.0.0.0", "::"].contains(host) ? addresses : [])
    }

    /// The addresses of this machine's interfaces.
    private static var addresses: [String] {
        var first: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&first) == 0 else { return [] }
        defer { freeifaddrs(first) }
        return sequence(first: first) { $0?.pointee.ifa_next }.compactMap { interface in
            guard let address = interface?.pointee.ifa_addr else { return nil }
            let size: Int
            switch Int32(address.pointee.sa_family) {
            case AF_INET: size = MemoryLayout<sockaddr_in>.size
            case AF_INET6: size = MemoryLayout<sockaddr_in6>.size
            default: return nil
            }
            var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
            let result = getnameinfo(
                address, socklen_t(size), &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST)
            // A link's own address has the link's name behind a percent sign.
            let bytes = text.prefix { $0 != 0 && $0 != CChar(bitPattern: UInt8(ascii: "%")) }
            return result == 0
                ? String(decoding: bytes.map(UInt8.init(bitPattern:)), as: UTF8.self) : nil
        }
    }
}
