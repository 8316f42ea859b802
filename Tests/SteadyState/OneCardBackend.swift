import DisplayTypes
import EventLoop
import KMSBackend
import KernelModeSetting
import Presentation

/// The backend for real displays on a kernel of this program's.
final class OneCardBackend: DisplayBackend {
  /// Why there is no card.
  private(set) var failure: DisplayError?
  private let kernel: StillKernel
  private let backend: KMSBackend

  init(kernel: StillKernel, loop: EventLoop) {
    self.kernel = kernel
    backend = KMSBackend(loop: loop, options: KMSBackendOptions())
  }

  var clock: any DisplayClock { backend.clock }

  func start(_ handler: @escaping (BackendEvent) -> Void) {
    do throws(DisplayError) {
      try backend.start(with: Card.open("/dev/dri/card7", through: kernel), handler)
    } catch {
      failure = error
    }
  }

  func commit(_ commit: ScreenCommit, testOnly: Bool) throws(DisplayError) -> CommitReceipt {
    try backend.commit(commit, testOnly: testOnly)
  }

  func stop() -> Bool { backend.stop() }
}
