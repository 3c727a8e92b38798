/// The marks that distinguish User-Agent headers, each table in order of precedence.
enum AgentTables {
    /// Finds the name of a well-known crawler.
    static func crawler(_ text: AgentText) -> String? {
        crawlers.first { text.contains($0.mark) }?.name
    }

    private static let crawlers: [(mark: StaticString, name: String)] = [
        ("compatible; Googlebot-Mobile", "Googlebot Mobile"),
        ("compatible; Googlebot", "Googlebot"), ("Googlebot-Image/", "Googlebot"),
        ("Mediapartners-Google", "Google Mediapartners"),
        ("Feedfetcher-Google;", "Google Feedfetcher"), ("AppEngine-Google", "Google AppEngine"),
        ("Google Web Preview", "Google Web Preview"), ("compatible; Yahoo! Slurp", "Yahoo! Slurp"),
        ("YahooFeedSeekerJp", "Yahoo! Japan"), ("YahooFeedSeekerBetaJp", "Yahoo! Japan"),
        ("crawler (http://listing.yahoo.co.jp/support/faq/", "Yahoo! Japan"),
        ("crawler (http://help.yahoo.co.jp/help/jp/", "Yahoo! Japan"),
        ("Y!J-BRZ/YATSHA crawler", "Yahoo! Japan"), ("Y!J-BRY/YATSH crawler", "Yahoo! Japan"),
        ("Yahoo Pipes", "Yahoo! Pipes"), ("msnbot", "msnbot"), ("compatible; bingbot", "bingbot"),
        ("BingPreview", "BingPreview"), ("compatible; Baiduspider", "Baiduspider"),
        ("Baiduspider+", "Baiduspider"), ("Baiduspider-image+", "Baiduspider"),
        ("http://help.naver.com/robots", "Naver Yeti"), ("http://naver.me/bot", "Naver Yeti"),
        ("FeedBurner/", "Google FeedBurner"), ("facebookexternalhit", "facebook"),
        ("Twitterbot/", "twitter"), ("http://help.goo.ne.jp/door/crawler.html", "goo"),
        ("compatible; ichiro/mobile goo;", "goo"), ("gooblogsearch/", "goo"),
        ("Apple-PubSub", "Apple iCloud"), ("(www.radian6.com/crawler)", "salesforce radian6"),
        ("Genieo/", "Genieo Web Filter"), ("labs.topsy.com/butterfly/", "topsy Butterfly"),
        ("rogerbot/1.0 (http://www.seomoz.org/dp/rogerbot", "SeoMoz rogerbot"),
        ("compatible; AhrefsBot/", "ahref AhrefsBot"),
        ("livedoor FeedFetcher", "livedoor FeedFetcher"),
        ("Fastladder FeedFetcher", "livedoor FeedFetcher"), ("Hatena Antenna", "Hatena"),
        ("Hatena Pagetitle Agent", "Hatena"), ("Hatena Diary RSS", "Hatena"),
        ("mixi-check", "mixi"), ("mixi-crawler", "mixi"), ("mixi-news-crawler", "mixi"),
        ("compatible; Indy Library", "Indy Library"), ("trendictionbot", "trendiction"),
    ]

    static let safariLike: [(mark: StaticString, name: String, vendor: String)] = [
        ("Edge/", "Edge", "Microsoft"), ("Edg/", "Edge", "Microsoft"),
        ("EdgiOS/", "Edge", "Microsoft"), ("EdgA/", "Edge", "Microsoft"),
        ("FxiOS/", "Firefox", "Mozilla"), ("Vivaldi/", "Vivaldi", "Vivaldi Technologies"),
        ("OPR/", "Opera", "Opera"), ("OPiOS/", "Opera", "Opera"),
        ("YaBrowser/", "Yandex Browser", "Yandex"), ("GSA/", "Google Search App", "Google"),
        ("SamsungBrowser/", "SamsungBrowser", "Samsung"),
    ]

    static let windows: [(version: String, os: String)] = [
        ("NT 10.0", "Windows 10"), ("NT 6.3", "Windows 8.1"), ("NT 6.2", "Windows 8"),
        ("NT 6.1", "Windows 7"), ("NT 6.0", "Windows Vista"), ("NT 5.1", "Windows XP"),
        ("NT 5.0", "Windows 2000"), ("NT 4.0", "Windows NT 4.0"), ("98", "Windows 98"),
        ("95", "Windows 95"),
    ]

    static let applePhones: [(mark: StaticString, os: String)] = [
        ("iPhone;", "iPhone"), ("iPad;", "iPad"), ("iPod", "iPod"),
    ]

    /// Phones whose marks are outside the forms of browsers; an app's own header says `iOS 17.5`.
    static let smartphones: [(mark: StaticString, os: String, versionMarks: [StaticString])] = [
        ("iPhone", "iPhone", ["iPhone OS ", "iOS "]), ("iPad", "iPad", ["iPadOS ", "iOS "]),
        ("iPod", "iPod", ["iOS "]), ("Android", "Android", ["Android ", "Android/"]),
        ("CFNetwork", "iOS", []), ("(iOS ", "iOS", ["(iOS "]), ("; iOS ", "iOS", ["; iOS "]),
        ("BB10", "BlackBerry 10", ["Version/"]), ("BlackBerry", "BlackBerry", ["Version/"]),
    ]

    static let rareSystems: [(mark: StaticString, os: String, version: String?)] = [
        ("(Win98;", "Windows 98", "98"), ("Macintosh; U; PPC;", "Mac OS Classic", nil),
        ("Mac_PowerPC", "Mac OS Classic", nil), ("X11; FreeBSD ", "BSD", nil),
        ("X11; CrOS ", "ChromeOS", nil),
    ]

    /// Mobile phones and appliances, for which the browser is the device.
    static let devices: [Device] = [
        Device("DoCoMo/2.0 ", "docomo", vendor: "docomo", versionMark: "DoCoMo/2.0 "),
        Device("DoCoMo/1.0/", "docomo", vendor: "docomo", versionMark: "DoCoMo/1.0/"),
        Device("DoCoMo", "docomo", vendor: "docomo"), Device(";FOMA;", "docomo", vendor: "docomo"),
        Device("KDDI-", "au by KDDI", os: "au", vendor: "au", versionMark: "KDDI-"),
        Device(
            "SoftBank/1.0/", softBank, os: "SoftBank", vendor: "SoftBank",
            versionMark: "SoftBank/1.0/"),
        Device(
            "Vodafone/1.0/", softBank, os: "SoftBank", vendor: "SoftBank",
            versionMark: "Vodafone/1.0/"),
        Device("J-PHONE/", softBank, os: "SoftBank", vendor: "SoftBank"),
        Device("WILLCOM;", "WILLCOM", vendor: "WILLCOM"),
        Device("DDIPOCKET;", "WILLCOM", vendor: "WILLCOM"),
        Device("jig browser", "jig browser", os: "jig"), Device("emobile/", "emobile"),
        Device("SymbianOS", "SymbianOS"),
        Device("PSP (PlayStation Portable)", "PlayStation Portable", .appliance, vendor: "Sony"),
        Device("PlayStation Vita", "PlayStation Vita", .appliance, vendor: "Sony"),
        Device("PLAYSTATION 3", "PlayStation 3", .appliance, vendor: "Sony"),
        Device("PlayStation 4 ", "PlayStation 4", .appliance, vendor: "Sony"),
        Device("PlayStation 5 ", "PlayStation 5", .appliance, vendor: "Sony"),
        Device("Nintendo 3DS;", "Nintendo 3DS", .appliance, vendor: "Nintendo"),
        Device("Nintendo DSi;", "Nintendo DSi", .appliance, vendor: "Nintendo"),
        Device("Nintendo Wii;", "Nintendo Wii", .appliance, vendor: "Nintendo"),
        Device("(Nintendo WiiU)", "Nintendo Wii U", .appliance, vendor: "Nintendo"),
        Device("InettvBrowser/", "InternetTVBrowser", .appliance, os: "DigitalTV"),
    ]

    private static let softBank = "SoftBank Mobile"

    static let desktopTools: [(mark: StaticString, name: String, vendor: String)] = [
        ("AppleSyndication/", "Safari RSSReader", "Apple"),
        ("compatible; Google Desktop/", "Google Desktop", "Google"),
        ("Windows-RSS-Platform", "Windows RSSReader", "Microsoft"),
    ]

    /// HTTP libraries by the start of their header; the version is the language's or the tool's
    /// name.
    static let libraries: [(mark: StaticString, version: String)] = [
        ("Apache-HttpClient/", "Java"), ("Jakarta Commons-HttpClient/", "Java"), ("Java/", "Java"),
        ("Java(TM) 2 Runtime Environment,", "Java"), ("Wget", "wget"), ("libwww-perl", "perl"),
        ("WWW-Mechanize", "perl"), ("LWP", "perl"), ("lwp-trivial", "perl"), ("Ruby", "ruby"),
        ("feedzirra", "ruby"), ("Typhoeus", "ruby"), ("Python-urllib/", "python"),
        ("Twisted ", "python"), ("PHP", "php"), ("WordPress", "php"), ("CakePHP", "php"),
        ("PukiWiki", "php"), ("PECL::HTTP", "php"), ("PEAR HTTP_Request", "php"),
        ("curl/", "curl"),
    ]
}

extension AgentTables {
    /// A mobile phone or an appliance.
    struct Device: Sendable {
        /// The classes of devices.
        enum Kind: String, Sendable { case mobilephone, appliance }

        let mark: StaticString
        let name: String
        let os: String
        let vendor: String
        let category: String
        let versionMark: StaticString?

        init(
            _ mark: StaticString, _ name: String, _ kind: Kind = .mobilephone, os: String? = nil,
            vendor: String? = nil, versionMark: StaticString? = nil
        ) {
            self.mark = mark
            self.name = name
            self.os = os ?? name
            self.vendor = vendor ?? UserAgent.unknown
            self.versionMark = versionMark
            category = kind.rawValue
        }
    }
}
