import DisplayTypes
import KernelModeSetting
import SystemPackage
import Testing

@Suite struct DisplayErrorErrnoTests {
  @Test(
    arguments: [
      (16, "busy"), (11, "busy"), (4, "busy"), (22, "refused"), (34, "refused"), (28, "refused"), (7, "refused"),
      (13, "not-permitted"), (1, "not-permitted"), (2, "gone"), (19, "device-lost"), (6, "device-lost"),
      (12, "out-of-memory"), (38, "unsupported"), (95, "unsupported"), (25, "unsupported"), (5, "other"),
      (110, "other"),
    ] as [(Int32, String)])
  func eachErrnoHasItsKind(number: Int32, code: String) {
    let error = DisplayError(errno: Errno(rawValue: number), operation: "do it", device: "/dev/dri/card0")
    #expect(error.code.rawValue == code)
    #expect(error.errno == number)
    #expect(error.isRetryable == (code == "busy"))
    #expect(error.isDeviceLost == (code == "device-lost"))
  }
}
