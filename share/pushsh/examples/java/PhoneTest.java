// A backend's test in Java, with the standard library alone: `java PhoneTest.java`.
// pushsh serves its control protocol; what is expected is written in its own language.

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.regex.Pattern;

public class PhoneTest {
    /** A backend that sends coupons through FCM; it knows nothing of pushsh but the URL. */
    static class Backend {
        private final HttpClient client = HttpClient.newHttpClient();
        private final String url;
        private final String project;

        Backend(String url, String project) {
            this.url = url;
            this.project = project;
        }

        private static String part(String json) {
            return Base64.getUrlEncoder().withoutPadding()
                .encodeToString(json.getBytes(StandardCharsets.UTF_8));
        }

        private HttpResponse<String> post(String path, String type, String body, String access)
            throws Exception {
            var request = HttpRequest.newBuilder(URI.create(url + path))
                .header("Content-Type", type).POST(HttpRequest.BodyPublishers.ofString(body));
            if (access != null) request.header("Authorization", "Bearer " + access);
            return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
        }

        /** A service account's key signs this; a workspace without any takes every signature. */
        private String accessToken() throws Exception {
            var now = Instant.now().getEpochSecond();
            var claims = """
                {"iss": "shop@example.com", "aud": "%s/token", "iat": %d, "exp": %d,
                 "scope": "https://www.googleapis.com/auth/firebase.messaging"}
                """.formatted(url, now, now + 3600);
            var assertion = String.join(
                ".", part("{\"alg\": \"RS256\"}"), part(claims), part("signature"));
            var grant = "urn:ietf:params:oauth:grant-type:jwt-bearer";
            var form = "grant_type=" + URLEncoder.encode(grant, StandardCharsets.UTF_8)
                + "&assertion=" + assertion;
            var answer = post("/token", "application/x-www-form-urlencoded", form, null);
            return field(answer.body(), "\"access_token\": ?\"([^\"]+)\"");
        }

        /** Sends a coupon to a registration token; the answer names the ID in pushsh. */
        HttpResponse<String> sendCoupon(String registration, String campaign) throws Exception {
            var message = """
                {"message": {"token": "%s",
                  "notification": {"title": "20%% off", "body": "Today only"},
                  "data": {"campaign_id": "%s", "link": "myapp://coupons/1"}}}
                """.formatted(registration, campaign);
            var path = "/v1/projects/" + project + "/messages:send";
            return post(path, "application/json", message, accessToken());
        }
    }

    private final HttpClient client = HttpClient.newHttpClient();
    private final String url;
    private final String token;

    PhoneTest(String ready) {
        url = "http://127.0.0.1:" + field(ready, "\"control\":(\\d+)") + "/v1/";
        token = field(ready, "\"token\":\"([^\"]+)\"");
    }

    private static String field(String json, String pattern) {
        var matcher = Pattern.compile(pattern).matcher(json);
        if (!matcher.find()) throw new AssertionError("pushsh did not start: " + json);
        return matcher.group(1);
    }

    /** Runs statements; a command or an expectation that fails is an error. */
    String run(String statements) throws Exception {
        var request = HttpRequest.newBuilder(URI.create(url + "run"))
            .header("Authorization", "Bearer " + token)
            .header("Content-Type", "text/plain; charset=utf-8")
            .POST(HttpRequest.BodyPublishers.ofString(statements)).build();
        var answer = client.send(request, HttpResponse.BodyHandlers.ofString()).body();
        if (!answer.contains("\"exit_status\":0")) throw new AssertionError(answer);
        return answer;
    }

    /** The registration token that the app would have uploaded to its backend. */
    String registration() throws Exception {
        var request = HttpRequest.newBuilder(URI.create(url + "tokens"))
            .header("Authorization", "Bearer " + token).build();
        var answer = client.send(request, HttpResponse.BodyHandlers.ofString()).body();
        return field(answer, "\"registration\": ?\"([^\"]+)\"");
    }

    static void aCouponIsShownTappedAndStored(PhoneTest phone, Backend backend) throws Exception {
        var answer = backend.sendCoupon(phone.registration(), "summer");
        var id = answer.headers().firstValue("pushsh-event").orElseThrow();
        phone.run("""
            expect shown == ["%s"]
            notifications
            expect $.shown[0].title == "20%% off"
            tap %s
            flush
            expect sql "SELECT type FROM mobile.push_events WHERE type = 'open'" == open
            """.formatted(id, id));
    }

    static void aDeadTokenIsToldToTheBackend(PhoneTest phone, Backend backend) throws Exception {
        var registration = phone.registration();
        phone.run("token refresh");
        var answer = backend.sendCoupon(registration, "summer");
        if (answer.statusCode() != 404) throw new AssertionError(answer.body());
        phone.run("expect count shown == 0");
    }

    public static void main(String[] arguments) throws Exception {
        var program = System.getenv().getOrDefault("PUSHSH", "pushsh");
        var process = new ProcessBuilder(program, "-c", "serve --control 0 --fcm 0")
            .redirectError(ProcessBuilder.Redirect.INHERIT).start();
        var output = new BufferedReader(new InputStreamReader(process.getInputStream()));
        try {
            var ready = output.readLine();
            var phone = new PhoneTest(ready);
            // What it tells of each push is read, so that it never waits for its reader.
            var reader = new Thread(() -> output.lines().forEach(line -> { }));
            reader.setDaemon(true);
            reader.start();
            phone.run("app launch\nsnapshot save fresh");
            var backend = new Backend(
                "http://127.0.0.1:" + field(ready, "\"fcm\":(\\d+)"), "example-push");
            aCouponIsShownTappedAndStored(phone, backend);
            phone.run("snapshot go fresh\nexpect count shown == 0");
            aDeadTokenIsToldToTheBackend(phone, backend);
            System.out.println("passed");
        } finally {
            process.toHandle().destroy();
            process.waitFor();
        }
    }
}
