import PushCommands

extension ManPage {
    static func control(_ page: inout Mdoc) {
        page.raw(".Ss The control protocol")
        page.prose(
            """
            Programs in other languages drive the shell in one of two ways, and ask for the same \
            things in both. `serve --control PORT` answers over HTTP on 127.0.0.1, beside the \
            gateways; with `--jsonl` a program that starts pushsh writes one request a line to \
            its standard input, and reads one answer a line.
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
            An answer has the request's `id`, and `result` or `error`; an error has `code`, \
            `message` and `hint`. Over HTTP the result is the body, and an error comes with a \
            status from 400 on. Each request carries `Authorization: Bearer TOKEN`; the token is \
            in the line of JSON that `serve` prints when its ports listen. Requests that name \
            another host than this machine, or come from a page of another origin, are refused. \
            The fields of GET stand in the path's query, those of POST in a body of JSON of at \
            most 1 MB. A body of `text/plain` is the text of `run`. Commands have paths of their \
            own, as `/v1/commands/app/launch`, and their arguments are the body's members.
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
        page.prose(
            """
            `run` answers with `exit_status` as pushsh itself would end, `output` with a value \
            for each line that `--mode jsonl` prints, `messages`, `failures` with their places, \
            and `tests`. Variables stay for later requests; `serve` and standard input are not \
            for requests, and `quit` ends the text it stands in. One session answers all ports: \
            while a `run` works, pushes and other requests wait for its end, at most for its \
            `timeout` (60 s, unless it says otherwise; an hour at most). `expect within` lets \
            them in: pushes, events and requests that only read are answered while it waits, \
            `expect within 5s shown == [msg-1]` sees them, and requests that run statements \
            wait. `reset` to a copy that `snapshot save` made puts the workspace back between \
            two tests. `follow` sends what happens as server-sent events while the port is open: \
            `fact` with what `facts` lists, and `told` with what `serve` prints; `Last-Event-ID` \
            goes on where a stream broke off. The same operations are in `openapi.json` below \
            the installed `share/pushsh`, and examples in Python, Node and Java in `examples` \
            beside it.
            """, naming: .options)
    }
}
