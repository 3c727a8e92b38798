import PushCommands

extension ManPage {
    /// Adds the control protocol: prose on the port and the lines of JSON, and the table of
    /// operations.
    static func control(_ page: inout Mdoc) {
        page.raw(".Ss The control protocol")
        page.prose(
            """
            Programs in other languages can drive the shell in two ways, with the same requests in \
            both, except `follow`, which needs a port to stream on. `serve --control PORT` answers \
            over HTTP on 127.0.0.1, alongside the gateways. With `--jsonl`, a program that runs \
            pushsh writes one request per line to its standard input, and reads one answer per \
            line.
            """, naming: .options)
        page.literal(
            """
            $ pushsh --jsonl
            {"id": 1, "method": "run", "params": {"text": "app launch"}}
            {"id":1,"result":{"exit_status":0,"output":[…],…}}
            {"id": 2, "method": "notifications"}
            {"id":2,"result":{"badge":0,"shown":[],"held":[],"stacks":[],"activities":[]}}
            """)
        page.prose(
            """
            An answer has the request's `id`, and either `result` or `error`; an error has `code`, \
            `message` and `hint`. Over HTTP the result is the body, and an error has a status of \
            400 or above. Each request carries `Authorization: Bearer TOKEN`; the token is in the \
            line of JSON that `serve` prints once its ports listen. Requests that name a host \
            other than this machine, or come from a page of another origin, are refused, whatever \
            `serve --name` and `serve --origin` admit to other ports. GET takes its fields from \
            the query string, POST also from a JSON body of at most 1 MB. A `text/plain` body is \
            the text of `run`. Each command has its own path, such as `/v1/commands/app/launch`, \
            with its arguments as members of the body.
            """, naming: .options)
        tagged(
            &page,
            ControlOperation.all.map { operation in
                let fields = operation.fields.map { $0.isRequired ? $0.name : "[\($0.name)]" }
                return (
                    ([operation.name.rawValue] + fields).joined(separator: " "),
                    "\(operation.summary) `\(operation.method) \(operation.path)"
                        + (operation.name == .command ? "/NAME`" : "`")
                )
            })
        requests(&page)
    }

    /// Adds how the operations behave together.
    private static func requests(_ page: inout Mdoc) {
        page.prose(
            """
            `run` answers with `exit_status` (what pushsh would exit with), `output` (a value for \
            each line that `--mode jsonl` prints), `messages`, `failures` with their places, and \
            `tests`. Variables are kept for later requests. Requests cannot use standard input or \
            send their output to a file with `.output`, and `quit` ends the text it is in. The \
            command `query` is answered with all rows, and with a list of such lists if its SQL \
            has several statements; over \(ControlOperation.answerBytes >> 20) MB of them are \
            refused as `too_many_rows`, while `run` keeps the `output` up to there. With \
            `--jsonl`, a `run` may open ports with `serve`: the last of its `output` names them, \
            and they answer, also between two requests, until the input ends. Over HTTP, `serve` \
            has opened them before. One session answers all ports: while a `run` is busy, pushes \
            and other requests wait until it ends, at most for its `timeout`, such as `"30s"` (60 \
            s by default, at most an hour). During `expect within`, pushes, events and read-only \
            requests are answered, so that `expect within 5s shown == [msg-1]` sees them; requests \
            that run statements wait. At the ports of a script, and at those that a line of \
            `--jsonl` opened, these run as well, so that a program can act while the script waits. \
            Only what would replace the workspace, such as `reset` and `undo`, is refused there \
            until the wait is over. If the client hangs up, its request ends like one that is over \
            its timeout, so the next need not wait. `reset` to a snapshot made with `snapshot \
            save` restores the workspace between two tests, and takes back the numbers by which \
            `events` and `facts` count. `follow` streams what happens as server-sent events while \
            the port is open: `fact` has what `facts` lists, and `told` what `serve` prints; \
            `reset` says that a copy was restored, by `reset` or `undo`, here or in another \
            process on the workspace, and that the facts after its `after` are new. One stream \
            more than \(ControlOperation.followerLimit) is refused with 503. A client gets past \
            facts as fast as it reads them; one that leaves more than 1 MB unread, of `told` most \
            likely, loses its stream. `Last-Event-ID`, or the same text as `after`, resumes a \
            broken stream, also across a reset. A recording \
            that a request starts has its statements without their output, which is JSON. \
            `openapi.json` in `share/pushsh` describes the operations; `examples` has Python, Node \
            and Java.
            """, naming: .options)
    }
}
