import EventLoop
import Glibc
import KMSBackend
import Presentation
import Testing

@Suite struct InheritedCardTests {
  /// While its file is open, no other process can be master of that card, even if its number has changed.
  @Test func aKeptCardThatIsNotThereIsGivenBack() throws {
    let descriptor = open("/dev/null", O_RDWR | O_CLOEXEC)
    try #require(descriptor >= 0)
    let device = "/dev/dri/card4711"
    var options = KMSBackendOptions(devices: ["/dev/dri/card4712"])
    options.inherited = [KMSBackendOptions.InheritedCard(device: device, descriptor: descriptor)]
    let backend = KMSBackend(loop: try EventLoop(), options: options)
    var notices: [BackendNotice] = []
    backend.start { event in
      if case .notice(let notice) = event { notices.append(notice) }
    }
    #expect(notices.contains(.released(device: device)))
    // The number may be another file's by now.
    var (kept, null) = (stat(), stat())
    try #require(stat("/dev/null", &null) == 0)
    let isOpen = fstat(descriptor, &kept) == 0 && kept.st_rdev == null.st_rdev
    #expect(!isOpen)
    backend.stop()
  }
}
