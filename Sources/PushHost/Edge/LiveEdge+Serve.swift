import PushCommands
import PushRuntime
import PushStore

extension LiveEdge {
    func openServices(
        _ options: ServeOptions, for host: any ServingSession
    ) throws(Failure) -> any OpenServices {
        try requireServable(options, host)
        var options = options
        options.isMeanwhile = true
        let files = options.needsAuthority ? try gatewayFiles(for: host) : nil
        let run = try ServeRun(options, self, files, for: host)
        do throws(Failure) { try run.open() } catch {
            run.close()
            throw error
        }
        if files != nil { servedMeanwhile = run }
        return run
    }

    func serve(
        _ options: ServeOptions, for host: any ServingSession
    ) throws(Failure) -> ServeEnd {
        // The environment can also be printed where nothing can be written.
        if !options.printsEnvironment || !keepsAuthority { try requireServable(options, host) }
        guard !options.printsEnvironment else {
            guard keepsAuthority, let path = try gatewayFiles(for: host).certificatePath else {
                throw Failure(
                    outside: .notSupported,
                    "an ephemeral workspace has no authority for other programs to trust",
                    hint: "`pushsh --workspace DIR` has one")
            }
            host.tell(GatewayEnvironment.lines(ca: path, options))
            if let warning = GatewayEnvironment.warning(options) { host.warn(warning) }
            return .interrupted
        }
        let files = options.needsAuthority ? try gatewayFiles(for: host) : nil
        return try ServeRun(options, self, files, for: host).run()
    }

    /// Refuses to serve a workspace that can only be read, except for queries.
    private func requireServable(
        _ options: ServeOptions, _ host: any ServiceHost
    ) throws(Failure) {
        guard workspace.writeRefusal != nil else { return }
        if options.onlyAnswersQueries {
            host.warn("queries read the workspace as it was when this process began")
            return
        }
        do throws(Failure) {
            try store { () throws(StoreError) in try workspace.requireWritable() }
        } catch {
            var told = error
            told.hint = told.hint ?? "`serve --trino PORT` and `--api PORT` alone answer queries"
            throw told
        }
    }

    /// The gateways' authority; clients that trusted one whose key is gone must trust a new one.
    private func gatewayFiles(for host: any ServiceHost) throws(Failure) -> GatewayFiles {
        let files = try gatewayFiles()
        if files.takesWarning() {
            host.warn(
                "`gateway-ca.key` is missing, so a new authority was made: clients must trust the "
                    + "new `gateway-ca.pem`")
        }
        if files.certificatePath == nil {
            host.warn(
                "the disk is full: no client can learn the authority of this run, so use plain HTTP"
            )
        }
        return files
    }
}
