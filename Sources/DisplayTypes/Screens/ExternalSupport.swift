/// The use of external displays: of all, or of one screen.
public enum ExternalSupport: String, Hashable, Sendable, CaseIterable {
  /// They show external scenes.
  case external
  /// They show the picture of another screen.
  case mirror
  /// They stay dark, and their resources are free.
  case off
}

/// The content of a display that is connected for the first time.
public enum UnknownScreens: String, Hashable, Sendable, CaseIterable {
  /// Its scene, immediately.
  case show
  /// The idle frame, until a rule or a run-time choice names the app.
  case idle
  /// The idle frame and an event, so that a controller can decide.
  case ask
}

/// The content of an app's screens after its controller has gone.
public enum ControllerLoss: String, CaseIterable, Hashable, Sendable {
  /// The current content stays.
  case keep
  /// The content that the screens would have without the app.
  case fallback
  /// Black, if the app is in the foreground.
  case blank
}

/// The HDMI-CEC adapter for a display's own power.
public enum CECChoice: Hashable, Sendable {
  /// The adapter that the kernel assigns to the connector, if there is one.
  case automatic
  case off
  /// This adapter, such as `/dev/cec0`.
  case device(String)

  /// Parses the value in the configuration; nil if it is invalid. A device is in `/dev`, and its file name, which a udev rule may set,
  /// contains `cec`. A typing error then opens no other device.
  package init?(_ text: String) {
    switch text {
    case "auto": self = .automatic
    case "off": self = .off
    default:
      let parts = text.split(separator: "/", omittingEmptySubsequences: false)
      guard text.hasPrefix("/dev/"), text.utf8.count <= 255, !text.utf8.contains(0),
        !parts.dropFirst().contains(where: { $0.isEmpty || $0 == "." || $0 == ".." }),
        let name = parts.last.map({ Array($0.utf8) }),
        name.indices.contains(where: { name[$0...].starts(with: "cec".utf8) })
      else { return nil }
      self = .device(text)
    }
  }

  /// The word of the configuration.
  package var text: String {
    switch self {
    case .automatic: "auto"
    case .off: "off"
    case .device(let path): path
    }
  }
}
