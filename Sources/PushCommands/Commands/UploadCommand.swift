import PushModel
import PushSimulation

extension CommandTable {
    private static let source = Parameter<String>.positional(
        "source", "SOURCE", "A database, or a table as `DATABASE.TABLE`.",
        wants: "a database or `DATABASE.TABLE`", isRequired: true,
        read: { isPlace($0) ? $0 : nil })
    private static let target = Parameter<String>.option(
        "to", "NAME", "The database or table at Treasure Data, where it has another name.",
        wants: "a database or `DATABASE.TABLE`", read: { isPlace($0) ? $0 : nil })
    private static let site = Parameter<String>.option(
        "site", "SITE", "The region, or the URL of the REST API.",
        wants: "a region such as `us`, or an https URL without a user",
        completion: .choice(Endpoint.regions.dropFirst().map(\.name)),
        read: { Endpoint($0)?.queryURL != nil || Endpoint.isAllowed($0) ? $0 : nil })
    private static let key = Parameter<KeySource>.option(
        "key", "SOURCE", "Where the API key is read, in place of `config td.api_key`.",
        wants: "`env:NAME` or `file:PATH`", read: { KeySource($0) })
    private static let partRows = Parameter<Int>.number(
        "part-rows", "N", "Records of a part; a part has at most 16 MB before it is packed.",
        in: 1...1_000_000)
    private static let dryRun = Parameter<Bool>.flag(
        "dry-run", "Says what would be sent, and asks nobody.")
    private static let yes = Parameter<Bool>.flag(
        "yes", "Does not ask before Treasure Data itself is reached.")
    private static let restart = Parameter<Bool>.flag(
        "restart", "Gives up an unfinished bulk import and begins it anew.")
    private static let settlement = Parameter<UploadOptions.Settlement>.choice(
        "settle", "FATE",
        "`stored` or `lost`: what became of a bulk import whose commit nobody saw.")

    static let upload = Command(
        "upload", .data, "Brings the warehouse's records to Treasure Data by bulk import.",
        discussion: """
            Each table goes in parts of MessagePack, which Treasure Data stores together with one \
            commit. The workspace notes how far it came: stopped or killed at any moment, the \
            next `upload` goes on from there, and no record is stored twice. Records that came \
            since are sent the next time. A table that Treasure Data does not have is made. \
            The network has to be real, and a key that may import is needed. \
            pushsh-export(7) tells more.
            """,
        parameters: [
            source.spec, target.spec, site.spec, key.spec, partRows.spec, dryRun.spec, yes.spec,
            restart.spec, settlement.spec,
        ],
        examples: [
            .init(
                "What would be sent.", "app launch\nflush\nupload mobile.push_events --dry-run"),
            .init("It is for the real network.", "!needs_real_network upload mobile --yes"),
        ], errors: [.needsRealNetwork, .noKey], serves: ["TD-11", "TD-13"]
    ) { (arguments) throws(UsageError) in
        var options = UploadOptions(source: arguments.need(source))
        options.target = arguments[target]
        if let target = options.target, target.contains(".") != options.source.contains(".") {
            throw UsageError(
                .invalidValue, "`--to` names a table for a table, and a database for a database",
                at: arguments.argument(of: Self.target)?.span)
        }
        options.site = arguments[site]
        options.key = arguments[key]
        options.partRows = arguments[partRows] ?? options.partRows
        options.isDryRun = arguments.has(dryRun)
        options.isConfirmed = arguments.has(yes)
        options.restarts = arguments.has(restart)
        options.settlement = arguments[settlement]
        return .upload(options)
    }

    /// Whether a text names a database, or a table as `DATABASE.TABLE`.
    private static func isPlace(_ text: String) -> Bool {
        let names = text.split(separator: ".", omittingEmptySubsequences: false)
        return (1...2).contains(names.count)
            && names.allSatisfy { name in
                (3...255).contains(name.utf8.count)
                    && name.utf8.allSatisfy {
                        (97...122).contains($0) || (48...57).contains($0) || $0 == 95
                    }
            }
    }
}
