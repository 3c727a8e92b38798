/// The jobs of the REST API: bounded in number, and in the size of their results.
struct JobTable {
    /// The maximum number of remembered jobs; beyond it the oldest finished one is dropped.
    static let limit = 1000
    /// The maximum size of all results in bytes; beyond it the oldest result goes first.
    static let resultBytes = 4 << 30

    private(set) var jobs: [Job] = []
    private var lastID = 0
    /// The number of jobs that wait to be started, which is asked after every request.
    private(set) var waiting = 0
    /// The size of all results in bytes.
    private(set) var bytes = 0

    /// Adds a job; nil if the maximum number is remembered and none is finished.
    mutating func add(_ make: (Int) -> Job) -> Job? {
        if jobs.count >= Self.limit {
            guard let oldest = jobs.firstIndex(where: \.status.isOver) else { return nil }
            bytes -= jobs.remove(at: oldest).resultBytes
        }
        lastID += 1
        let job = make(lastID)
        jobs.append(job)
        if job.status == .queued { waiting += 1 }
        return job
    }

    /// Whether a job was issued and has been dropped since.
    func isDropped(_ id: Int) -> Bool { id > 0 && id <= lastID && index(id) == nil }

    subscript(id: Int) -> Job? { index(id).map { jobs[$0] } }

    /// The number of jobs in each state; states without a job are missing.
    var counts: [Job.Status: Int] {
        var counts: [Job.Status: Int] = [:]
        for index in jobs.indices { counts[jobs[index].status, default: 0] += 1 }
        return counts
    }

    /// Returns some jobs, the newest first, and the number of all among which they were chosen.
    func newest(
        from first: Int, through last: Int, status: String?
    ) -> (jobs: [Job], count: Int) {
        var places = Array(jobs.indices.reversed())
        if let status { places.removeAll { jobs[$0].status.rawValue != status } }
        guard first <= last else { return ([], places.count) }
        let shown = places.dropFirst(first).prefix(last - first + 1)
        return (shown.map { jobs[$0] }, places.count)
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
        guard waiting > 0 else { return nil }
        var best: Int?
        for index in jobs.indices where jobs[index].status == .queued {
            if best.map({ jobs[$0].priority < jobs[index].priority }) ?? true { best = index }
        }
        guard let best else { return nil }
        waiting -= 1
        jobs[best].status = .running
        jobs[best].startAt = now
        return jobs[best]
    }

    /// Ends a job.
    mutating func finish(_ id: Int, _ outcome: JobOutcome, at now: Int64) {
        guard let index = index(id) else { return }
        if jobs[index].status == .queued { waiting -= 1 }
        jobs[index].endAt = now
        switch outcome {
        case .found(let rows):
            jobs[index].status = .success
            jobs[index].rows = rows
            jobs[index].complaint = rows.note
            bytes += jobs[index].resultBytes
            dropResults()
        case .deleted: jobs[index].status = .success
        case .failed(let message):
            jobs[index].status = .error
            jobs[index].complaint = message
        case .killed: jobs[index].status = .killed
        }
    }

    private mutating func dropResults() {
        guard bytes > Self.resultBytes else { return }
        for index in jobs.indices where bytes > Self.resultBytes {
            bytes -= jobs[index].resultBytes
            jobs[index].rows = nil
        }
    }
}

extension Job {
    /// The size of its result in bytes, in both forms.
    fileprivate var resultBytes: Int { rows.map { $0.file.count + $0.packed.count } ?? 0 }
}
