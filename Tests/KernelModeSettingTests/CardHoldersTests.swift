import Testing

@testable import KernelModeSetting

@Suite struct CardHoldersTests {
  @Test func theKernelsListIsRead() {
    let table = """
                   command  tgid dev master a   uid      magic
            systemd-logind   612   0   y    y     0          0
           Xwayland a n b   1200   0   n    y  1000          1
        rubbish
      """
    #expect(
      CardHolders.parseClients(table) == [
        CardHolder(process: 612, command: "systemd-logind", isMaster: true),
        CardHolder(process: 1200, command: "Xwayland a n b", isMaster: false),
      ])
  }

  @Test func aFileThatIsNoDeviceHasNoHolders() {
    #expect(CardHolders.find("/proc/self/comm").isEmpty)
    #expect(CardHolders.find("/nonexistent").isEmpty)
  }
}
