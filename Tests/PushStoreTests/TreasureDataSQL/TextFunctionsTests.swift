import Testing

@testable import PushStore

struct TextFunctionsTests {
    @Test(
        arguments: vectors(
            """
            td_url_decode('a%20b+c%2Fd') -> 'a b c/d'
            td_url_decode('%E3%81%82') -> 'あ'
            td_url_decode('%BA%ED%B7%E7%C5%F5%BD%BA', 'ko') -> '블루투스'
            td_url_decode('%82%A0', 'Shift_JIS') -> 'あ'
            td_url_decode('100%') -> '100%'
            td_url_decode('%4%41%zz') -> '%4A%zz'
            td_url_decode('%FF') -> '\u{fffd}'
            td_url_decode('%FFa', 'EUC-KR') -> '\u{fffd}a'
            td_url_decode(NULL) -> NULL
            td_url_decode('a', NULL) -> 'a'
            url_decode('%41') -> 'A'
            td_url_decode('a', 'no/such') -> error: td_url_decode: charset 'no/such' is not one \
            this system has
            td_url_encode('a b/あ~*-._') -> 'a+b%2F%E3%81%82%7E*-._'
            url_encode(NULL) -> NULL
            """))
    func `a text is freed of its codes, and coded`(_ vector: String) { expectVector(vector) }

    @Test(
        arguments: vectors(
            """
            url_extract_host('https://u:p@example.com:8443/a%20b?x=1&y=a+b%21#top') -> 'example.com'
            url_extract_port('https://u:p@example.com:8443/a') -> 8443
            url_extract_path('https://example.com/a%20b?x=1') -> '/a b'
            url_extract_protocol('https://example.com/') -> 'https'
            url_extract_query('https://example.com/?x=1&y=2#top') -> 'x=1&y=2'
            url_extract_fragment('https://example.com/#top') -> 'top'
            url_extract_parameter('https://example.com/?x=1&y=a+b%21', 'y') -> 'a b!'
            url_extract_parameter('https://example.com/?x&y=2', 'x') -> ''
            url_extract_parameter('https://example.com/?x=1', 'z') -> NULL
            url_extract_host('myapp://promo/123?ref=push') -> 'promo'
            url_extract_path('myapp://promo/123?ref=push') -> '/123'
            url_extract_host('http://[::1]:80/') -> '[::1]'
            url_extract_path('https://a.b') -> ''
            url_extract_host('no url at all') -> NULL
            url_extract_host(NULL) -> NULL
            url_extract_host('http://a:b/') -> NULL
            url_extract_port('http://a/') -> NULL
            url_extract_port('http://a:99999999999999999999/') -> NULL
            """))
    func `a URL is taken apart`(_ vector: String) { expectVector(vector) }

    @Test(
        arguments: vectors(
            """
            split_part('a,b,c', ',', 1) -> 'a'
            split_part('a,b,c', ',', 3) -> 'c'
            split_part('a,b,c', ',', 4) -> NULL
            split_part('a--b', '--', 2) -> 'b'
            split_part(',', ',', 2) -> ''
            split_part('', ',', 1) -> ''
            split_part('a', ',', 0) -> error: split_part: index 0 is less than 1
            split_part('a', '', 1) -> error: split_part: delimiter is empty
            strpos('hello', 'l') -> 3
            strpos('hello', 'l', 2) -> 4
            strpos('hello', 'l', -1) -> 4
            strpos('hello', 'l', -2) -> 3
            strpos('hello', 'l', 3) -> 0
            strpos('hello', 'z') -> 0
            strpos('プッシュ通知', '通知') -> 5
            strpos('a', '') -> 1
            strpos(NULL, 'a') -> NULL
            strpos('a', 'a', 0) -> error: strpos: instance is 0: wanted 1 for the first
            strpos('a', 'a', -9223372036854775808) -> 0
            starts_with('hello', 'he') -> 1
            starts_with('hello', 'lo') -> 0
            concat('a', 1, 2.5) -> 'a12.5'
            concat('a', NULL) -> NULL
            """))
    func `a text is searched and split`(_ vector: String) { expectVector(vector) }
}
