import Foundation
import PushTestSupport
import Testing

/// Tables of requests with the answers that the platforms' documents want, sent by foreign
/// libraries, and what other languages send with what they bring along (KD-06, TD-01).
@Suite(.serialized, .enabled(if: SenderStage.python != nil, "skipped: PyPI cannot be reached"))
struct GatewayTableTests {
    let stage: SenderStage

    init() throws { stage = try SenderStage() }

    @Test func `each request of the table for APNs has the answer of Apple's documents`() throws {
        let server = try stage.serve(ports: "--apns 0 --channels 0 --proxy 0")
        let text = try stage.send("apns_table.py", [], server)
        expectSameText(text, "188 asked, 0 differ\n")
        #expect(server.end(SIGTERM).status == 0)
    }

    @Test func `each frame of the table has the answer of RFC 9113`() throws {
        let server = try stage.serve()
        let text = try stage.send("frames_table.py", [], server)
        expectSameText(text, "44 asked, 0 differ\n")
        #expect(server.end(SIGTERM).status == 0)
    }

    @Test(arguments: [[], ["h2"]])
    func `each request of the table for FCM has the answer of Google's documents`(
        _ protocols: [String]
    ) throws {
        let server = try stage.serve()
        let text = try stage.send("fcm_table.py", protocols, server)
        expectSameText(text, "174 asked, 0 differ\n")
        #expect(server.end(SIGTERM).status == 0)
    }

    @Test func `PHP's curl and openssl send to both`() throws {
        let server = try stage.serve()
        let text = try stage.send("sender.php", [], server)
        expectSameText(
            text,
            """
            accepted 3 200
            unknown 3 400 BadDeviceToken
            dead 3 410 Unregistered
            certificate 3 200
            message 3 200
            no token 3 400 INVALID_ARGUMENT
            a form 3 400 INVALID_ARGUMENT

            """)
        #expect(try stage.arrivals() == 3)
    }

    @Test func `Ruby's net/http and openssl send to FCM, through the proxy`() throws {
        let server = try stage.serve()
        let text = try stage.send(
            "sender.rb", [], server, ["dead": stage.devices["tablet"]?.registration ?? ""],
            variables: [
                "http_proxy": "http://127.0.0.1:\(server.ports["proxy"] ?? 0)",
                "SSL_CERT_FILE": stage.place.path + "/w/gateway-ca.pem",
            ])
        expectSameText(
            text,
            """
            message 200 OK
            dead 404 NOT_FOUND
            two faults 400 INVALID_ARGUMENT
            Invalid value at 'message.data[0].value' (TYPE_STRING), 1
            Invalid JSON payload received. Unknown name "sound" at 'message': Cannot find field.

            """)
        #expect(try stage.arrivals() == 1)
    }
}
