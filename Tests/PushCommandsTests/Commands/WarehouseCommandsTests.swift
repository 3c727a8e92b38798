import PushModel
import Testing

@testable import PushCommands

@Suite struct WarehouseCommandsTests {
    @Test(arguments: [
        Lowered("database create shop", .warehouse(.createDatabase("shop"))),
        Lowered("database delete shop", .warehouse(.deleteDatabase("shop"))),
        Lowered("table create shop.t", .warehouse(.createTable("t", database: "shop"))),
        Lowered("table delete shop.t", .warehouse(.deleteTable("t", database: "shop"))),
        Lowered("database retention shop", .retention(.show, database: "shop")),
        Lowered("database retention shop off", .retention(.off, database: "shop")),
        Lowered("database retention shop now", .retention(.now, database: "shop")),
        Lowered("undo", .copies(.undo(1, isForced: false))),
        Lowered("undo 50 --force", .copies(.undo(50, isForced: true))),
        Lowered("redo 2", .copies(.redo(2, isForced: false))),
        Lowered("snapshot save a.b-c_1", .copies(.save("a.b-c_1"))),
        Lowered("backup a.tar --force", .keep(.backUp("a.tar", replaces: true))),
        Lowered("repair", .keep(.repair(writes: false))),
        Lowered("repair --write", .keep(.repair(writes: true))),
    ]) func `words become an instruction`(_ row: Lowered) throws {
        #expect(try Lowering.instruction(row.text) == row.instruction)
    }

    private static let table = "invalidValue: `table create` takes a table such as "

    @Test(arguments: [
        Refused("table create shop", table + "`mobile.push_events`, found `shop`"),
        Refused("table create shop.", table + "`mobile.push_events`, found `shop.`"),
        Refused("table create .t", table + "`mobile.push_events`, found `.t`"),
        Refused("table create a.b.c", table + "`mobile.push_events`, found `a.b.c`"),
        Refused(
            "undo 0", "invalidValue: `undo` takes a whole number from 1 to 50, found `0`"),
        Refused(
            "undo 51", "invalidValue: `undo` takes a whole number from 1 to 50, found `51`"),
        Refused(
            "upload shop --to other.events",
            "invalidValue: `--to` names a table for a table, and a database for a database"),
        Refused(
            "upload shop.events --to other",
            "invalidValue: `--to` names a table for a table, and a database for a database"),
        Refused(
            "upload sh",
            "invalidValue: `upload` takes a database or `DATABASE.TABLE`, "
                + "each a name of 3 to 255 small letters, digits and `_`, found `sh`"),
        Refused(
            "upload Shop",
            "invalidValue: `upload` takes a database or `DATABASE.TABLE`, "
                + "each a name of 3 to 255 small letters, digits and `_`, found `Shop`"),
    ]) func `anything else is refused`(_ row: Refused) {
        #expect(Lowering.refusal(row.text) == row.line)
    }

    /// A snapshot's name is that of a folder, so it can be no path.
    @Test(
        arguments: [
            ("a", true), (String(repeating: "x", count: 64), true), ("1-2_3.4", true),
            (String(repeating: "x", count: 65), false), (".", false), ("..", false),
            (".hidden", false), ("a/b", false), ("a b", false), ("日本", false),
        ])
    func `a snapshot has a plain name`(_ name: String, _ isRight: Bool) {
        for command in ["save", "go", "drop"] {
            #expect(
                Lowering.refusal("snapshot \(command) '\(name)'")
                    == (isRight
                        ? nil
                        : "invalidValue: `snapshot \(command)` takes 1 to 64 letters, digits, "
                            + "dots, dashes and underscores, found `\(name)`"))
        }
    }
}
