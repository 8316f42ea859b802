internal import DisplayTypes
internal import Rasterizing

/// Draws a ticker's text, one piece after the other.
final class TickerWork {
  private var style: TickerStyle
  private let rasterizer: any Rasterizer
  private let tickets = RasterTickets()
  private var pictures: [RasterPicture] = []
  private var completion: ((Result<TickerParts, RasterError>) -> Void)?

  init(_ style: TickerStyle, rasterizer: any Rasterizer) {
    self.style = style
    self.rasterizer = rasterizer
  }

  /// Asks for the first piece, which says how long the whole is.
  func begin(completion: @escaping (Result<TickerParts, RasterError>) -> Void) {
    self.completion = completion
    ask(0)
  }

  /// The completion will not be called any more.
  func cancel() {
    completion = nil
    tickets.cancel()
  }

  private func ask(_ number: Int) {
    tickets.ask(.text(style.request(number)), of: rasterizer, failed: { [weak self] in self?.finish(.failure($0)) }) {
      [weak self] in self?.take($0, number)
    }
  }

  private func take(_ picture: RasterPicture, _ number: Int) {
    if number == 0, let smaller = style.smaller(extent: picture.extent, rows: picture.rect.height) {
      style = smaller
      return ask(0)
    }
    pictures.append(picture)
    let extent = pictures.first?.extent ?? 0
    guard number + 1 < style.count(extent: extent) else {
      return finish(.success(TickerParts(style: style, pictures: pictures)))
    }
    ask(number + 1)
  }

  private func finish(_ result: Result<TickerParts, RasterError>) {
    let completion = completion
    self.completion = nil
    completion?(result)
  }
}
