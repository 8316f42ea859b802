internal import ControlProtocol
internal import Glibc
internal import InputControl

/// `marquee-keys`: the controller that owns input on the box.
@main
enum MarqueeKeys {
  static func main() {
    do throws(KeysFailure) {
      let arguments = try KeysArguments(CommandLine.arguments.dropFirst())
      switch arguments.work {
      case .help: print(KeysArguments.help)
      case .version: print(Release.version)
      case .check:
        _ = try KeyMapSource.load(arguments)
        print("\(arguments.config ?? "the key map"): no errors")
      case .list: try list(arguments)
      case .run:
        SignalWatch.block()
        try Controller(arguments).run()
      }
    } catch {
      Notices().say("\(error)")
      exit(error.status)
    }
  }

  /// Every device of the seat, and what the key map says of it.
  private static func list(_ arguments: KeysArguments) throws(KeysFailure) {
    let settings = try KeyMapSource.load(arguments)
    let input = try InputDevices(seat: arguments.seat) { traits in
      DeviceRule(name: nil)
    }
    let all = input.take().compactMap { event in
      if case .added(let traits) = event.what { traits } else { nil }
    }
    for traits in all {
      let kinds = traits.kinds.map(\.rawValue).sorted().joined(separator: ", ")
      let state = settings.rule(for: traits).map { $0.grabs ? "heard, by nobody else" : "heard" } ?? "left alone"
      let isForgotten = traits.kinds.contains(.keyboard) && !settings.devices.contains { $0.matches(traits) }
      print(
        "\(traits.name): \(kinds.isEmpty ? "no kind" : kinds); \(state)\(isForgotten ? ", until a key map names it" : "")"
      )
    }
    for refusal in input.takeRefusals() { print("\(refusal.path): cannot be opened, errno \(refusal.errno)") }
    if all.isEmpty { print("no device is there on \(arguments.seat)") }
  }
}
