internal import ControlClient
internal import ControlProtocol

/// The methods of the daemon that the screens page may call.
enum ScreenCalls {
  struct Method: Sendable {
    let role: RemoteRole
    /// Sends the call in a page's message, and returns the daemon's reply. Throws `ControlError` and `CallFailure`.
    let send: @Sendable (_ message: [UInt8], _ calls: CallQueue) async throws -> [UInt8]
  }

  private struct Message<Call: ControlParameters>: Decodable {
    let parameters: Call
  }

  private struct MethodName: Decodable {
    let method: String
  }

  /// The methods by the last part of their names.
  static let all = Dictionary(uniqueKeysWithValues: [
    allowed(ScreensCall.self, .observe), allowed(AppsCall.self, .observe),
    // Pixels of contents may be expensive, and the page does not show them.
    allowed(ExplainCall.self, .observe) { $0.content != true },
    allowed(StatusCall.self), allowed(SessionsCall.self), allowed(PlaysCall.self), allowed(SetModeCall.self),
    allowed(ConfirmModeCall.self), allowed(RotateCall.self), allowed(SetOverscanCall.self), allowed(ResetCall.self),
    allowed(BlankCall.self), allowed(FreezeCall.self), allowed(PowerCall.self), allowed(IdentifyCall.self),
    allowed(SetForegroundCall.self), allowed(SetSupportCall.self), allowed(ActivateSessionCall.self),
    allowed(DestroySessionCall.self), allowed(PlaceAppCall.self), allowed(RequestSceneCall.self),
    // Only users of the machine may name files.
    allowed(ShowCall.self) { $0.content.map { $0.kind == "pattern" } ?? true },
    allowed(SimulatedConnectorsCall.self),
    allowed(SimulateCall.self) { [.plug, .unplug].contains($0.command) },
  ])

  /// Returns the method in a page's message, or nil if pages may not call it.
  static func method(of message: [UInt8]) -> Method? {
    (try? ControlJSON.decode(MethodName.self, from: message)).flatMap { all[$0.method] }
  }

  private static func allowed<Call: ControlParameters>(
    _ call: Call.Type, _ role: RemoteRole = .control, only isAllowed: @escaping @Sendable (Call) -> Bool = { _ in true }
  ) -> (String, Method) {
    let name = Call.method.rawValue.split(separator: ".").last.map(String.init) ?? ""
    return (
      name,
      Method(role: role) { message, calls in
        let call = try ControlJSON.decode(Message<Call>.self, from: message).parameters
        try call.validate()
        guard isAllowed(call) else { throw ControlError.notSupported(reason: "pages cannot do this") }
        return try ControlJSON.encode(try await calls.call(call))
      }
    )
  }
}

enum MediaContent {
  /// Makes the content for one file, or for several in sequence. Each picture, and each page of a PDF, is shown for `seconds`, and a video for
  /// its own length.
  static func make(_ names: [String], in folder: String, seconds: Int) -> ContentInfo {
    let items = names.map { item($0, in: folder, seconds: seconds) }
    if items.count == 1, let only = items.first { return only }
    let values = items.map { JSONValue.object([$0.kind: $0.value]) }
    return ContentInfo(kind: "playlist", value: .object(["items": .array(values), "duration": .string("\(seconds)s")]))
  }

  private static func item(_ name: String, in folder: String, seconds: Int) -> ContentInfo {
    let file = JSONValue.string("\(folder)/\(name)")
    if MediaName.isVideo(name) { return ContentInfo(kind: "video", value: .object(["file": file])) }
    guard name.lowercased().hasSuffix(".pdf") else { return ContentInfo(kind: "image", value: .object(["file": file])) }
    return ContentInfo(kind: "deck", value: .object(["file": file, "duration": .string("\(seconds)s")]))
  }
}
