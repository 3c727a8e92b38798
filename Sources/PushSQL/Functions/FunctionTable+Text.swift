extension FunctionTable {
    /// Functions of texts.
    static let text: [TrinoFunction] = [
        scalar(
            "version", "The release of Trino whose SQL this is.",
            "version() -> varchar | '483'"),
        scalar(
            "length", "How many characters a text has, or bytes a binary.",
            "length(varchar) -> bigint", "length(varbinary) -> bigint | length($1)"),
        scalar("lower", "The text in lower case.", "lower(varchar) -> same"),
        scalar("upper", "The text in upper case.", "upper(varchar) -> same"),
        scalar(
            "reverse", "A text or array from its end to its start.",
            "reverse(varchar) -> same",
            "reverse(array(E)) -> array(E) | trino_array_reverse($1)",
            "reverse(varbinary) -> varbinary | trino_reverse_binary($1)"),
        scalar(
            "trim", "The text without white space, or given characters, at both ends.",
            "trim(varchar) -> same", "trim(varchar, varchar) -> same"),
        scalar(
            "ltrim", "The text without white space, or given characters, at its start.",
            "ltrim(varchar) -> same", "ltrim(varchar, varchar) -> same"),
        scalar(
            "rtrim", "The text without white space, or given characters, at its end.",
            "rtrim(varchar) -> same", "rtrim(varchar, varchar) -> same"),
        scalar(
            "substr", "A part of a text; a negative start counts from the end.",
            "substr(varchar, bigint) -> same", "substr(varchar, bigint, bigint) -> same",
            "substr(varbinary, bigint) -> varbinary | trino_substr_binary($*)",
            "substr(varbinary, bigint, bigint) -> varbinary | trino_substr_binary($*)"),
        scalar(
            "substring", "A part of a text; a negative start counts from the end.",
            "substring(varchar, bigint) -> same | trino_substr($*)",
            "substring(varchar, bigint, bigint) -> same | trino_substr($*)",
            "substring(varbinary, bigint) -> varbinary | trino_substr_binary($*)",
            "substring(varbinary, bigint, bigint) -> varbinary | trino_substr_binary($*)"),
        scalar(
            "normalize", "The text in a normal form of Unicode: NFC, NFD, NFKC or NFKD.",
            "normalize(varchar) -> varchar", "normalize(varchar, varchar) -> varchar"),
        scalar(
            "strpos", "Where a part starts in a text, from 1; 0 where it does not occur.",
            "strpos(varchar, varchar) -> bigint", "strpos(varchar, varchar, bigint) -> bigint"),
        scalar(
            "position", "Where a part starts in a text: POSITION(part IN text).",
            "position(varchar, varchar) -> bigint | trino_strpos($2, $1)"),
        scalar(
            "split", "The parts of a text between delimiters.",
            "split(varchar, varchar) -> array(same)",
            "split(varchar, varchar, bigint) -> array(same)"),
        scalar(
            "split_part", "The part of a text with that number, from 1.",
            "split_part(varchar, varchar, bigint) -> same"),
        scalar(
            "split_to_map", "A map out of `a=1,b=2`.",
            "split_to_map(varchar, varchar, varchar) -> map(varchar, varchar)"),
        scalar(
            "split_to_multimap", "A map of all values out of `a=1,a=2`.",
            "split_to_multimap(varchar, varchar, varchar) -> map(varchar, array(varchar))"),
        scalar(
            "replace", "The text with every part replaced, or taken out.",
            "replace(varchar, varchar) -> same", "replace(varchar, varchar, varchar) -> varchar"),
        scalar(
            "lpad", "A text or binary filled up on the left, or cut.",
            "lpad(varchar, bigint, varchar) -> varchar",
            "lpad(varbinary, bigint, varbinary) -> varbinary | trino_lpad_binary($*)"),
        scalar(
            "rpad", "A text or binary filled up on the right, or cut.",
            "rpad(varchar, bigint, varchar) -> varchar",
            "rpad(varbinary, bigint, varbinary) -> varbinary | trino_rpad_binary($*)"),
        scalar(
            "concat", "Texts, binaries or arrays joined; NULL if any is NULL.",
            "concat(varchar, varchar...) -> varchar | (#||)",
            "concat(varbinary, varbinary...) -> varbinary | CAST((#||) AS BLOB)",
            "concat(array(E), array(E)...) -> array(E) | trino_array_concat($*)"),
        scalar(
            "concat_ws", "The texts that are not NULL, with a delimiter between them.",
            "concat_ws(varchar, varchar...) -> varchar",
            "concat_ws(varchar, array(varchar)) -> varchar | trino_concat_ws_array($*)"),
        scalar(
            "starts_with", "Whether a text starts with another.",
            "starts_with(varchar, varchar) -> boolean"),
        scalar(
            "ends_with", "Whether a text ends with another.",
            "ends_with(varchar, varchar) -> boolean"),
        scalar(
            "translate", "The text with single characters replaced.",
            "translate(varchar, varchar, varchar) -> varchar"),
        scalar(
            "levenshtein_distance", "How many edits lie between two texts.",
            "levenshtein_distance(varchar, varchar) -> bigint"),
        scalar(
            "hamming_distance", "In how many places two texts of one length differ.",
            "hamming_distance(varchar, varchar) -> bigint"),
        scalar(
            "soundex", "A code for the sound of an English word.",
            "soundex(varchar) -> varchar"),
        scalar(
            "word_stem", "The stem of an English word.", "word_stem(varchar) -> same",
            "word_stem(varchar, varchar) -> same"),
        scalar("chr", "The character with that number in Unicode.", "chr(bigint) -> varchar"),
        scalar(
            "codepoint", "The number of a character in Unicode.",
            "codepoint(varchar1) -> integer"),
        scalar(
            "luhn_check", "Whether the last digit of a number is right by Luhn's rule.",
            "luhn_check(varchar) -> boolean"),
        scalar(
            "format", "Values in a text, by the format of Java's Formatter.",
            "format(varchar, E...) -> varchar"),
        scalar(
            "format_number", "A number with a letter for thousands, as in 1.23M.",
            "format_number(double) -> varchar"),
        scalar(
            "url_extract_protocol", "The protocol of a URL.",
            "url_extract_protocol(varchar) -> same"),
        scalar("url_extract_host", "The host of a URL.", "url_extract_host(varchar) -> same"),
        scalar("url_extract_port", "The port of a URL.", "url_extract_port(varchar) -> bigint"),
        scalar("url_extract_path", "The path of a URL.", "url_extract_path(varchar) -> same"),
        scalar("url_extract_query", "The query of a URL.", "url_extract_query(varchar) -> same"),
        scalar(
            "url_extract_fragment", "The fragment of a URL.",
            "url_extract_fragment(varchar) -> same"),
        scalar(
            "url_extract_parameter", "The first value of a parameter in a URL's query.",
            "url_extract_parameter(varchar, varchar) -> same"),
        scalar("url_encode", "The text as a form encodes it.", "url_encode(varchar) -> varchar"),
        scalar("url_decode", "The text without its %xx codes.", "url_decode(varchar) -> same"),
    ]

    /// Functions of regular expressions; the engine takes time in proportion to the text.
    static let regex: [TrinoFunction] = [
        scalar(
            "regexp_like", "Whether a pattern occurs in a text.",
            "regexp_like(varchar, varchar) -> boolean"),
        scalar(
            "regexp_extract", "The first match of a pattern, or one of its groups.",
            "regexp_extract(varchar, varchar) -> same",
            "regexp_extract(varchar, varchar, bigint) -> same"),
        scalar(
            "regexp_extract_all", "All matches of a pattern, or one of its groups.",
            "regexp_extract_all(varchar, varchar) -> array(same)",
            "regexp_extract_all(varchar, varchar, bigint) -> array(same)"),
        scalar(
            "regexp_replace", "The text with every match replaced, or taken out.",
            "regexp_replace(varchar, varchar) -> same",
            "regexp_replace(varchar, varchar, varchar) -> varchar"),
        scalar(
            "regexp_split", "The parts of a text between matches.",
            "regexp_split(varchar, varchar) -> array(same)"),
        scalar(
            "regexp_count", "How often a pattern occurs.",
            "regexp_count(varchar, varchar) -> bigint"),
        scalar(
            "regexp_position", "Where a match starts, from 1; -1 where there is none.",
            "regexp_position(varchar, varchar) -> integer",
            "regexp_position(varchar, varchar, bigint) -> integer",
            "regexp_position(varchar, varchar, bigint, bigint) -> integer"),
    ]

    /// Functions of bytes, and of their texts.
    static let binary: [TrinoFunction] = [
        scalar("md5", "The MD5 digest.", "md5(varbinary) -> varbinary"),
        scalar("sha1", "The SHA-1 digest.", "sha1(varbinary) -> varbinary"),
        scalar("sha256", "The SHA-256 digest.", "sha256(varbinary) -> varbinary"),
        scalar("sha512", "The SHA-512 digest.", "sha512(varbinary) -> varbinary"),
        scalar("xxhash64", "The xxHash64 digest.", "xxhash64(varbinary) -> varbinary"),
        scalar("crc32", "The CRC-32 checksum.", "crc32(varbinary) -> bigint"),
        scalar(
            "hmac_md5", "The HMAC by MD5 with a key.",
            "hmac_md5(varbinary, varbinary) -> varbinary"),
        scalar(
            "hmac_sha1", "The HMAC by SHA-1 with a key.",
            "hmac_sha1(varbinary, varbinary) -> varbinary"),
        scalar(
            "hmac_sha256", "The HMAC by SHA-256 with a key.",
            "hmac_sha256(varbinary, varbinary) -> varbinary"),
        scalar(
            "hmac_sha512", "The HMAC by SHA-512 with a key.",
            "hmac_sha512(varbinary, varbinary) -> varbinary"),
        scalar("to_hex", "The bytes as digits in upper case.", "to_hex(varbinary) -> varchar"),
        scalar("from_hex", "The bytes that digits stand for.", "from_hex(varchar) -> varbinary"),
        scalar("to_utf8", "The bytes of a text.", "to_utf8(varchar) -> varbinary"),
        scalar(
            "from_utf8", "The text of bytes; bad ones are replaced.",
            "from_utf8(varbinary) -> varchar", "from_utf8(varbinary, varchar) -> varchar"),
        scalar("to_base64", "The bytes in Base64.", "to_base64(varbinary) -> varchar"),
        scalar(
            "from_base64", "The bytes of a text in Base64.",
            "from_base64(varchar) -> varbinary"),
        scalar(
            "to_base64url", "The bytes in the Base64 of URLs.",
            "to_base64url(varbinary) -> varchar"),
        scalar(
            "from_base64url", "The bytes of a text in the Base64 of URLs.",
            "from_base64url(varchar) -> varbinary"),
        scalar(
            "to_big_endian_64", "A number as eight bytes.",
            "to_big_endian_64(bigint) -> varbinary"),
        scalar(
            "to_big_endian_32", "A number as four bytes.",
            "to_big_endian_32(integer) -> varbinary"),
        scalar(
            "from_big_endian_32", "The number of four bytes.",
            "from_big_endian_32(varbinary) -> integer"),
        scalar(
            "from_big_endian_64", "The number of eight bytes.",
            "from_big_endian_64(varbinary) -> bigint"),
        scalar("uuid", "A uuid that no other call gives.", "uuid() -> uuid"),
    ]
}
