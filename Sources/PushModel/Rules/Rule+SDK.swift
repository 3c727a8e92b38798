/// The rules of td-ios-sdk 1.2, as far as it differs from the guide's uploader.
extension Rule {
    static let sdkRules: [Rule] = [
        Rule(
            .sdkCallback,
            "td-ios-sdk 1.2 calls back once all requests are done: onSuccess if each was "
                + "answered with 200, whatever the receipts say, otherwise onError with the last "
                + "error.",
            "TDClient.m", .high),
        Rule(
            .sdkPartial,
            "td-ios-sdk 1.2 treats 206 as an error and keeps every event of the request, even "
                + "those that the service has stored.",
            "TDClient.m", .high),
        Rule(
            .sdkTarget,
            "td-ios-sdk 1.2 keeps the table and a hash of the write key with each event: an "
                + "upload sends the events of the present key, each to the table that it was "
                + "tracked for.",
            "TDClient.m", .high),
        Rule(
            .sdkTwice,
            "Two td-ios-sdk 1.2 uploads started at the same time both read and send the whole "
                + "queue.",
            "TDClient.m", .high),
    ]
}
