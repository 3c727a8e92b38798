import PushModel
import PushSimulation
import PushText

/// The command that uploads tables to Treasure Data.
extension CommandTable {
    /// The texts that `isPlace` takes, in words.
    private static let placeGrammar =
        "a database or `DATABASE.TABLE`, each a name of 3 to 255 small letters, digits and `_`"
    private static let source = Parameter<String>.positional(
        "source", "SOURCE", "A database, or a table as `DATABASE.TABLE`.",
        wants: placeGrammar, isRequired: true,
        read: { isPlace($0) ? $0 : nil })
    private static let target = Parameter<String>.option(
        "to", "NAME", "The database or table at Treasure Data, if its name differs.",
        wants: placeGrammar, read: { isPlace($0) ? $0 : nil })
    private static let site = Parameter<String>.option(
        "site", "SITE", "The region, or the URL of the REST API.",
        wants: "a region such as `us`, or an https URL without user, query or fragment",
        completion: .choice(Endpoint.regions.filter { $0.queryURL != nil }.map(\.name)),
        read: { Endpoint($0)?.queryURL != nil || Endpoint.isAllowed($0) ? $0 : nil })
    private static let key = Parameter<KeySource>.option(
        "key", "SOURCE", "Where to read the API key, instead of `config td.api_key`.",
        wants: "`env:NAME` or `file:PATH`", read: { KeySource($0) })
    private static let partRows = Parameter<Int>.number(
        "part-rows", "N", "Records per part; a part has at most 16 MB before compression.",
        in: 1...1_000_000)
    private static let dryRun = Parameter<Bool>.flag(
        "dry-run", "Says what would be sent, without contacting the service.")
    private static let yes = Parameter<Bool>.flag(
        "yes", "Does not ask before uploading to Treasure Data itself.")
    private static let restart = Parameter<Bool>.flag(
        "restart", "Abandons an unfinished bulk import and starts over.")
    private static let settlement = Parameter<UploadOptions.Settlement>.choice(
        "settle", "FATE",
        "`stored` or `lost`: the outcome of a bulk import whose commit was not confirmed.")

    static let upload = Command(
        "upload", .data, "Uploads the warehouse's records to Treasure Data by bulk import.",
        discussion: """
            Each table is sent in MessagePack parts, which Treasure Data stores together in one \
            commit. The workspace keeps track of progress: if an upload is stopped or killed at \
            any moment, the next one continues from there, and no record is stored twice. The next \
            upload sends the records added since. A table missing at Treasure Data is created. \
            Needs the real network and a key that may import. See pushsh-export(7) for more.
            """,
        parameters: [
            source.spec, target.spec, site.spec, key.spec, partRows.spec, dryRun.spec, yes.spec,
            restart.spec, settlement.spec,
        ],
        examples: [
            .init(
                "What would be sent.", "app launch\nflush\nupload mobile.push_events --dry-run"),
            .init("It needs the real network.", "!needs_real_network upload mobile --yes"),
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
                        Ascii.isLower($0) || Ascii.isDigit($0) || $0 == Ascii.underscore
                    }
            }
    }
}
