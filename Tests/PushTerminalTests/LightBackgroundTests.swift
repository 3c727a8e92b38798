import Foundation
import Testing

@testable import PushTerminal

struct LightBackgroundTests {
    /// The luminance of a colour of xterm's 256, as WCAG 2 defines it.
    private func luminance(_ number: Int) -> Double {
        let levels = [0, 95, 135, 175, 215, 255]
        let parts =
            number >= 232
            ? Array(repeating: 8 + (number - 232) * 10, count: 3)
            : [(number - 16) / 36, (number - 16) / 6 % 6, (number - 16) % 6].map { levels[$0] }
        let linear = parts.map { part -> Double in
            let share = Double(part) / 255
            return share <= 0.03928 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    }

    @Test(arguments: TextStyle.allCases)
    func `every colour can be read on white`(style: TextStyle) throws {
        let parameters = style.parametersOnLight.description.split(separator: ";")
        guard parameters.count == 3 else {
            // Bold, underlined or reversed text keeps the terminal's own colours.
            #expect(["", "1", "4", "7"].contains(style.parametersOnLight.description))
            return
        }
        let number = try #require(Int(parameters[2]))
        #expect(1.05 / (luminance(number) + 0.05) >= 4.5, "\(style)")
    }

    @Test(
        arguments: [
            (["TERM": "xterm-256color", "COLORFGBG": "0;15"], true),
            (["TERM": "xterm-256color", "COLORFGBG": "0;default;7"], true),
            (["TERM": "xterm-256color", "COLORFGBG": "15;0"], false),
            (["TERM": "xterm-256color"], false), (["TERM": "xterm", "COLORFGBG": "0;15"], false),
            (["TERM": "xterm", "COLORTERM": "truecolor", "PUSHSH_BACKGROUND": "light"], true),
            (
                ["TERM": "tmux-256color", "PUSHSH_BACKGROUND": "dark", "COLORFGBG": "0;15"], false
            ),
        ] as [([String: String], Bool)])
    func `a light background is told by the environment`(
        variables: [String: String], isLight: Bool
    ) {
        #expect(TerminalCapabilities.isLight { variables[$0] } == isLight)
    }

    @Test func `the pen changes to the light colours only where colours are allowed`() {
        func drawn(_ colours: Bool) -> String {
            var pen = StyledPen(colours: colours, isLight: true)
            pen.draw(0x78, .warning, cells: 1)
            pen.draw(0x79, .ghost, cells: 1)
            return String(decoding: pen.finish(), as: UTF8.self)
        }
        #expect(drawn(true) == "\u{1B}[38;5;94mx\u{1B}[0m\u{1B}[38;5;242my\u{1B}[0m")
        #expect(drawn(false) == "x\u{1B}[2my\u{1B}[0m")
    }
}
