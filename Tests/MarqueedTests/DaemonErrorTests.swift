import Testing

@testable import marqueed

struct DaemonErrorTests {
  @Test func aHeldCardIsAnErrorWithItsHolderAndTheNextStep() {
    let error = DaemonError.occupied(device: "/dev/dri/card0", holder: "Xorg (process 612)")
    #expect(error.status == 75)
    #expect(
      error.description
        == "/dev/dri/card0 is held by Xorg (process 612): only one program can show pictures on a card. "
        + "End that program, or start marqueed with --wait to take the card over when it is free.")
  }
}
