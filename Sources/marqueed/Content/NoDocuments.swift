import EventLoop
import Rasterizing

/// Stands in for the programs that decode pictures and pages: says that there are none.
final class NoDocuments: DocumentRasterizer {
  private let loop: EventLoop

  init(loop: EventLoop) {
    self.loop = loop
  }

  func decode(
    _ request: ImageRasterRequest, completion: @escaping (Result<RasterImage, RasterError>) -> Void
  ) -> RasterTicket { refuse { completion(.failure($0)) } }

  func draw(
    _ request: PageRasterRequest, completion: @escaping (Result<RasterImage, RasterError>) -> Void
  ) -> RasterTicket { refuse { completion(.failure($0)) } }

  func countPages(
    of file: MediaFile, completion: @escaping (Result<Int, RasterError>) -> Void
  ) -> RasterTicket { refuse { completion(.failure($0)) } }

  private func refuse(_ completion: @escaping (RasterError) -> Void) -> RasterTicket {
    let timer = loop.makeTimer { completion(.drawingFailed("this build decodes no pictures and no pages")) }
    timer.arm(at: .now)
    // Held until it has fired or nobody waits for it.
    return RasterTicket { timer.disarm() }
  }
}
