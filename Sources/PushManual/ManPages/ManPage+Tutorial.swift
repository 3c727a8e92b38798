import PushCommands

extension ManPage {
    /// Renders pushsh-tutorial(7): the lessons of `tutorial`, to be read or typed.
    public static var tutorial: String {
        var page = Mdoc(
            title: "pushsh-tutorial", section: 7, summary: "pushsh by tickets, step by step")
        page.raw(".Sh DESCRIPTION")
        page.prose(
            """
            Seven tickets that support engineers get, and how to solve each one. At the prompt, \
            `tutorial TICKET` sets up the situation and checks every step; this page has the same \
            lessons for reading. Each takes a few minutes.
            """)
        for ticket in Ticket.all {
            page.macro("Sh", ticket.name.uppercased())
            page.prose("A customer writes: \(ticket.title)")
            if !ticket.situation.isEmpty {
                page.prose("What the lesson sets up first:")
                page.literal(ticket.situation.joined(separator: "\n"))
            }
            for step in ticket.steps {
                page.prose(step.text)
                page.literal(step.script)
            }
        }
        seeAlso(from: "pushsh-tutorial(7)", &page)
        return page.text
    }
}
