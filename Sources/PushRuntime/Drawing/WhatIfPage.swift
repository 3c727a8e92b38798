import PushExplain
import PushSimulation
import PushText

/// The answer of `try` as one self-contained HTML page, for a mail or an issue.
///
/// A narrow window shows the states below one another; the reasons are links.
struct WhatIfPage {
    private let table: WhatIfTable

    init(_ table: WhatIfTable) { self.table = table }

    /// The page's lines.
    var lines: [String] {
        let (groups, reasons) = table.content()
        var page = Page()
        page.begin()
        page.text("pushsh: try \(table.title)")
        page.raw("</title>\n<style>\(ReportColours.text)\(Self.style)</style></head><body>\n")
        page.raw("<header><p class=\"brand\">pushsh try</p>\n")
        page.raw("<h1>What this push does in each state of the app</h1>\n<p>")
        page.text(table.title)
        page.raw(" for <code>")
        page.text(table.app.bundleID)
        page.raw("</code> on ")
        page.element("code", "", table.app.device)
        page.raw(". This was only a trial: nothing on the device has changed.</p>\n")
        if let unreached = table.unreached { page.element("p", "class=\"note\"", unreached) }
        repair(&page)
        page.raw("</header>\n<main>\n")
        for group in groups { self.group(group, &page) }
        self.reasons(reasons, &page)
        if let payload = table.payload {
            page.raw("<h2>The payload</h2>\n<pre tabindex=\"0\">")
            page.text(payload)
            page.raw("</pre>\n")
        }
        page.raw("</main></body></html>")
        return page.markup.split(separator: "\n", omittingEmptySubsequences: false)
            .map(String.init)
    }

    private func repair(_ page: inout Page) {
        guard table.repaired != nil else { return }
        page.raw("<p class=\"note\">Rows marked <b class=\"mend\">repaired</b> show the push ")
        page.raw("as the sender completes it, with ")
        for (index, name) in table.added.enumerated() {
            if index > 0 { page.raw(index + 1 == table.added.count ? " and " : ", ") }
            page.element("code", "", name)
        }
        page.raw(".</p>\n")
    }

    private func group(_ group: WhatIfTable.Group, _ page: inout Page) {
        page.raw("<h2>")
        page.text(group.condition.map { "Also: \($0.rawValue)" } ?? "As the device is now")
        page.raw("</h2>\n<table role=\"table\"><thead role=\"rowgroup\"><tr role=\"row\">")
        page.raw("<td role=\"cell\"></td>")
        for state in group.states {
            page.element("th", "role=\"columnheader\" scope=\"col\"", state.rawValue)
        }
        page.raw("</tr></thead>\n<tbody role=\"rowgroup\">\n")
        for row in group.rows { self.row(row, group.states, &page) }
        page.raw("</tbody></table>\n")
    }

    private func row(_ row: WhatIfTable.Row, _ states: [WhatIfState], _ page: inout Page) {
        page.raw("<tr role=\"row\"\(row.isRepaired ? " class=\"repaired\"" : "")>")
        page.raw("<th role=\"rowheader\" scope=\"row\">")
        page.text(row.aspect.rawValue)
        if row.isRepaired { page.raw(" <b class=\"mend\">repaired</b>") }
        page.raw("</th>")
        for (state, cell) in zip(states, row.cells) {
            let kind = cell.reason == nil ? "" : " class=\"less\""
            page.raw("<td role=\"cell\" data-state=\"\(state.rawValue)\"\(kind)><span>")
            // Its control characters are visible already.
            page.raw(Markup.entities(cell.text))
            if let number = cell.reason {
                page.raw(" <a href=\"#reason-\(number)\">[\(number)]</a>")
            }
            page.raw("</span></td>")
        }
        page.raw("</tr>\n")
    }

    private func reasons(_ reasons: [ChainLink], _ page: inout Page) {
        guard !reasons.isEmpty else { return }
        page.raw("<h2>The reasons</h2>\n<ol>\n")
        for (index, reason) in reasons.enumerated() {
            page.raw("<li id=\"reason-\(index + 1)\">")
            page.text(reason.found)
            page.element("span", "class=\"rule\"", "rule " + reason.basis.name)
            if let cure = reason.cure {
                page.raw("<p class=\"cure\"><b>Cure:</b> ")
                page.text(cure)
                page.raw("</p>")
            }
            page.raw("</li>\n")
        }
        page.raw("</ol>\n")
    }

    private static let style = """

        table { border-collapse: collapse; width: 100%; table-layout: fixed; }
        th, td { border: 1px solid var(--edge); padding: .3rem .6rem; text-align: left;
          vertical-align: top; overflow-wrap: anywhere; }
        thead th { background: var(--wash); }
        th[scope=row] { font-weight: 600; } .less { background: var(--flag); color: var(--warn); }
        .less a { color: inherit; }
        .mend { color: var(--good); font-size: .8rem; font-weight: 600; }
        .note { border-left: 4px solid var(--mark); padding: .1rem .8rem; }
        li { margin: .4rem 0; } li:target { background: var(--wash); }
        .rule { color: var(--soft); font-size: .85rem; margin-left: .6rem; }
        .cure { margin: .1rem 0 0; } .cure b { color: var(--good); }
        @media (max-width: 40rem) {
          table, tbody, tr { display: block; } thead { display: none; }
          tr { border: 1px solid var(--edge); border-radius: 6px; margin: .5rem 0;
            padding: .2rem .6rem; }
          th, td { display: block; border: 0; padding: .15rem 0; }
          td { display: grid; grid-template-columns: 7.5rem 1fr; padding: .15rem .3rem; }
          td::before { content: attr(data-state); color: var(--soft); }
        }
        @media print { tr, li { break-inside: avoid; } }
        """
}
