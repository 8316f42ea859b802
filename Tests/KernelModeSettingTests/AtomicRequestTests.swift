import Testing

@testable import KernelModeSetting

@Suite struct AtomicRequestTests {
  private func setting(_ object: UInt32, _ property: UInt32, _ value: UInt64) -> PropertySetting {
    PropertySetting(object: object, property: PropertyID(rawValue: property), value: value)
  }

  @Test func settingsStandSortedByObjectAndProperty() {
    var request = AtomicRequest()
    for (object, property) in [(9, 1), (3, 7), (9, 0), (3, 2), (5, 5), (3, 4), (9, 2)] as [(UInt32, UInt32)] {
      request.add(setting(object, property, UInt64(object * 10 + property)))
    }
    #expect(
      request.settings == [
        setting(3, 2, 32), setting(3, 4, 34), setting(3, 7, 37), setting(5, 5, 55), setting(9, 0, 90),
        setting(9, 1, 91), setting(9, 2, 92),
      ])
    #expect(request.count == 7)
  }

  @Test func everyOrderGivesTheSameRequest() {
    let all = (0..<4).flatMap { object in (0..<3).map { setting(UInt32(object), UInt32($0), UInt64($0)) } }
    var forward = AtomicRequest()
    for each in all { forward.add(each) }
    for step in [5, 7, 11] {
      var shuffled = AtomicRequest()
      for index in all.indices { shuffled.add(all[index * step % all.count]) }
      #expect(shuffled == forward)
    }
  }

  @Test func theLaterValueWins() {
    var request = AtomicRequest()
    request.add(PlaneID(rawValue: 4), PropertyID(rawValue: 1), 10)
    request.add(PlaneID(rawValue: 4), PropertyID(rawValue: 1), 11)
    #expect(request.settings == [setting(4, 1, 11)])
    var other = AtomicRequest()
    other.add(PlaneID(rawValue: 4), PropertyID(rawValue: 1), 12)
    other.add(PlaneID(rawValue: 2), PropertyID(rawValue: 1), 13)
    request.add(other)
    #expect(request.settings == [setting(2, 1, 13), setting(4, 1, 12)])
    #expect(request.value(PlaneID(rawValue: 4), PropertyID(rawValue: 1)) == 12)
    #expect(request.value(PlaneID(rawValue: 4), PropertyID(rawValue: 2)) == nil)
  }

  @Test func anEmptiedRequestAsksForNothing() {
    var request = AtomicRequest(capacity: -1)
    request.add(setting(1, 1, 1))
    request.removeAll()
    #expect(request.isEmpty && request.count == 0 && request.settings.isEmpty)
    #expect(request == AtomicRequest())
  }
}
