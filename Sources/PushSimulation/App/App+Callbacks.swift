extension App {
    /// The methods of the app, and of its SDK's upload, that the simulation calls: `callbacks`
    /// holds no others.
    public static let callbackNames: [String] =
        ArrivalRow.Callback.allCases.map(\.rawValue) + sceneCallbacks.values.sorted() + [
            "application(_:continue:restorationHandler:)", "application(_:open:options:)",
            "applicationDidEnterBackground", "applicationWillResignActive",
            "didFailToRegisterForRemoteNotificationsWithError",
            "didRegisterForRemoteNotificationsWithDeviceToken",
            "messaging(_:didReceiveRegistration:)", "messaging(_:didReceiveRegistrationToken:)",
            "onError", "onSuccess", "scene(_:continue:)", "scene(_:openURLContexts:)",
            "scene(_:willConnectTo:options:)",
        ]
}
