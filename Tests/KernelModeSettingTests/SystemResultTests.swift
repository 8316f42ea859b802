import Glibc
import KernelModeSetting
import SystemPackage
import Testing

@Suite struct SystemResultTests {
  @Test func anInterruptedCallIsMadeAgain() throws {
    var callCount = 0
    let result = try SystemResult.value { () -> Int32 in
      callCount += 1
      guard callCount < 4 else { return 5 }
      errno = EINTR
      return -1
    }
    #expect(result == 5)
    #expect(callCount == 4)
  }

  @Test func anyNegativeResultThrowsErrno() {
    for result: Int32 in [-1, -EINVAL] {
      #expect(throws: Errno.invalidArgument) {
        try SystemResult.value { () -> Int32 in
          errno = EINVAL
          return result
        }
      }
    }
  }

  @Test func aMissingPointerThrowsErrnoAndIsRetriedWhenInterrupted() throws {
    var callCount = 0
    #expect(throws: Errno.noSuchFileOrDirectory) {
      try SystemResult.pointer { () -> UnsafeMutablePointer<Int>? in
        callCount += 1
        errno = callCount == 1 ? EINTR : ENOENT
        return nil
      }
    }
    #expect(callCount == 2)
  }

  @Test func aFailureWithoutErrnoIsMemoryThatRanOut() {
    #expect(throws: Errno.noMemory) {
      try SystemResult.pointer { () -> UnsafeMutablePointer<Int>? in
        errno = 0
        return nil
      }
    }
  }
}
