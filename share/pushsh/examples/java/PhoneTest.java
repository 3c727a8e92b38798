// A backend's test in Java, with the standard library alone: `java PhoneTest.java`.
// pushsh serves its control protocol; what is expected is written in its own language.

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.regex.Pattern;

public class PhoneTest {
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

    public static void main(String[] arguments) throws Exception {
        var program = System.getenv().getOrDefault("PUSHSH", "pushsh");
        var process = new ProcessBuilder(program, "-c", "serve --control 0")
            .redirectError(ProcessBuilder.Redirect.INHERIT).start();
        var output = new BufferedReader(new InputStreamReader(process.getInputStream()));
        try {
            var phone = new PhoneTest(output.readLine());
            // What it tells of each push is read, so that it never waits for its reader.
            var reader = new Thread(() -> output.lines().forEach(line -> { }));
            reader.setDaemon(true);
            reader.start();
            phone.run("app launch\nsnapshot save fresh");
            phone.run("""
                receive {"aps": {"alert": {"title": "20% off"}}, "message_id": "m-1"}
                expect shown == ["m-1"]
                tap m-1
                flush
                expect sql "SELECT type FROM mobile.push_events WHERE type = 'open'" == open
                """);
            phone.run("snapshot go fresh\nexpect count shown == 0");
            System.out.println("passed");
        } finally {
            process.toHandle().destroy();
            process.waitFor();
        }
    }
}
