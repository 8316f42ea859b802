import DisplayTypes
import KernelModeSetting
import RecordingKernel
import SystemPackage
import Testing

@testable import KMSBackend

@Suite struct ConnectorProbeTests {
  private func probes(_ kernel: RecordingDRM) -> [String] {
    kernel.log.filter { $0.hasPrefix("probeConnector") }
  }

  @Test func aFullLookProbesEachConnectorOnceAndOneAtATime() throws {
    let kernel = TwoScreenCard.kernel()
    let card = try kernel.card()
    var look = ConnectorProbe(nil)
    #expect(look.proceed(on: card.descriptor) == nil)
    #expect(probes(kernel) == ["probeConnector 31"])
    guard case .probed(nil, .success(let found)) = look.proceed(on: card.descriptor) else {
      Issue.record("the look has not ended")
      return
    }
    #expect(found.map(\.id.rawValue) == [31, 32])
    #expect(probes(kernel) == ["probeConnector 31", "probeConnector 32"])
    #expect(!kernel.log.contains { $0.hasPrefix("connector") })
  }

  @Test func aNarrowLookLeavesTheOthersAlone() throws {
    let kernel = TwoScreenCard.kernel()
    let card = try kernel.card()
    var look = ConnectorProbe([ConnectorID(rawValue: 32)])
    guard case .probed(let asked, .success(let found)) = look.proceed(on: card.descriptor) else {
      Issue.record("the look has not ended")
      return
    }
    #expect(asked?.map(\.rawValue) == [32] && found.map(\.id.rawValue) == [32])
    #expect(probes(kernel) == ["probeConnector 32"])
  }

  @Test func aConnectorThatVanishesMeanwhileIsLeftOut() throws {
    let kernel = TwoScreenCard.kernel()
    kernel.with { $0.connectors[31] = nil }
    let card = try kernel.card()
    var look = ConnectorProbe(nil)
    _ = look.proceed(on: card.descriptor)
    guard case .probed(nil, .success(let found)) = look.proceed(on: card.descriptor) else {
      Issue.record("the look has not ended")
      return
    }
    #expect(found.map(\.id.rawValue) == [32])
  }

  @Test func aLostCardEndsTheLook() throws {
    let kernel = TwoScreenCard.kernel()
    kernel.with { $0.failures["probeConnector"] = .operationNotSupportedByDevice }
    let card = try kernel.card()
    var look = ConnectorProbe(nil)
    guard case .probed(nil, .failure(let error)) = look.proceed(on: card.descriptor) else {
      Issue.record("the look goes on")
      return
    }
    #expect(error.isDeviceLost)
  }

  @Test func propertiesAreNamedByTheKernelOnce() throws {
    let kernel = TwoScreenCard.kernel()
    let card = try kernel.card()
    _ = try card.descriptor.snapshot(probing: false)
    let asked = kernel.log.count { $0.hasPrefix("property") }
    _ = try card.descriptor.snapshot(probing: false)
    #expect(asked == 13)
    #expect(kernel.log.count { $0.hasPrefix("property") } == asked)
  }
}
