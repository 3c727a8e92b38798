extension Schema {
    /// Treasure Data's side, one file per database.
    ///
    /// The warehouse's own tables have a hyphen in their names, which no table of records can have.
    /// A batch row lists the uuids of one request, one per line.
    static let warehouse = Schema(
        applicationID: 0x7073_6877, pageSize: 4096,
        steps: [
            statements(in: ""), moments(in: ""), numbers(in: ""), uniformity(in: ""),
            retention(in: ""), expiry(in: ""),
        ])

    /// Returns the same statements for an attached database.
    ///
    /// All steps at once, without the numbers of kind and version, which only files have.
    static func warehouse(attachedAs name: String) -> String {
        let place = "\(WarehouseName.quoted(name))."
        return statements(in: place) + moments(in: place) + numbers(in: place)
            + uniformity(in: place) + retention(in: place) + expiry(in: place)
    }

    /// The first version: the tables of records by number, their columns' labels, and the uuids by
    /// which repeated records are recognised, in batches for the window and singly for `exact`.
    private static func statements(in place: String) -> String {
        """
        CREATE TABLE \(place)"pushsh-tables"(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
        CREATE TABLE \(place)"pushsh-columns"(
          table_id INTEGER NOT NULL, name TEXT NOT NULL, type TEXT NOT NULL,
          PRIMARY KEY(table_id, name)) WITHOUT ROWID;
        CREATE TABLE \(place)"pushsh-batches"(
          sequence INTEGER PRIMARY KEY, table_id INTEGER NOT NULL, received_at INTEGER NOT NULL,
          uuids TEXT NOT NULL);
        CREATE TABLE \(place)"pushsh-uuids"(
          table_id INTEGER NOT NULL, uuid TEXT NOT NULL, PRIMARY KEY(table_id, uuid))
          WITHOUT ROWID;

        """
    }

    /// The creation times of a database and its tables, and the last write to a table, in Unix
    /// seconds; null if unknown.
    private static func moments(in place: String) -> String {
        """
        ALTER TABLE \(place)"pushsh-tables" ADD COLUMN created_at INTEGER;
        ALTER TABLE \(place)"pushsh-tables" ADD COLUMN updated_at INTEGER;
        CREATE TABLE \(place)"pushsh-database"(created_at INTEGER);
        """
    }

    /// The number of the upload that stored a batch; null if the sender numbers none.
    private static func numbers(in place: String) -> String {
        """
        ALTER TABLE \(place)"pushsh-batches" ADD COLUMN upload INTEGER;

        """
    }

    /// Whether every cell of a column is NULL or of its label's type: 1 or 0; null if unknown.
    ///
    /// The transaction that stores the first other cell also writes the 0.
    private static func uniformity(in place: String) -> String {
        """
        ALTER TABLE \(place)"pushsh-columns" ADD COLUMN uniform INTEGER;

        """
    }

    /// The retention rule, in one row or none; how many records of a table it removed, and the
    /// newest of their times.
    private static func retention(in place: String) -> String {
        """
        ALTER TABLE \(place)"pushsh-tables" ADD COLUMN removed INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE \(place)"pushsh-tables" ADD COLUMN removed_through INTEGER;
        CREATE TABLE \(place)"pushsh-retention"(rule TEXT NOT NULL);

        """
    }

    /// The number of days a table keeps its records; null without a rule of its own.
    private static func expiry(in place: String) -> String {
        """
        ALTER TABLE \(place)"pushsh-tables" ADD COLUMN expire_days INTEGER;

        """
    }
}
