<?php
// Sends to APNs over HTTP/2 and to FCM with PHP's own curl and openssl.
$S = json_decode(stream_get_contents(STDIN), true);
$account = json_decode(file_get_contents($S["account"]), true);

function base64url($bytes) { return rtrim(strtr(base64_encode($bytes), "+/", "-_"), "="); }

function signed($head, $claims, $key) {
    $text = base64url(json_encode($head)) . "." . base64url(json_encode($claims));
    // For ES256 this is DER, which Apple takes as well.
    openssl_sign($text, $signature, $key, OPENSSL_ALGO_SHA256);
    return $text . "." . base64url($signature);
}

function ask($label, $curl, $url, $body, $headers = [], $more = []) {
    curl_reset($curl);
    curl_setopt_array($curl, $more + [
        CURLOPT_URL => $url, CURLOPT_POSTFIELDS => $body, CURLOPT_HTTPHEADER => $headers,
        CURLOPT_RETURNTRANSFER => true, CURLOPT_CAINFO => $GLOBALS["S"]["ca"],
        CURLOPT_HTTP_VERSION => CURL_HTTP_VERSION_2_0,
    ]);
    $answer = curl_exec($curl);
    $json = json_decode($answer ?: "{}", true);
    $reason = $json["reason"] ?? $json["error"]["status"] ?? "";
    if ($label) {
        $version = curl_getinfo($curl, CURLINFO_HTTP_VERSION);
        echo trim("$label $version " . curl_getinfo($curl, CURLINFO_RESPONSE_CODE) . " $reason"), "\n";
    }
    return $json;
}

$alert = json_encode(["aps" => ["alert" => "Hello"]]);
$apns = "https://localhost:{$S["apns"]}/3/device/";
$jwt = signed(
    ["alg" => "ES256", "kid" => $S["key"]["id"]], ["iss" => $S["team"], "iat" => time()],
    file_get_contents($S["key"]["path"]));
$token = ["authorization: bearer $jwt", "apns-topic: {$S["topic"]}", "apns-push-type: alert"];
$curl = curl_init();
ask("accepted", $curl, $apns . $S["token"], $alert, $token);
ask("unknown", $curl, $apns . str_repeat("0", 64), $alert, $token);
ask("dead", $curl, $apns . $S["dead"], $alert, $token);
ask("certificate", curl_init(), $apns . $S["token"], $alert, ["apns-topic: {$S["topic"]}"],
    [CURLOPT_SSLCERT => $S["certificate"]]);

$google = "https://localhost:{$S["fcm"]}";
$now = time();
$assertion = signed(["alg" => "RS256", "typ" => "JWT"], [
    "iss" => $account["client_email"], "aud" => $account["token_uri"], "iat" => $now,
    "exp" => $now + 3600, "scope" => "https://www.googleapis.com/auth/firebase.messaging",
], $account["private_key"]);
$access = ask("", $curl, "$google/token", http_build_query([
    "grant_type" => "urn:ietf:params:oauth:grant-type:jwt-bearer", "assertion" => $assertion]));
$send = "$google/v1/projects/{$account["project_id"]}/messages:send";
$bearer = ["Authorization: Bearer {$access["access_token"]}"];
$message = json_encode(["message" => [
    "token" => $S["registration"], "notification" => ["title" => "Hello"]]]);
$json = array_merge($bearer, ["Content-Type: application/json"]);
ask("message", $curl, $send, $message, $json);
ask("no token", $curl, $send, json_encode(["message" => ["token" => "abc"]]), $json);
// What curl says of a body unless it is told otherwise.
ask("a form", $curl, $send, $message, $bearer);
