import DisplayTypes
import Testing

@testable import marqueed

@MainActor
@Suite struct UserInfoChangesTests {
  private func page(_ number: Int64) throws -> UserInfo { try UserInfo(["page": .integer(number)]) }

  @Test func changesThatCannotBeKeptAreTakenBack() throws {
    var changes = UserInfoChanges()
    changes.begin("s", from: try page(1))
    #expect(changes.end("s", isKept: false, as: try page(2)) == (try page(1)))
    changes.begin("s", from: try page(1))
    #expect(changes.end("s", isKept: true, as: try page(3)) == nil)
    changes.begin("s", from: try page(3))
    #expect(changes.end("s", isKept: false, as: try page(4)) == (try page(3)))
  }

  @Test(arguments: [[false, false], [true, false], [false, true], [true, true]])
  func ofSeveralChangesTheLastOneDecides(kept: [Bool]) throws {
    var changes = UserInfoChanges()
    for number in 1...2 { changes.begin("s", from: try page(Int64(number))) }
    #expect(changes.end("s", isKept: kept[0], as: try page(2)) == nil)
    let back = changes.end("s", isKept: kept[1], as: try page(3))
    #expect(back == (kept[1] ? nil : try page(kept[0] ? 2 : 1)))
  }
}
