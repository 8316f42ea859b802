/// An option of the daemon; its number is the key by which argp tells it.
nonisolated enum MarqueedOption: Int32, CaseIterable {
  // Above every letter: none of them has a short form.
  case config = 256
  case backend
  case device
  case driver
  case seat
  case legacy
  case state
  case rasterizer
  case connectors
  case wait
  case logLevel
  case check
  case strict
  case replay

  /// Its name behind two hyphens.
  var name: StaticString {
    switch self {
    case .config: "config"
    case .backend: "backend"
    case .device: "device"
    case .driver: "driver"
    case .seat: "seat"
    case .legacy: "legacy"
    case .state: "state"
    case .rasterizer: "rasterizer"
    case .connectors: "connectors"
    case .wait: "wait"
    case .logLevel: "log-level"
    case .check: "check"
    case .strict: "strict"
    case .replay: "replay"
    }
  }

  /// What its value is called; nil where it has none.
  var valueName: StaticString? {
    switch self {
    case .config, .replay: "FILE"
    case .backend: "KIND"
    case .device, .rasterizer: "PATH"
    case .driver, .seat: "NAME"
    case .state: "DIRECTORY"
    case .connectors: "NAMES"
    case .logLevel: "LEVEL"
    case .legacy, .wait, .check, .strict: nil
    }
  }

  var help: StaticString {
    switch self {
    case .config: "The configuration file"
    case .backend: "Real displays, simulated ones, or whichever is there: kms, simulated or auto (which is the default)"
    case .device: "Only this card; may be given more than once"
    case .driver: "Only cards of this DRM driver, as virtio_gpu"
    case .seat: "Only cards of this seat (default: seat0)"
    case .legacy: "Use legacy calls even where the card has atomic commits"
    case .state: "Where sessions and choices are kept"
    case .rasterizer: "The rasteriser's program"
    case .connectors: "The simulated connectors, with commas between"
    case .wait: "Wait for a card that is not there or is held, as under systemd, instead of ending"
    case .logLevel: "The least that is logged: debug, info, notice, warning or error"
    case .check: "Only check the configuration and the media files that it names"
    case .strict: "With --check: a media file that cannot be shown is an error"
    case .replay: "Play a report of marqueectl again on simulated displays, and say whether the decisions are the same"
    }
  }
}
