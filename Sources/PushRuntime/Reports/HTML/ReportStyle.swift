/// The page's styles: light and dark, on a screen of any width and on paper.
enum ReportStyle {
    /// The style sheet.
    static let text = """
        :root { --paper: #fff; --ink: #1b1f24; --soft: #57606a; --edge: #d0d7de; --wash: #f3f5f7;
          --good: #116329; --bad: #b3261e; --mark: #0550ae; --card: #fff; --glass: #dfe6f3; }
        @media (prefers-color-scheme: dark) { :root:not([data-theme=light]) { --paper: #15181c;
          --ink: #e8eaed; --soft: #a5adb8; --edge: #3a414a; --wash: #1f242b; --good: #6bd28a;
          --bad: #ff9a90; --mark: #8ab8ff; --card: #2a3038; --glass: #232b3a; } }
        :root[data-theme=dark] { --paper: #15181c; --ink: #e8eaed; --soft: #a5adb8;
          --edge: #3a414a; --wash: #1f242b; --good: #6bd28a; --bad: #ff9a90; --mark: #8ab8ff;
          --card: #2a3038; --glass: #232b3a; }
        * { box-sizing: border-box; }
        body { font: 15px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 76rem;
          padding: 1rem; background: var(--paper); color: var(--ink); }
        h1 { font-size: 1.5rem; margin: .2rem 0 .6rem; }
        h2 { font-size: 1.05rem; margin: 1.4rem 0 .4rem; overflow-wrap: anywhere; }
        h3 { font-size: 1rem; display: inline; font-weight: 600; overflow-wrap: anywhere; }
        h4 { font-size: .95rem; margin: .8rem 0 .3rem; }
        a { color: var(--mark); }
        .ja { display: none; } html.ja .en { display: none; } html.ja .ja { display: inline; }
        section.file { content-visibility: auto; contain-intrinsic-size: auto 200px; }
        .funnel { display: flex; flex-wrap: wrap; gap: .3rem; padding: 0; margin: .4rem 0;
          list-style: none; }
        .funnel li { background: var(--wash); border-radius: 6px; padding: .15rem .6rem; }
        .funnel li + li::before { content: "› "; color: var(--soft); }
        #tools { display: flex; flex-wrap: wrap; gap: .5rem; margin: .6rem 0; }
        #tools button, #tools input { font: inherit; color: inherit; background: var(--wash);
          border: 1px solid var(--soft); border-radius: 6px; padding: .2rem .7rem; }
        #tools button[aria-pressed=true] { background: var(--ink); color: var(--paper); }
        :focus-visible { outline: 3px solid var(--mark); outline-offset: 1px; }
        .test { border: 1px solid var(--edge); border-left: 5px solid var(--good);
          border-radius: 6px; margin: .35rem 0; padding: .35rem .7rem; }
        .test.failed { border-left-color: var(--bad); }
        .test.skipped { border-left-color: var(--soft); }
        .passed > summary h3 { color: var(--good); } .failed > summary h3 { color: var(--bad); }
        summary { cursor: pointer; }
        .tag, .where, .line, .code, .clock { color: var(--soft); font-size: .85rem;
          margin-left: .6rem; overflow-wrap: anywhere; }
        .line { display: inline-block; min-width: 2.2rem; margin: 0 .4rem 0 0; text-align: right; }
        pre { background: var(--wash); border-radius: 6px; padding: .6rem .8rem; overflow-x: auto;
          font: 13px/1.45 ui-monospace, monospace; margin: .4rem 0; }
        code { font: 13px/1.45 ui-monospace, monospace; overflow-wrap: anywhere; }
        .failure { border-left: 4px solid var(--bad); }
        .way { overflow-x: auto; border: 1px solid var(--edge); border-radius: 6px;
          margin: .5rem 0; color: var(--ink); }
        .way svg { display: block; }
        .steps { list-style: none; padding: 0; margin: 0; }
        .step { padding: .1rem 0 .1rem .3rem; border-left: 3px solid transparent; }
        .step:target { border-left-color: var(--mark); background: var(--wash); }
        .bad { border-left-color: var(--bad); } .bad .why { color: var(--bad); }
        .look code { color: var(--soft); } .bare { margin: 0 0 0 1.1rem; }
        .diff, .requests { margin: .3rem 0; padding-left: 1.2rem; }
        del { color: var(--bad); } ins { color: var(--good); text-decoration: none; }
        .sides { border-collapse: collapse; } .sides th, .sides td { border: 1px solid var(--edge);
          padding: .2rem .6rem; text-align: left; vertical-align: top; overflow-wrap: anywhere; }
        figure.phone { display: inline-block; vertical-align: top; width: 15rem; max-width: 100%;
          margin: .4rem .6rem .4rem 0; padding: .5rem; border: 2px solid var(--soft);
          border-radius: 22px; background: var(--glass); font-size: .85rem; }
        figure.before { opacity: .92; border-style: dashed; }
        .phone p { margin: .1rem 0; overflow-wrap: anywhere; } .bar, .from { display: flex;
          justify-content: space-between; gap: .5rem; }
        .bigclock { font-size: 2rem; text-align: center; }
        .card { background: var(--card); border-radius: 14px; padding: .4rem .7rem;
          margin: .35rem 0; }
        .title { font-weight: 600; } .body { white-space: pre-wrap; }
        .from, .place, .more, .mark { color: var(--soft); font-size: .78rem; }
        .image { border: 1px dashed var(--soft); text-align: center; padding: .8rem .2rem; }
        .screen { border: 1px solid var(--edge); background: var(--card); border-radius: 8px;
          padding: .4rem .6rem; }
        .icon { text-align: center; } .badge { background: #b3261e; color: #fff;
          border-radius: 999px; padding: 0 .45rem; margin-left: .3rem; }
        figcaption { color: var(--ink); font-size: .78rem; }
        @media print { #tools { display: none; } .test { break-inside: avoid; }
          section.file { content-visibility: visible; } }
        """
}
