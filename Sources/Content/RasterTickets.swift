internal import Rasterizing

/// What a layout has asked of the rasteriser for one picture, answered all together.
final class RasterTickets {
  private var tickets: [RasterTicket] = []
  private var isOver = false

  /// Asks for a picture.
  ///
  /// An error goes to `failed`, once, and nothing else is answered then.
  func ask(
    _ request: RasterRequest, of rasterizer: any Rasterizer, failed: @escaping (RasterError) -> Void,
    _ completion: @escaping (RasterPicture) -> Void
  ) {
    let ticket = rasterizer.rasterize(request) { [weak self] result in
      guard let self, !isOver else { return }
      switch result {
      case .success(.picture(let picture)): completion(picture)
      case .success(.file), .success(.image), .success(.pageCount):
        cancel()
        failed(.badReply("the answer to another question"))
      case .failure(let error):
        cancel()
        failed(error)
      }
    }
    tickets.append(ticket)
  }

  /// Nothing is answered any more.
  func cancel() {
    isOver = true
    for ticket in tickets { ticket.cancel() }
    tickets = []
  }
}
