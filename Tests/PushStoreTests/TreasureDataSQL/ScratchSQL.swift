import CSQLite
import PushModel

@testable import PushStore

/// A database in memory with the functions registered, as plainly as SQLite allows.
final class ScratchSQL {
    /// A function together with what it is called in.
    private final class Registration {
        let function: SQLFunction
        let context: SQLContext

        init(_ function: SQLFunction, _ context: SQLContext) {
            self.function = function
            self.context = context
        }
    }

    private var database: OpaquePointer?
    private let registrations: [Registration]

    init(now: Int64 = documentedNow) {
        let context = SQLContext(now: now)
        registrations = TreasureDataSQL.functions.map { Registration($0, context) }
        // The store sets SQLite up at its first connection, which must come before any other.
        _ = try? Connection(path: "", .ephemeral)
        SQLiteLibrary.prepare()
        sqlite3_open(":memory:", &database)
        for registration in registrations {
            let pointer = Unmanaged.passUnretained(registration).toOpaque()
            let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC
            sqlite3_create_function_v2(
                database, registration.function.name, -1, flags, pointer, ScratchSQL.call, nil, nil,
                nil)
        }
    }

    deinit { sqlite3_close_v2(database) }

    private static let call:
        @convention(c) (
            OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?
        ) -> Void = { target, count, values in
            guard let data = sqlite3_user_data(target), let values else { return }
            let registration = Unmanaged<Registration>.fromOpaque(data).takeUnretainedValue()
            let arguments = (0..<Int(count)).map { ScratchSQL.cell(values[$0]) }
            do throws(SQLFunctionError) {
                let result = try registration.function.call(arguments, in: registration.context)
                ScratchSQL.give(result, to: target)
            } catch {
                sqlite3_result_error(target, error.message, -1)
            }
        }

    private static func cell(_ value: OpaquePointer?) -> Cell {
        switch sqlite3_value_type(value) {
        case SQLITE_INTEGER: return .integer(sqlite3_value_int64(value))
        case SQLITE_FLOAT: return .real(sqlite3_value_double(value))
        case SQLITE_TEXT: return .text(String(cString: sqlite3_value_text(value)))
        default: return .null
        }
    }

    private static func give(_ cell: Cell, to target: OpaquePointer?) {
        switch cell {
        case .integer(let value): sqlite3_result_int64(target, value)
        case .real(let value): sqlite3_result_double(target, value)
        case .text(let text):
            let copy = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
            sqlite3_result_text(target, text, -1, copy)
        case .null, .blob, .boolean, .json: sqlite3_result_null(target)
        }
    }

    /// Runs SQL and gives its rows as text, or `error: ` and SQLite's message.
    func rows(_ sql: String) -> [String] {
        var statement: OpaquePointer?
        defer { sqlite3_finalize(statement) }
        guard sqlite3_prepare_v2(database, sql, -1, &statement, nil) == SQLITE_OK else {
            return ["error: " + String(cString: sqlite3_errmsg(database))]
        }
        var rows: [String] = []
        while true {
            switch sqlite3_step(statement) {
            case SQLITE_ROW:
                let columns = (0..<sqlite3_column_count(statement)).map { column in
                    sqlite3_column_text(statement, column).map { String(cString: $0) } ?? "NULL"
                }
                rows.append(columns.joined(separator: "|"))
            case SQLITE_DONE: return rows
            default: return ["error: " + String(cString: sqlite3_errmsg(database))]
            }
        }
    }
}
