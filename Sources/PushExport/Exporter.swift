import PushCommands
import PushModel
import PushText

/// Receives the rows of one query and writes them to files: to one, or to one for each day.
///
/// The types of the columns come from the first rows. If a later value is of another type, the
/// export ends with `wider`, and restarts with the type that holds both.
public final class Exporter {
    /// The files that an export writes to.
    public struct Target {
        /// Begins the file of a day such as `2026-01-01`, of no day (""), or the only one (nil).
        ///
        /// The returned function receives the bytes; nil if the file cannot be created.
        public var open: (String?) -> (([UInt8]) -> Bool)?
        /// Ends the file that was opened last; false if that fails.
        public var close: () -> Bool
        /// Compresses a page of Parquet as gzip; nil leaves it as it is.
        public var pack: (([UInt8]) -> [UInt8])?

        /// Makes a target.
        public init(
            open: @escaping (String?) -> (([UInt8]) -> Bool)?, close: @escaping () -> Bool,
            pack: (([UInt8]) -> [UInt8])?
        ) {
            self.open = open
            self.close = close
            self.pack = pack
        }
    }

    /// The number of rows examined before the first is written.
    static let sampleRows = 10_000
    /// The bytes of text after which the sample ends earlier, since it is held in memory.
    private static let sampleBytes = 8 << 20

    private let format: ExportFormat
    /// Only CSV has it: a byte order mark in front of the names.
    private let hasMark: Bool
    /// Needs rows in the order of their time: each change of the day ends one file and begins
    /// another.
    private let isByDay: Bool
    private let target: Target
    /// The types that are given by the query, or chosen.
    private let known: [ExportColumn]
    private var columns: [ExportColumn] = []
    /// The types of columns, by their names, in which there is no value.
    private var labels: [String: ExportType] = [:]
    /// The rows that are held back until the types are known.
    private var sample: [[Cell]] = []
    private var sampleSize = 0
    private var isStarted = false
    private var file: (any RowFile)?
    /// The day of the open file; empty for rows without one, nil if there is only one file.
    private var day: String?
    private var timeIndex: Int?
    /// The days since 1970 of the last row that had one.
    private var dayNumber: Int64?

    /// The number of rows.
    public private(set) var rows = 0
    /// The number of files begun.
    public private(set) var files = 0
    /// The columns for a new attempt; nil if this one accepted every value.
    public private(set) var wider: [ExportColumn]?
    /// The reason why the query cannot be exported in this form, as a sentence; nil if there is
    /// none.
    public private(set) var fault: String?

    /// Makes an exporter.
    public init(
        _ format: ExportFormat, known: [ExportColumn], isByDay: Bool, hasMark: Bool,
        target: Target
    ) {
        self.format = format
        self.known = known
        self.isByDay = isByDay
        self.hasMark = hasMark
        self.target = target
    }

    /// Receives the columns' names; false if the query cannot be exported in this form, which
    /// `fault` explains.
    ///
    /// `types` are those that the query gives, `shapes` those of Parquet's that these have no word
    /// for; nil or empty if it gives none. `labels` are the types of columns, by their names, in
    /// which there is no value.
    public func begin(
        _ names: [String], types: [ExportType?] = [], shapes: [ExportShape?] = [],
        labels: [String: ExportType] = [:]
    ) -> Bool {
        guard columns.isEmpty else {
            fault = "found two statements, expected one SELECT"
            return false
        }
        self.labels = labels
        columns = names.enumerated().map { index, name in
            if let known = known.first(where: { $0.name == name }) { return known }
            let told = types.indices.contains(index) ? types[index] : nil
            let shape = shapes.indices.contains(index) ? shapes[index] : nil
            return ExportColumn(name, told ?? .null, isTold: told != nil, shape: shape)
        }
        if let deep = columns.first(where: { ($0.shape?.depth ?? 0) > ExportShape.depthLimit }) {
            fault =
                "`\(deep.name)` is nested deeper than \(ExportShape.depthLimit) levels; "
                + "`CAST(x AS JSON)` makes it a text"
            return false
        }
        if let double = names.first(where: { name in names.filter { $0 == name }.count > 1 }) {
            fault = "two columns are called `\(double)`; `AS` gives one another name"
            return false
        }
        if let missing = known.first(where: { $0.isChosen && !names.contains($0.name) }) {
            fault = "no column is called `\(missing.name)`"
            return false
        }
        guard isByDay else { return true }
        timeIndex = names.firstIndex(of: "time")
        if timeIndex == nil { fault = "there is no column `time` to take the day from" }
        return timeIndex != nil
    }

    /// Receives a row; false if no further one is wanted.
    public func add(_ cells: [Cell]) -> Bool {
        rows += 1
        guard !isStarted else { return write(cells) }
        sample.append(cells)
        for cell in cells {
            switch cell {
            case .text(let text), .json(let text): sampleSize += text.utf8.count
            default: break
            }
        }
        guard sample.count >= Self.sampleRows || sampleSize >= Self.sampleBytes else { return true }
        return start()
    }

    /// Ends the last file; false if that fails or a new attempt is needed.
    public func finish() -> Bool {
        guard isStarted || start() else { return false }
        // An export without rows is a file too.
        if file == nil, !isByDay, !open(nil) { return false }
        return close()
    }

    /// Derives the types from the rows that were held back, and writes those.
    private func start() -> Bool {
        isStarted = true
        for index in columns.indices
        where !columns[index].isChosen && columns[index].shape == nil
            && !(columns[index].isTold && format != .parquet)
        {
            let type = sample.reduce(columns[index].type) { $0.holding($1[index]) }
            columns[index].type = type == .null ? labels[columns[index].name] ?? type : type
        }
        let rows = sample
        sample = []
        return rows.allSatisfy(write)
    }

    /// Writes one row; false if the export must end, with `fault` or `wider` set unless a file
    /// could not be written.
    private func write(_ cells: [Cell]) -> Bool {
        if isByDay || file == nil {
            let wanted = isByDay ? day(of: cells) : nil
            if file == nil || wanted != day {
                guard close(), open(wanted) else { return false }
            }
        }
        do throws(ExportConflict) {
            return try file?.add(cells) ?? false
        } catch {
            let column = columns[error.column]
            if column.isChosen {
                let cell = cells[error.column]
                // A text of digits looks like the number that it is not.
                let kind = if case .text = cell { "the text " } else { "" }
                fault =
                    "\(kind)`\(cell.fileText.prefix(60))` in the column "
                    + "`\(column.name)` is not a `\(column.type.rawValue)`"
                return false
            }
            if column.shape != nil {
                fault =
                    "the value `\(cells[error.column].fileText.prefix(60))` of "
                    + "`\(column.name)` does not fit the type that the query has for it"
                return false
            }
            var wider = columns
            wider[error.column].type = error.wanted
            self.wider = wider
            return false
        }
    }

    /// The day of a row; empty if its time is not a whole number or not a date.
    private func day(of cells: [Cell]) -> String {
        guard let timeIndex, columns[timeIndex].shape?.isWhole != false,
            case .integer(let time) = cells[timeIndex]
        else { return "" }
        let (quotient, rest) = time.quotientAndRemainder(dividingBy: 86_400)
        let number = rest < 0 ? quotient - 1 : quotient
        if number == dayNumber, let day, !day.isEmpty { return day }
        let (milliseconds, isTooLarge) = number.multipliedReportingOverflow(by: 86_400_000)
        guard !isTooLarge else { return "" }
        dayNumber = number
        return String(InstantText.format(milliseconds).prefix { $0 != "T" })
    }

    private func open(_ day: String?) -> Bool {
        self.day = day
        guard let write = target.open(day) else { return false }
        files += 1
        switch format {
        case .parquet: file = ParquetFile(columns, pack: target.pack, write: write)
        case .csv, .jsonl: file = TextFile(format, columns, hasMark: hasMark, write: write)
        }
        return true
    }

    private func close() -> Bool {
        guard var file else { return true }
        self.file = nil
        return file.finish() && target.close()
    }
}
