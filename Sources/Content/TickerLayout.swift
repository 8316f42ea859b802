public import Composition
public import DisplayTypes
internal import Presentation
public import Rasterizing

/// A ticker's layers: a line of text that runs through the picture for ever, moved by the display thread alone.
///
/// Where it is at a time is a function of the time of day, so that screens beside each other agree. With reduced motion it stands, and
/// turns its pages.
public final class TickerLayout {
  /// The text, its colours and its speed.
  public let description: TickerDescription
  /// What is not right about the last picture, as a sentence for the user; nil where all is well.
  public private(set) var warning: String?

  private let rasterizer: any Rasterizer
  private let clock: any ContentClock
  private let reducesMotion: Bool
  private var work: TickerWork?

  /// Makes the layout of a ticker.
  ///
  /// - Parameters:
  ///   - description: the text, its colours and its speed.
  ///   - rasterizer: belongs to the main thread.
  ///   - clock: tells where the line is; asked when the layers are made.
  ///   - reducesMotion: whether it turns pages instead.
  public init(
    _ description: TickerDescription, rasterizer: any Rasterizer, clock: any ContentClock, reducesMotion: Bool = false
  ) {
    self.description = description
    self.rasterizer = rasterizer
    self.clock = clock
    self.reducesMotion = reducesMotion
  }

  /// Makes the tree for a geometry.
  ///
  /// The next call, or `cancel()`, gives up an earlier one whose completion has not been called.
  ///
  /// - Parameter completion: called at once where there is no text to draw, else in a later turn of the event loop.
  public func prepare(
    for geometry: OutputGeometry, completion: @escaping (Result<LayerTree, RasterError>) -> Void
  ) {
    cancel()
    warning = nil
    guard let style = TickerStyle(description, for: geometry, turnsPages: reducesMotion) else {
      return completion(.success(LayerTree(background: description.background)))
    }
    let work = TickerWork(style, rasterizer: rasterizer)
    self.work = work
    work.begin { [weak self] result in
      guard let self else { return }
      self.work = nil
      completion(result.map { self.tree($0, on: geometry) })
    }
  }

  /// The completion will not be called any more.
  public func cancel() {
    work?.cancel()
    work = nil
  }

  private func tree(_ parts: TickerParts, on geometry: OutputGeometry) -> LayerTree {
    warning = parts.warning
    let phase = TickerPhase(now: clock.now, on: clock.screens.now)
    let layers =
      reducesMotion
      ? parts.pages(on: geometry, speed: description.speed, phase: phase)
      : parts.line(on: geometry, speed: description.speed, phase: phase)
    return LayerTree(background: description.background, layers: layers)
  }
}
