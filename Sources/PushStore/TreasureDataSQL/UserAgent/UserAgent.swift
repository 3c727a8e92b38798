/// The browser and system that a User-Agent header names, in the terms of `td_parse_agent`.
///
/// The classes, names and their order of precedence follow the published behaviour of Woothee,
/// on which Treasure Data's function is built.
struct UserAgent: Equatable, Sendable {
    /// The text for a part that the header does not tell.
    static let unknown = "UNKNOWN"

    var os = UserAgent.unknown
    var vendor = UserAgent.unknown
    var osVersion = UserAgent.unknown
    var name = UserAgent.unknown
    var category = UserAgent.unknown
    var version = UserAgent.unknown

    /// The longest text that is examined, in bytes.
    static let lengthLimit = 4096

    /// Reads a header's value.
    init(_ text: String) {
        guard text != "-" else { return }
        text.withBytes { bytes in
            let end = min(bytes.count, UserAgent.lengthLimit)
            read(AgentText(UnsafeBufferPointer(rebasing: bytes[..<end])))
        }
    }

    /// Crawlers first, since many call themselves browsers; then browser and system, then the rest.
    private mutating func read(_ text: AgentText) {
        if let crawler = AgentTables.crawler(text) {
            name = crawler
            category = "crawler"
            return
        }
        if readBrowser(text) {
            _ = readSystem(text)
        } else if !readDevice(text), !readTool(text), !readSystem(text) {
            readRareCase(text)
        }
    }

    /// Sets the browser; true, so that a reader can return it.
    private mutating func take(_ name: String, vendor: String, version: String?) -> Bool {
        self.name = name
        self.vendor = vendor
        self.version = version ?? UserAgent.unknown
        return true
    }

    /// True if the header is a browser's.
    ///
    /// The order matters: a header may have the marks of several.
    private mutating func readBrowser(_ text: AgentText) -> Bool {
        if text.contains("compatible; MSIE") || text.contains("Trident/")
            || text.contains("IEMobile/")
        {
            let version =
                text.number(after: "MSIE ") ?? text.number(after: "; rv:")
                ?? text.number(after: "IEMobile/")
            return take("Internet Explorer", vendor: "Microsoft", version: version)
        }
        if text.contains("Safari/"), readSafari(text) { return true }
        if text.contains("Firefox/") {
            return take("Firefox", vendor: "Mozilla", version: text.number(after: "Firefox/"))
        }
        if text.contains("Opera") {
            let version =
                text.number(after: "Version/") ?? text.number(after: "Opera/")
                ?? text.number(after: "Opera ")
            return take("Opera", vendor: "Opera", version: version)
        }
        let isApple = text.contains("iPhone;") || text.contains("iPad;") || text.contains("iPod")
        if text.contains("like Mac OS X"), text.contains("Mobile/"), isApple {
            return take("Webview", vendor: "OS vendor", version: text.number(after: "Version/"))
        }
        return false
    }

    /// Reads the browsers that call themselves Safari, which is nearly all of them.
    private mutating func readSafari(_ text: AgentText) -> Bool {
        for browser in AgentTables.safariLike {
            guard let version = text.number(after: browser.mark) else { continue }
            return take(browser.name, vendor: browser.vendor, version: version)
        }
        if text.contains("; wv)") {
            return take("Webview", vendor: "OS vendor", version: text.number(after: "Version/"))
        }
        for mark in ["Chrome/", "CrMo/", "CriOS/"] as [StaticString] {
            guard let version = text.number(after: mark) else { continue }
            return take("Chrome", vendor: "Google", version: version)
        }
        return take("Safari", vendor: "Apple", version: text.number(after: "Version/"))
    }

    /// Sets the system; true, so that a reader can return it.
    private mutating func takeSystem(_ os: String, _ category: String, _ version: String?) -> Bool {
        self.os = os
        self.category = category
        osVersion = version ?? UserAgent.unknown
        return true
    }

    /// Reads the system by the marks of browsers first, and then by those that apps write.
    private mutating func readSystem(_ text: AgentText) -> Bool {
        if text.contains("Windows") { return readWindows(text) }
        if text.contains("Mac OS X") { return readApple(text) }
        if text.contains("Linux") {
            return text.contains("Android")
                ? takeSystem("Android", "smartphone", text.number(after: "Android "))
                : takeSystem("Linux", "pc", nil)
        }
        for phone in AgentTables.smartphones where text.contains(phone.mark) {
            let version = phone.versionMarks.lazy.compactMap { text.number(after: $0) }.first
            return takeSystem(phone.os, "smartphone", version)
        }
        for system in AgentTables.rareSystems where text.contains(system.mark) {
            return takeSystem(system.os, "pc", system.version ?? text.number(after: system.mark))
        }
        return false
    }

    /// True in any case: a Windows of no known version is a PC.
    private mutating func readWindows(_ text: AgentText) -> Bool {
        if text.contains("Xbox") {
            let box = text.contains("Xbox; Xbox One)") ? "Xbox One" : "Xbox 360"
            name = box
            vendor = "Microsoft"
            version = UserAgent.unknown
            return takeSystem(box, "appliance", nil)
        }
        guard let version = text.words(after: "Windows ") else {
            return takeSystem("Windows UNKNOWN Ver", "pc", nil)
        }
        if version.hasPrefix("Phone") {
            let number =
                text.number(after: "Windows Phone OS ")
                ?? text.number(after: "Windows Phone ")
            return takeSystem("Windows Phone OS", "smartphone", number)
        }
        if version == "CE" { return takeSystem("Windows CE", "smartphone", "CE") }
        let known = AgentTables.windows.first { $0.version == version }
        return takeSystem(known?.os ?? "Windows UNKNOWN Ver", "pc", version)
    }

    private mutating func readApple(_ text: AgentText) -> Bool {
        guard text.contains("like Mac OS X") else {
            return takeSystem("Mac OSX", "pc", text.dotted(after: "Mac OS X "))
        }
        let version = text.dotted(after: "iPhone OS ") ?? text.dotted(after: "CPU OS ")
        // Every iOS header says `iPhone OS`, so only the semicolon identifies an iPhone.
        for (mark, phone) in AgentTables.applePhones where text.contains(mark) {
            return takeSystem(phone, "smartphone", version)
        }
        return takeSystem("Mac OSX", "pc", version)
    }

    private mutating func readDevice(_ text: AgentText) -> Bool {
        for device in AgentTables.devices where text.contains(device.mark) {
            _ = take(device.name, vendor: device.vendor, version: nil)
            if let mark = device.versionMark { version = text.term(after: mark) ?? version }
            os = device.os
            category = device.category
            return true
        }
        return false
    }

    /// Reads desktop tools that read feeds.
    private mutating func readTool(_ text: AgentText) -> Bool {
        for tool in AgentTables.desktopTools where text.contains(tool.mark) {
            category = "misc"
            return take(tool.name, vendor: tool.vendor, version: nil)
        }
        return false
    }

    /// Reads what is left: libraries by the header's start, then words for feed readers and
    /// crawlers.
    private mutating func readRareCase(_ text: AgentText) {
        if text.contains("Sleipnir/") {
            _ = take("Sleipnir", vendor: "Fenrir Inc.", version: text.number(after: "Sleipnir/"))
            _ = takeSystem("Windows UNKNOWN Ver", "pc", nil)
        } else if let library = AgentTables.libraries.first(where: { text.starts(with: $0.mark) }) {
            name = "HTTP Library"
            category = "misc"
            version = library.version
        } else if text.looksLikeFeedReader {
            name = "RSSReader"
            category = "misc"
        } else if text.looksLikeCrawler {
            name = "misc crawler"
            category = "crawler"
        }
    }

    /// The JSON object of the six parts, in Treasure Data's order.
    var json: String {
        let parts = [
            ("os", os), ("vendor", vendor), ("os_version", osVersion), ("name", name),
            ("category", category), ("version", version),
        ]
        // No part contains a character that JSON escapes: they come from tables, digits and words.
        return "{" + parts.map { "\"\($0)\":\"\($1)\"" }.joined(separator: ",") + "}"
    }
}
