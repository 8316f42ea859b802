import Configuration
import ContentModel
import DisplayTypes
import Testing

@testable import marqueed

/// The users and groups of `access`.
@MainActor
struct AccessNamesTests {
  @Test("users and groups that this machine does not have are warnings with their places")
  func unknown() throws {
    let text = """
      access:
        alarm: { users: [root, "0", no-such-user] }
        observe: { groups: [no-such-group, "4000000"] }
      """
    let warnings = try Configuration.parse(Array(text.utf8), file: "marquee.yaml").unknownNames
    #expect(Set(warnings.map(\.keyPath)) == ["access.alarm.users[2]", "access.observe.groups[0]"])
    #expect(Set(warnings.map(\.location.line)) == [2, 3])
    #expect(warnings.allSatisfy { $0.location.file == "marquee.yaml" })
  }

  @Test("a text that is never a name or number is an error", arguments: [#""""#, "-1", "99999999999", "a:b", "'a b'"])
  func impossible(_ name: String) {
    #expect(throws: ConfigurationErrors.self) {
      try Configuration.parse(Array("access: { control: { users: [\(name)] } }".utf8), file: "marquee.yaml")
    }
  }
}
