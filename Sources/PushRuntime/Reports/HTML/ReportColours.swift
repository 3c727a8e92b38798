/// The colours and fonts that all pages share, light and dark.
enum ReportColours {
    private static let light = """
        --paper: #fff; --ink: #1b1f24; --soft: #57606a; --edge: #d0d7de; --wash: #f3f5f7;
          --good: #116329; --bad: #b3261e; --warn: #7a4b00; --mark: #0550ae; --card: #fff;
          --glass: #dfe6f3; --deep: #c3d0ea; --flag: #fff4e0;
        """

    /// Rules for paper, which is white whatever the theme on the screen.
    static let onPaper = ":root:root:root { \(light) color-scheme: light; }"

    /// The style sheet.
    static let text = """
        :root { \(light) color-scheme: light dark; }
        @media (prefers-color-scheme: dark) { :root:not([data-theme=light]) { --paper: #15181c;
          --ink: #e8eaed; --soft: #a5adb8; --edge: #3a414a; --wash: #1f242b; --good: #6bd28a;
          --bad: #ff9a90; --warn: #f0c674; --mark: #8ab8ff; --card: #2a3038; --glass: #232b3a;
          --deep: #1a2130; --flag: #33291a; } }
        :root[data-theme=light] { color-scheme: light; }
        :root[data-theme=dark] { --paper: #15181c; --ink: #e8eaed; --soft: #a5adb8;
          --edge: #3a414a; --wash: #1f242b; --good: #6bd28a; --bad: #ff9a90; --warn: #f0c674;
          --mark: #8ab8ff; --card: #2a3038; --glass: #232b3a; --deep: #1a2130; --flag: #33291a;
          color-scheme: dark; }
        * { box-sizing: border-box; }
        body { font: 15px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 76rem;
          padding: 1rem; background: var(--paper); color: var(--ink); }
        .brand { margin: 0; color: var(--soft); font-size: .85rem; }
        h1 { font-size: 1.6rem; line-height: 1.25; margin: .1rem 0 .6rem; overflow-wrap: anywhere; }
        h2 { font-size: 1.1rem; margin: 1.6rem 0 .4rem; overflow-wrap: anywhere; }
        a { color: var(--mark); }
        pre { background: var(--wash); border-radius: 6px; padding: .6rem .8rem; overflow-x: auto;
          font: 13px/1.45 ui-monospace, monospace; margin: .4rem 0; }
        code { font: 13px/1.45 ui-monospace, monospace; overflow-wrap: anywhere; }
        :focus-visible { outline: 3px solid var(--mark); outline-offset: 1px; }
        """
}
