internal import ControlClient
internal import ControlProtocol
internal import Dispatch

/// A registered app's connections, and what the daemon had to say when it registered; nobody reads them yet.
struct AppRegistration {
  let app: AppConnection
  /// On which the daemon tells and asks.
  let stream: ControlClient
  /// For transactions.
  let updates: ControlClient
  /// The displays that are there.
  let screens: [ScreenInfo]

  /// Registers the app, and waits for the answers.
  ///
  /// - Parameters:
  ///   - call: The app.
  ///   - takesForeground: Whether it is put in the foreground of all screens.
  ///   - timeoutSeconds: How long to wait for each answer; nil waits for ever.
  ///   - connect: Makes a connection.
  init(
    _ call: RegisterAppCall, takesForeground: Bool, timeoutSeconds: Double?,
    connect: () throws(ClientError) -> ControlClient
  ) throws(ClientError) {
    stream = try connect()
    updates = try connect()
    app = try AppConnection(call, stream: stream, calls: connect(), timeoutSeconds: timeoutSeconds)
    screens = try updates.call(ScreensCall(), timeoutSeconds: timeoutSeconds).screens
    if takesForeground {
      _ = try updates.call(SetForegroundCall(app: call.name, noWait: true), timeoutSeconds: timeoutSeconds)
    }
  }

  /// Registers the app on a thread of its own: a daemon that is just being started answers late, and the main queue goes on
  /// meanwhile.
  static func make(
    _ call: RegisterAppCall, takesForeground: Bool, timeoutSeconds: Double? = 30,
    connect: @escaping @Sendable () throws(ClientError) -> ControlClient = { () throws(ClientError) in
      try ControlClient()
    }
  ) async -> sending Result<AppRegistration, ClientError> {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        do throws(ClientError) {
          let made = try AppRegistration(
            call, takesForeground: takesForeground, timeoutSeconds: timeoutSeconds, connect: connect)
          continuation.resume(returning: .success(made))
        } catch {
          continuation.resume(returning: .failure(error))
        }
      }
    }
  }
}
