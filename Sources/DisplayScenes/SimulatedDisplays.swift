internal import Presentation
internal import SimulatedBackend

/// Plugs in and unplugs the displays of a host without hardware, and reads their pictures.
///
/// Belongs to the main thread; the host owns it. Commands are performed in their order on the display thread. The screens and scenes change
/// in later turns of the loop, as with real displays.
///
/// Each completion is called once, on the main thread, in a later turn of the loop. If the host ends before the answer, the completion is
/// called at that end. After the end of the host, it is called at once.
public final class SimulatedDisplays {
  private let thread: HostThread

  init(_ thread: HostThread) { self.thread = thread }

  /// Plugs a display into a connector.
  ///
  /// - Parameters:
  ///   - connector: one of the names of `HostDisplays.simulated`.
  ///   - mode: its largest mode, as `1920x1080@60`; it has the usual smaller modes too.
  ///   - completion: called with the reason if nothing was plugged in.
  public func plug(
    _ connector: String, mode: String = "1920x1080@60",
    completion: @escaping (SimulatedDisplayError?) -> Void = { _ in }
  ) {
    let display = SynthesizedDisplay(modeName: mode)
    perform(completion) { backend in
      guard let display else {
        return .failure(SimulatedDisplayError("\(mode) is no mode; write it as 1920x1080@60"))
      }
      return Self.perform(.plug(connector, .synthesized(display)), on: backend)
    }
  }

  /// Unplugs the display of a connector. The completion is called with the reason if there was no display.
  public func unplug(_ connector: String, completion: @escaping (SimulatedDisplayError?) -> Void = { _ in }) {
    perform(completion) { Self.perform(.unplug(connector), on: $0) }
  }

  /// Reads a connector. The completion is called with nil if there is no such connector, or the host has ended.
  public func read(_ connector: String, completion: @escaping (SimulatedDisplayState?) -> Void) {
    thread.query({ .success(SimulatedDisplayState(connector, of: $0)) }, then: { completion((try? $0.get()) ?? nil) })
  }

  private func perform(
    _ completion: @escaping (SimulatedDisplayError?) -> Void,
    _ question: @escaping @Sendable (SimulatedBackend) -> HostAnswer
  ) {
    thread.query(question) { answer in
      switch answer {
      case .success: completion(nil)
      case .failure(let error): completion(error)
      }
    }
  }

  private nonisolated static func perform(_ command: SimulatedCommand, on backend: SimulatedBackend) -> HostAnswer {
    switch backend.perform(command) {
    case .success: .success(nil)
    case .failure(let error): .failure(SimulatedDisplayError(error.description))
    }
  }
}

/// A simulated connector at one moment, as its monitor sees it.
public nonisolated struct SimulatedDisplayState: Hashable, Sendable {
  /// Whether a display is plugged in.
  public var isPlugged: Bool
  /// The mode in force; nil while the display is dark.
  public var mode: ScreenMode?
  /// The number of modesets since the host was made.
  public var modesets: UInt64
  /// The size of the picture; empty while the display is dark.
  public var pictureSize: PixelSize
  /// The rows of the picture from the top: red, green and blue bytes, without padding.
  public var picture: [UInt8]

  init?(_ connector: String, of backend: SimulatedBackend) {
    guard let status = backend.status[connector] else { return nil }
    isPlugged = status.isPlugged
    mode = status.mode
    modesets = status.counters.modesets
    let pixels = (try? backend.photograph(connector))?.pixels
    pictureSize = pixels?.size ?? PixelSize(width: 0, height: 0)
    picture = pixels?.rgb ?? []
  }
}

/// Why a command to a simulated display failed.
public nonisolated struct SimulatedDisplayError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The reason and the remedy, for people.
  public let description: String

  init(_ description: String) { self.description = description }

  static let hostHasEnded = SimulatedDisplayError("nothing was done: the host has ended")
}
