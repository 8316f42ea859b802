internal import ControlClient
internal import ControlProtocol
internal import Glibc

/// What the screens page may ask of the daemon: these of its methods, in its own words.
enum ScreenCalls {
  /// A method.
  struct Known: Sendable {
    /// Who may call it.
    let role: RemoteRole
    /// Calls it with a message of a page, and gives the daemon's answer; throws `ControlError` for what makes no sense.
    let make: @Sendable (_ message: [UInt8], _ lane: CallQueue) async throws -> [UInt8]
  }

  private struct Message<Call: ControlParameters>: Decodable {
    let parameters: Call
  }

  private struct Name: Decodable {
    let method: String
  }

  /// By the last part of their names.
  private static let all: [String: Known] = {
    let list: [(String, Known)] = [
      known(ScreensCall.self, .observe), known(AppsCall.self, .observe),
      // What of a content is seen is not told on a page, and may cost much.
      known(ExplainCall.self, .observe) { $0.content != true },
      known(StatusCall.self), known(SessionsCall.self), known(PlaysCall.self), known(SetModeCall.self),
      known(ConfirmModeCall.self),
      known(RotateCall.self), known(SetOverscanCall.self), known(ResetCall.self), known(BlankCall.self),
      known(FreezeCall.self), known(PowerCall.self), known(IdentifyCall.self), known(SetForegroundCall.self),
      known(SetSupportCall.self), known(ActivateSessionCall.self), known(DestroySessionCall.self),
      known(PlaceAppCall.self), known(RequestSceneCall.self),
      // Files are for who is on the machine.
      known(ShowCall.self) { $0.content.map { $0.kind == "pattern" } ?? true },
      known(SimulateCall.self) { [.plug, .unplug].contains($0.command) },
    ]
    return Dictionary(uniqueKeysWithValues: list)
  }()

  /// The method that a message of a page names; nil for one that is not for pages.
  static func method(of message: [UInt8]) -> Known? {
    (try? ControlJSON.decode(Name.self, from: message)).flatMap { all[$0.method] }
  }

  private static func known<Call: ControlParameters>(
    _ call: Call.Type, _ role: RemoteRole = .control, only isAllowed: @escaping @Sendable (Call) -> Bool = { _ in true }
  ) -> (String, Known) {
    let name = Call.method.rawValue.split(separator: ".").last.map(String.init) ?? ""
    return (
      name,
      Known(role: role) { message, lane in
        let call = try ControlJSON.decode(Message<Call>.self, from: message).parameters
        try call.validate()
        guard isAllowed(call) else { throw ControlError.notSupported(reason: "it is not done from a page") }
        return try ControlJSON.encode(try await lane.call(call))
      }
    )
  }
}

/// Files of the folder as the daemon is told of them.
enum MediaContent {
  /// One file, or several after each other, each for so long; the pages of a PDF each so long too.
  static func make(_ names: [String], in folder: String, seconds: Int) -> ContentInfo {
    let items = names.map { item($0, in: folder, seconds: seconds) }
    if items.count == 1, let only = items.first { return only }
    let values = items.map { JSONValue.object([$0.kind: $0.value]) }
    return ContentInfo(kind: "playlist", value: .object(["items": .array(values), "duration": .string("\(seconds)s")]))
  }

  private static func item(_ name: String, in folder: String, seconds: Int) -> ContentInfo {
    let file = JSONValue.string("\(folder)/\(name)")
    guard name.lowercased().hasSuffix(".pdf") else { return ContentInfo(kind: "image", value: .object(["file": file])) }
    return ContentInfo(kind: "deck", value: .object(["file": file, "duration": .string("\(seconds)s")]))
  }
}
