/// The jobs of the REST API: bounded in number, and in the size of their results.
struct JobTable {
    /// The maximum number of remembered jobs; beyond it the oldest finished one is dropped.
    static let limit = 1000
    /// The maximum size of all results in bytes; beyond it the oldest result goes first.
    static let resultBytes = 4 << 30

    private(set) var jobs: [Job] = []
    private var lastID = 0

    /// Adds a job; nil if the maximum number is remembered and none is finished.
    mutating func add(_ make: (Int) -> Job) -> Job? {
        if jobs.count >= Self.limit {
            guard let oldest = jobs.firstIndex(where: \.status.isOver) else { return nil }
            jobs.remove(at: oldest)
        }
        lastID += 1
        let job = make(lastID)
        jobs.append(job)
        return job
    }

    subscript(id: Int) -> Job? {
        get { index(id).map { jobs[$0] } }
        set {
            guard let index = index(id) else { return }
            if let newValue { jobs[index] = newValue } else { jobs.remove(at: index) }
        }
    }

    /// Jobs are in the order of their numbers.
    private func index(_ id: Int) -> Int? {
        var low = 0
        var high = jobs.count
        while low < high {
            let middle = (low + high) / 2
            if jobs[middle].id < id { low = middle + 1 } else { high = middle }
        }
        return low < jobs.count && jobs[low].id == id ? low : nil
    }

    func job(domainKey: String) -> Job? { jobs.first { $0.domainKey == domainKey } }

    /// Starts the waiting job with the highest priority, the oldest of equals.
    mutating func start(at now: Int64) -> Job? {
        var best: Int?
        for index in jobs.indices where jobs[index].status == .queued {
            if best.map({ jobs[$0].priority < jobs[index].priority }) ?? true { best = index }
        }
        guard let best else { return nil }
        jobs[best].status = .running
        jobs[best].startAt = now
        return jobs[best]
    }

    /// Ends a job.
    mutating func finish(_ id: Int, _ outcome: JobOutcome, at now: Int64) {
        guard var job = self[id] else { return }
        job.endAt = now
        switch outcome {
        case .found(let rows):
            job.status = .success
            job.rows = rows
        case .failed(let message):
            job.status = .error
            job.complaint = message
        case .killed: job.status = .killed
        }
        self[id] = job
        dropResults()
    }

    private mutating func dropResults() {
        var bytes = jobs.reduce(0) { $0 + ($1.rows.map { $0.file.count + $0.packed.count } ?? 0) }
        for index in jobs.indices where bytes > Self.resultBytes {
            guard let rows = jobs[index].rows else { continue }
            bytes -= rows.file.count + rows.packed.count
            jobs[index].rows = nil
        }
    }
}
