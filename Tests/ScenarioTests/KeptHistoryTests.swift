import Testing

@testable import ScenarioSupport

/// The allowed values after a power cut, by the sent and acknowledged ones.
struct KeptHistoryTests {
  @Test("the acknowledged value and those sent after it may be there, and none before it")
  func acknowledged() {
    var history = KeptHistory(0)
    for value in [1, 2, 3] { history.send(value) }
    #expect(history.possible == [0, 1, 2, 3])
    history.acknowledge(2)
    #expect(history.possible == [2, 3])
    let isEarlier = history.find(1)
    #expect(!isEarlier)
  }

  @Test("a found value is the only allowed one after the next cut")
  func found() {
    var history = KeptHistory(0)
    history.send(1)
    let isAllowed = history.find(0)
    #expect(isAllowed && history.possible == [0])
  }

  @Test("a refused value may be there until a later one is acknowledged")
  func refused() {
    var history = KeptHistory(1)
    history.send(0)
    history.send(1)
    #expect(history.possible == [1, 0, 1])
    history.acknowledge(1)
    #expect(history.possible == [1])
  }

  @Test("a file that lacks its end, or is another number's, is not whole")
  func files() {
    let file = KeptContent.file(of: 7)
    #expect(KeptContent.number(ofFile: file) == 7)
    #expect(KeptContent.number(ofFile: file.dropLast()) == nil)
    #expect(KeptContent.number(ofFile: [UInt8](repeating: 0, count: file.count)) == nil)
    #expect(KeptContent.number(ofFile: Array("7\n".utf8) + KeptContent.file(of: 8).dropFirst(2)) == nil)
  }
}
