/// The report's styles: light and dark, on a screen of any width and on paper.
enum ReportStyle {
    /// The style sheet.
    static let text =
        ReportColours.text + """

            h3 { font-size: 1rem; display: inline; font-weight: 600; overflow-wrap: anywhere; }
            h4 { font-size: .95rem; margin: 1rem 0 .3rem; }
            h1 .fails { color: var(--bad); }
            section.file { content-visibility: auto; contain-intrinsic-size: auto 200px; }
            .count { color: var(--soft); font-weight: 400; font-size: .85rem; margin-left: .6rem; }
            .funnel { display: flex; flex-wrap: wrap; gap: .3rem; padding: 0; margin: .4rem 0;
              list-style: none; }
            .funnel li { background: var(--wash); border-radius: 6px; padding: .15rem .6rem; }
            .funnel li + li::before { content: "› "; color: var(--soft); }
            .funnel li.unit { margin-left: 1rem; } .funnel li.unit::before { content: none; }
            #tools { display: flex; flex-wrap: wrap; gap: .5rem; margin: .8rem 0;
              align-items: center; }
            #tools:empty { display: none; }
            #tools button, #tools input { font: inherit; color: inherit; background: var(--wash);
              border: 1px solid var(--soft); border-radius: 6px; padding: .2rem .7rem; }
            #tools input { width: 15rem; max-width: 100%; }
            ::placeholder { color: var(--soft); opacity: 1; }
            #tools button[aria-pressed=true] { background: var(--ink); color: var(--paper); }
            #tools output { color: var(--soft); font-size: .85rem; }
            kbd { font: 12px ui-monospace, monospace; color: var(--soft); margin-left: .35rem; }
            .failures { border: 1px solid var(--bad); border-radius: 8px; padding: .2rem 1rem .6rem;
              margin: 1rem 0; }
            .failures h2 { margin: .5rem 0 .2rem; color: var(--bad); }
            .failures ol { margin: 0; padding-left: 1.4rem; }
            .failures li { margin: .25rem 0; overflow-wrap: anywhere; }
            .failures .cause { display: block; color: var(--soft); font-size: .9rem; }
            .test { border: 1px solid var(--edge); border-left: 5px solid var(--good);
              border-radius: 6px; margin: .35rem 0; padding: .35rem .7rem; }
            .test.failed { border-left-color: var(--bad); }
            .test.skipped, .test.session { border-left-color: var(--soft); }
            .sign { font-weight: 700; } .passed .sign, .holds { color: var(--good); }
            .failed > summary .sign, .bad .sign { color: var(--bad); }
            .failed > summary h3 { color: var(--bad); }
            summary { cursor: pointer; }
            .tag, .where, .line, .code, .hint { color: var(--soft); font-size: .85rem;
              margin-left: .6rem; overflow-wrap: anywhere; }
            .line { display: inline-block; min-width: 1.8rem; margin: 0 .5rem 0 0;
              text-align: right; }
            .stopped { color: var(--warn); }
            .failure { border-left: 4px solid var(--bad); }
            @media (max-width: 40rem) {
              pre.failure { white-space: pre-wrap; overflow-wrap: anywhere; } }
            .way { display: flex; overflow-x: auto; border: 1px solid var(--edge);
              border-radius: 6px; margin: .5rem 0; color: var(--ink); }
            .way svg { display: block; flex: none; }
            .way .lanes { position: sticky; left: 0; background: var(--paper);
              border-right: 1px solid var(--edge); }
            .way g > a { fill: var(--mark); } .way g > a.wrong { fill: var(--bad); }
            .sheets { color: var(--ink); }
            .end { fill: var(--bad); stroke: var(--paper); stroke-width: 4px; paint-order: stroke; }
            .verdict { margin: .25rem 0; } .verdict svg { vertical-align: -1px;
              margin-right: .35rem; }
            .state { border-radius: 4px; padding: 0 .4rem; font-size: .8rem; font-weight: 600;
              background: var(--wash); margin-right: .4rem; }
            .state.ok { color: var(--good); } .state.broken { color: var(--bad); }
            .state.quiet { color: var(--warn); }
            .cure { display: block; margin-left: 1.9rem; font-size: .9rem; }
            .cure b { color: var(--good); }
            .steps { list-style: none; padding: 0; margin: 0; }
            .step { padding: .1rem 0 .1rem .3rem; border-left: 3px solid transparent; }
            .step:target { border-left-color: var(--mark); background: var(--wash); }
            .bad { border-left-color: var(--bad); } .bad .why { color: var(--bad); }
            .look code { color: var(--soft); } .bare { margin: 0 0 0 1.05rem; }
            .pause { color: var(--soft); font-size: .85rem; margin: .5rem 0 .2rem;
              display: flex; gap: .6rem; align-items: center; }
            .pause::after { content: ""; flex: 1; border-top: 1px dashed var(--soft); }
            .diff, .requests { margin: .3rem 0; padding-left: 1.2rem; }
            del { color: var(--soft); text-decoration: none; } ins { font-weight: 600;
              text-decoration: none; }
            .sides { border-collapse: collapse; margin: .4rem 0; max-width: 100%; }
            .sides th, .sides td { border: 1px solid var(--edge); padding: .2rem .6rem;
              text-align: left; vertical-align: top; overflow-wrap: anywhere; }
            .sides td + td { color: var(--bad); }
            """ + phone

    private static let phone = """

        figure.phone { display: inline-block; vertical-align: top; width: 16rem; max-width: 100%;
          margin: .5rem .8rem .5rem 0; font-size: .85rem; }
        .glass { border: 3px solid var(--soft); border-radius: 26px; padding: .5rem .6rem .4rem;
          min-height: 12rem; display: flex; flex-direction: column;
          background: linear-gradient(var(--glass), var(--deep)); }
        figure.before .glass { border-style: dashed; }
        .phone p { margin: .1rem 0; overflow-wrap: anywhere; }
        .bar, .from { display: flex; justify-content: space-between; gap: .5rem; }
        .bar { padding: 0 .5rem .2rem; font-weight: 600; }
        .bigclock { font-size: 2.4rem; line-height: 1.2; text-align: center; }
        .card { background: var(--card); border-radius: 14px; padding: .4rem .7rem;
          margin: .3rem 0; }
        .card.stack { box-shadow: 0 6px 0 -3px var(--card), 0 7px 0 -3px var(--soft);
          margin-bottom: .7rem; }
        .island { background: #000; color: #fff; border-radius: 22px; }
        .island .place { color: #ccc; }
        .title { font-weight: 600; } .body { white-space: pre-wrap; }
        .from, .place, .more, .mark { color: var(--soft); font-size: .78rem; }
        .mark { color: var(--warn); font-weight: 600; } .more { text-align: center; }
        .image { border: 1px dashed var(--soft); border-radius: 8px; text-align: center;
          padding: .8rem .2rem; margin: .3rem 0; }
        .screen { border: 1px solid var(--edge); background: var(--card); border-radius: 12px;
          padding: 1rem .6rem; text-align: center; }
        .icon { text-align: center; margin-top: auto; padding-top: .6rem; }
        .tile { display: inline-block; position: relative; width: 2.4rem; height: 2.4rem;
          line-height: 2.4rem; border-radius: 10px; background: #33507f; color: #fff;
          font-weight: 700; font-size: 1.1rem; }
        .badge { position: absolute; top: -.45rem; right: -.6rem; background: #b3261e; color: #fff;
          border-radius: 999px; padding: 0 .4rem; font-size: .78rem; line-height: 1.3rem; }
        .app { display: block; font-size: .78rem; }
        figcaption { color: var(--soft); font-size: .8rem; padding: .2rem .4rem; }
        .when { font-weight: 600; color: var(--ink); }
        @media print { \(ReportColours.onPaper)
          #tools { display: none; } .test { break-inside: auto; }
          pre { white-space: pre-wrap; overflow: visible; overflow-wrap: anywhere; }
          figure, .way, .sheets svg, .card, tr { break-inside: avoid; }
          h2, h3, h4, summary, .pause { break-after: avoid; }
          figure.phone { width: 11rem; font-size: .75rem; margin: .3rem .5rem .3rem 0; }
          .glass { min-height: 7rem; border-radius: 20px; }
          .way.long { display: none; } .sheets { display: block; }
          .sheets > svg { display: block; max-width: 100%; height: auto;
            border-top: 1px solid var(--edge); }
          section.file { content-visibility: visible; }
          details::details-content { content-visibility: visible; display: block; height: auto; } }
        """
}
