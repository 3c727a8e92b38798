import Testing

@testable import PushStore

struct UserAgentTests {
    /// Each row: the header, then name, version, vendor, category, os and os_version.
    @Test(
        arguments: vectors(
            """
            Mozilla/5.0 (Windows NT 6.1) AppleWebKit/535.7 (KHTML, like Gecko) Chrome/16.0.912.77 \
            Safari/535.7 -> Chrome|16.0.912.77|Google|pc|Windows 7|NT 6.1
            Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) \
            Chrome/124.0.0.0 Safari/537.36 Edg/124.0.0.0 -> Edge|124.0.0.0|Microsoft|pc|Windows \
            10|NT 10.0
            Mozilla/5.0 (Windows NT 6.3; Trident/7.0; rv:11.0) like Gecko -> Internet \
            Explorer|11.0|Microsoft|pc|Windows 8.1|NT 6.3
            Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like \
            Gecko) Version/17.4 Safari/605.1.15 -> Safari|17.4|Apple|pc|Mac OSX|10.15.7
            Mozilla/5.0 (X11; Linux x86_64; rv:125.0) Gecko/20100101 Firefox/125.0 -> \
            Firefox|125.0|Mozilla|pc|Linux|UNKNOWN
            Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, \
            like Gecko) Version/17.5 Mobile/15E148 Safari/604.1 -> \
            Safari|17.5|Apple|smartphone|iPhone|17.5
            Mozilla/5.0 (iPad; U; CPU OS 4_3_2 like Mac OS X; ja-jp) AppleWebKit/533.17.9 (KHTML, \
            like Gecko) Version/5.0.2 Mobile/8H7 Safari/6533.18.5 -> \
            Safari|5.0.2|Apple|smartphone|iPad|4.3.2
            Mozilla/5.0 (iPod touch; CPU iPhone OS 8_1_3 like Mac OS X) AppleWebKit/600.1.4 \
            (KHTML, like Gecko) Mobile/12B466 -> Webview|UNKNOWN|OS vendor|smartphone|iPod|8.1.3
            Mozilla/5.0 (iPhone; U; CPU iPhone OS 5_1_1 like Mac OS X; ja-jp) \
            AppleWebKit/534.46.0 (KHTML, like Gecko) CriOS/19.0.1084.60 Mobile/9B206 \
            Safari/7534.48.3 -> Chrome|19.0.1084.60|Google|smartphone|iPhone|5.1.1
            Mozilla/5.0 (iPhone; CPU iPhone OS 8_3 like Mac OS X) AppleWebKit/600.1.4 (KHTML, \
            like Gecko) FxiOS/1.0 Mobile/12F69 Safari/600.1.4 -> \
            Firefox|1.0|Mozilla|smartphone|iPhone|8.3
            Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) \
            Chrome/124.0.0.0 Mobile Safari/537.36 -> Chrome|124.0.0.0|Google|smartphone|Android|14
            Mozilla/5.0 (Linux; Android 13; SM-G991B; wv) AppleWebKit/537.36 (KHTML, like Gecko) \
            Version/4.0 Chrome/120.0.0.0 Mobile Safari/537.36 -> Webview|4.0|OS \
            vendor|smartphone|Android|13
            MyApp/42 CFNetwork/1494.0.7 Darwin/23.4.0 -> \
            UNKNOWN|UNKNOWN|UNKNOWN|smartphone|iOS|UNKNOWN
            MyApp/1.0 (com.example.myapp; build:42; iOS 17.5.0) Alamofire/5.9.1 -> \
            UNKNOWN|UNKNOWN|UNKNOWN|smartphone|iOS|17.5.0
            MyApp/1.0 (iPhone; iOS 17.5; Scale/3.00) -> \
            UNKNOWN|UNKNOWN|UNKNOWN|smartphone|iPhone|17.5
            TD-iOS-SDK/1.2.1 (iOS 17.5) -> UNKNOWN|UNKNOWN|UNKNOWN|smartphone|iOS|17.5
            Dalvik/2.1.0 (Linux; U; Android 13; Pixel 7 Build/TQ3A) -> \
            UNKNOWN|UNKNOWN|UNKNOWN|smartphone|Android|13
            Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html) -> \
            Googlebot|UNKNOWN|UNKNOWN|crawler|UNKNOWN|UNKNOWN
            Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm) -> \
            bingbot|UNKNOWN|UNKNOWN|crawler|UNKNOWN|UNKNOWN
            facebookexternalhit/1.1 -> facebook|UNKNOWN|UNKNOWN|crawler|UNKNOWN|UNKNOWN
            SomeBot/1.0 -> misc crawler|UNKNOWN|UNKNOWN|crawler|UNKNOWN|UNKNOWN
            DoCoMo/2.0 P703i(c100;TB;W24H12) -> docomo|P703i|docomo|mobilephone|docomo|UNKNOWN
            KDDI-SA31 UP.Browser/6.2.0.7.3.129 -> au by KDDI|SA31|au|mobilephone|au|UNKNOWN
            Mozilla/5.0 (PLAYSTATION 3; 3.55) -> PlayStation 3|UNKNOWN|Sony|appliance|PlayStation \
            3|UNKNOWN
            curl/8.5.0 -> HTTP Library|curl|UNKNOWN|misc|UNKNOWN|UNKNOWN
             -> UNKNOWN|UNKNOWN|UNKNOWN|UNKNOWN|UNKNOWN|UNKNOWN
            - -> UNKNOWN|UNKNOWN|UNKNOWN|UNKNOWN|UNKNOWN|UNKNOWN
            """))
    func `a header is told apart`(_ row: String) throws {
        let arrow = try #require(row.ranges(of: "-> ").last)
        let agent = UserAgent(String(row[..<arrow.lowerBound].dropLast()))
        let parts = [
            agent.name, agent.version, agent.vendor, agent.category, agent.os, agent.osVersion,
        ]
        #expect(parts.joined(separator: "|") == row[arrow.upperBound...], "\(row)")
    }

    @Test func `the function gives an object in the documented order`() {
        let header = """
            Mozilla/5.0 (Windows NT 6.1) AppleWebKit/535.7 (KHTML, like Gecko) \
            Chrome/16.0.912.77 Safari/535.7
            """
        let json = """
            {"os":"Windows 7","vendor":"Google","os_version":"NT 6.1","name":"Chrome",\
            "category":"pc","version":"16.0.912.77"}
            """
        #expect(answer("td_parse_agent('\(header)')") == "'\(json)'")
        #expect(answer("element_at('\(json)', 'os')") == "'Windows 7'")
        #expect(answer("td_parse_agent(NULL)") == "NULL")
    }

    @Test func `any bytes are read without harm`() {
        var random = TestRandom(state: 7)
        let marks = ["Safari/", "Chrome/", "iPhone", "Windows ", "Mac OS X ", "\"", "\\", "é", "("]
        for _ in 0..<2000 {
            let text = (0..<12).map { _ in marks.randomElement(using: &random) ?? "" }.joined()
            let json = UserAgent(text).json
            #expect(json.filter { $0 == "\"" }.count == 24, "\(text)")
        }
    }
}
