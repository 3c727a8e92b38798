/// The rules of td-ios-sdk 1.2, as far as it differs from the guide's uploader.
extension Rule {
    static let sdkRules: [Rule] = [
        Rule(
            .sdkCallback,
            "td-ios-sdk 1.2 calls back once all requests are over: onSuccess when each was "
                + "answered with 200, whatever the receipts say, else onError with the last error.",
            "TDClient.m", .high),
        Rule(
            .sdkPartial,
            "td-ios-sdk 1.2 takes 206 for an error and keeps every event of the request, those "
                + "that the service has stored as well.",
            "TDClient.m", .high),
        Rule(
            .sdkTwice,
            "Two uploads of td-ios-sdk 1.2 that are started at once both read the whole queue and "
                + "send it.",
            "TDClient.m", .high),
    ]
}
