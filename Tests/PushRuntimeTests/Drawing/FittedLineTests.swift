import Testing

@testable import PushRuntime

/// Sentences on a terminal that is narrower than they are.
struct FittedLineTests {
    @Test func `a sentence goes on below itself`() {
        #expect(
            FittedLine.rows("not     shown m-9: the app has no device token yet", width: 32) == [
                "not     shown m-9: the app has", "        no device token yet",
            ])
        #expect(
            FittedLine.rows("device    phone, iPhone 15, iOS 17.5, locked", width: 30) == [
                "device    phone, iPhone 15,", "          iOS 17.5, locked",
            ])
        #expect(
            FittedLine.rows("            全品20%オフ。詳しくはアプリで", width: 30) == [
                "            全品20%オフ。詳し", "            くはアプリで",
            ])
    }

    @Test func `a command to type is not broken`() {
        #expect(
            FittedLine.rows("note    the clock stands still; `clock real` starts it", width: 42)
                == [
                    "note    the clock stands still;", "        `clock real` starts it",
                ])
    }

    @Test func `a link of why goes on below what was found, a sentence at the margin`() {
        #expect(
            FittedLine.rows(
                "broken  device token        the app has no device token yet", width: 50) == [
                    "broken  device token        the app has no device",
                    "                            token yet",
                ])
        #expect(
            FittedLine.rows("no image: the app has no token: it was never opened", width: 40)
                == ["no image: the app has no token: it was", "never opened"])
    }

    /// SH-01: a third of a narrow screen is too little for a sentence.
    @Test func `where a link of why has no room, what was found stands below it`() {
        let line = "pending registration token  the phone was offline while the app registered"
        #expect(
            FittedLine.rows(line, width: 40) == [
                "pending registration token", "        the phone was offline while the",
                "        app registered",
            ])
        #expect(
            FittedLine.rows(line, width: 20) == [
                "pending", "  registration token", "  the phone was", "  offline while the",
                "  app registered",
            ])
        for width in 20...76 {
            let rows = FittedLine.rows(line, width: width)
            #expect(rows.joined().filter { $0 != " " } == line.filter { $0 != " " })
            #expect(rows.allSatisfy { $0.count <= width }, "\(width): \(rows)")
        }
    }

    @Test(arguments: [
        "short   line", "  phone: a row of a list, that is longer than forty cells",
        "{\"aps\":{\"alert\":\"a payload that is longer than forty\"}}",
        "        ", "", "a", "       x this is longer than forty cells, in column seven",
        "token   cQot7IkCXM-a-token-without-any-blank-that-is-longer-than-forty",
    ])
    func `what has no label, or fits, stays as it is`(line: String) {
        #expect(FittedLine.rows(line, width: 40) == [line])
    }

    @Test func `a word that is too long has a row of its own, and the others stay whole`() {
        let url = "http://cdn.example.com/a/long/spring.jpg:"
        #expect(
            FittedLine.rows("not     attached \(url) only https is loaded, as text", width: 32) == [
                "not     attached", "        " + url, "        only https is loaded, as",
                "        text",
            ])
        #expect(
            FittedLine.rows("broken  service extension   no image: \(url) only https", width: 40)
                == [
                    "broken  service extension", "        no image:", "        " + url,
                    "        only https",
                ])
    }

    @Test func `a line of doctor goes on below its text`() {
        #expect(
            FittedLine.rows("  ✓ Push Notifications capability (aps-environment)", width: 40) == [
                "  ✓ Push Notifications capability", "    (aps-environment)",
            ])
    }

    @Test func `where no room is left, the terminal breaks the line`() {
        let line = "not     shown m-9: the app has no device token yet"
        #expect(FittedLine.rows(line, width: 20) == [line])
    }

    @Test func `nothing is lost, and no row is too wide`() {
        let line = "called  userNotificationCenter(_:willPresent:withCompletionHandler:) 春のセール🌸"
        for width in 24...90 {
            let rows = FittedLine.rows(line, width: width)
            #expect(rows.joined().filter { $0 != " " } == line.filter { $0 != " " })
            #expect(rows.dropFirst().allSatisfy { $0.hasPrefix("        ") })
        }
    }
}
