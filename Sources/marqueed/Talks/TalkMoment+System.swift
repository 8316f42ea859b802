import DisplayTypes
import Glibc
import Talks

nonisolated extension TalkMoment {
  /// The present moment, with what the screens' clock says.
  init(screens: MonotonicTime) {
    var boot = timespec()
    clock_gettime(CLOCK_BOOTTIME, &boot)
    self.init(
      monotonic: screens, boot: Self.bootIdentifier,
      bootNanoseconds: UInt64(clamping: boot.tv_sec) * 1_000_000_000 + UInt64(clamping: boot.tv_nsec),
      wallSeconds: Int64(time(nil)))
  }

  /// What the kernel calls this start of the machine (random(4)); nil where that cannot be read.
  private static let bootIdentifier: String? = {
    let descriptor = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = read(descriptor, &bytes, bytes.count)
    guard count > 1 else { return nil }
    return String(validating: bytes.prefix(count).filter { $0 > 32 && $0 < 127 }, as: UTF8.self)
  }()
}
