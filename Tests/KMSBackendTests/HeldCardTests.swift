import DisplayTypes
import Presentation
import Testing

@testable import KMSBackend
@testable import KernelModeSetting

@Suite struct HeldCardTests {
  private let device = "/dev/dri/card0"

  private func notice(_ holders: [CardHolder]) -> BackendNotice {
    let error = DisplayError(code: .anotherMaster, operation: "become master of", device: device, errno: 16)
    return KMSBackend.notice(error, device) { _ in holders }
  }

  @Test func theNoticeNamesTheProgramAndTheProcessThatHoldTheCard() {
    let holders = [
      CardHolder(process: 612, command: "Xorg", isMaster: true),
      CardHolder(process: 900, command: "mpv", isMaster: false),
    ]
    #expect(notice(holders) == .occupied(device: device, holder: "Xorg (process 612)"))
  }

  @Test func aProgramWithoutANameHasItsProcess() {
    let holders = [CardHolder(process: 612, command: "", isMaster: nil)]
    #expect(notice(holders) == .occupied(device: device, holder: "process 612"))
  }

  @Test func theNoticeExplainsHowToFindAnUnknownHolder() {
    let holder = "another user's process, which root can name (fuser -v /dev/dri/card0)"
    #expect(notice([]) == .occupied(device: device, holder: holder))
  }
}
