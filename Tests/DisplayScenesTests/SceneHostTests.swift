import DisplayScenes
import Testing

@Suite struct SceneHostTests {
  @Test func aHostThatIsReleasedCallsItsCompletions() throws {
    var errors: [SimulatedDisplayError?] = []
    var states: [SimulatedDisplayState?] = []
    do {
      let host = try SceneHost(apps: [], displays: .simulated())
      host.simulatedDisplays?.plug("HDMI-A-1") { errors.append($0) }
      host.simulatedDisplays?.read("HDMI-A-1") { states.append($0) }
    }
    #expect(errors.count == 1 && states.count == 1)
    #expect(errors.first.flatMap(\.self)?.description == "nothing was done: the host has ended")
    #expect(states == [nil])
  }

  @Test func aStopBeforeTheRunEndsIt() throws {
    let host = try SceneHost(apps: [], displays: .simulated())
    host.stop()
    try host.run()
    #expect(host.system.screens.isEmpty)
  }
}
