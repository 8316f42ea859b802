import ControlProtocol

/// An event in a line.
enum EventText {
  static func line(_ event: EventInfo) -> String {
    var parts = [PresentedText.seconds(event.monotonicNanoseconds), "#\(event.sequence)", event.event.rawValue]
    if let screen = event.screen { parts.append(screen) }
    if let app = event.app { parts.append("app \(app)") }
    if let scene = event.scene { parts.append("scene \(scene)") }
    if let mode = event.mode { parts.append(mode.name) }
    if let modes = event.modes { parts.append("\(modes.count) modes") }
    if let presented = event.presented { parts.append("frame \(presented.sequence)") }
    if let reason = event.reason { parts.append("(\(reason))") }
    if let snapshot = event.snapshot {
      parts.append(snapshot.screens.isEmpty ? "no screens" : snapshot.screens.map(\.name).joined(separator: " "))
    }
    return parts.joined(separator: "  ")
  }
}
