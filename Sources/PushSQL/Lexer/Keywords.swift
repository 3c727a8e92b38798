/// The words of Trino's grammar that cannot be used as bare names.
///
/// All other words of the grammar, such as `date` or `value`, are names wherever a name can be.
enum Keywords {
    /// Whether a word in upper case is reserved.
    static func isReserved(_ word: String) -> Bool { reserved.contains(word) }

    private static let reserved = Set(
        """
        ALTER AND AS BETWEEN BY CASE CAST CONSTRAINT CREATE CROSS CUBE CURRENT_CATALOG \
        CURRENT_DATE CURRENT_PATH CURRENT_ROLE CURRENT_SCHEMA CURRENT_TIME CURRENT_TIMESTAMP \
        CURRENT_USER DEALLOCATE DELETE DESCRIBE DISTINCT DROP ELSE END ESCAPE EXCEPT EXISTS \
        EXTRACT FALSE FOR FROM FULL GROUP GROUPING HAVING IN INNER INSERT INTERSECT INTO IS JOIN \
        JSON_ARRAY JSON_EXISTS JSON_OBJECT JSON_QUERY JSON_TABLE JSON_VALUE LEFT LIKE LISTAGG \
        LOCALTIME LOCALTIMESTAMP NATURAL NORMALIZE NOT NULL ON OR ORDER OUTER PREPARE RECURSIVE \
        RIGHT ROLLUP SELECT TABLE THEN TRIM TRUE UESCAPE UNION UNNEST USING VALUES WHEN WHERE \
        WITH AUTO
        """.split(separator: " ").map(String.init))
}
