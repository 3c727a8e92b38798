# Sends to FCM with Ruby's own net/http and openssl, through the proxy of the environment.
require "json"
require "net/http"
require "openssl"

S = JSON.parse($stdin.read)
account = JSON.parse(File.read(S["account"]))
part = ->(value) { [value].pack("m0").tr("+/", "-_").delete("=") }
now = Time.now.to_i
claims = {
  iss: account["client_email"], aud: account["token_uri"], iat: now, exp: now + 3600,
  scope: "https://www.googleapis.com/auth/firebase.messaging"
}
text = part.(JSON.generate(alg: "RS256", typ: "JWT")) + "." + part.(JSON.generate(claims))
assertion = text + "." + part.(OpenSSL::PKey::RSA.new(account["private_key"]).sign("SHA256", text))
answer = Net::HTTP.post_form(
  URI("https://oauth2.googleapis.com/token"),
  grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer", assertion: assertion)
bearer = "Bearer " + JSON.parse(answer.body)["access_token"]
Net::HTTP.start("fcm.googleapis.com", 443, use_ssl: true) do |http|
  {
    "message" => { token: S["registration"], notification: { title: "Hello" } },
    "dead" => { token: S["dead"], notification: { title: "Hello" } },
    "two faults" => { token: S["registration"], data: { a: 1 }, sound: "x" }
  }.each do |label, message|
    answer = http.post(
      "/v1/projects/#{account["project_id"]}/messages:send", JSON.generate(message: message),
      "Content-Type" => "application/json", "Authorization" => bearer)
    error = JSON.parse(answer.body)["error"] || {}
    print label, " ", answer.code, " ", error["status"] || "OK", "\n"
    puts error["message"] if label == "two faults"
  end
end
