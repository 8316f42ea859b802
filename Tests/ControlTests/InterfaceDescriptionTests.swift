import ControlProtocol
import FoundationEssentials
import Testing

@Suite struct InterfaceDescriptionTests {
  private let parsed = Result { try VarlinkInterface(InterfaceDescription.text) }

  @Test func theInstalledFileIsTheText() throws {
    let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let file = "/\(root)/Sources/ControlProtocol/Generated/org.marquee.Display.varlink"
    #expect(try String(contentsOfFile: file, encoding: .utf8) == InterfaceDescription.text)
  }

  @Test func theInterfaceParses() throws {
    let interface = try parsed.get()
    #expect(interface.name == "org.marquee.Display")
    #expect(try VarlinkInterface(ServiceInterfaceDescription.text).name == "org.varlink.service")
  }

  @Test func theParserIsStrict() {
    for bad in [
      "interface org.marquee.Display", "interface x\nmethod A() -> ()", "interface a.b\nmethod a() -> ()",
      "interface a.b\nmethod A(x) -> ()", "interface a.b\nmethod A(x: []Nothing) -> ()",
      "interface a.b\nmethod A(x: ??int) -> ()", "interface a.b\ntype T (a: int, a: int)",
      "interface a.b\nmethod A() -> (a: int,)", "interface a.b\nmethod A() -> ()\nmethod A() -> ()",
    ] { #expect(throws: VarlinkInterface.Failure.self, "\(bad)") { try VarlinkInterface(bad) } }
  }

  @Test func methodsAreThoseOfTheProgram() throws {
    let prefix = InterfaceDescription.name + "."
    let known = ControlMethod.allCases.map(\.rawValue).filter { $0.hasPrefix(prefix) }
    #expect(try Set(parsed.get().methods.keys) == Set(known.map { String($0.dropFirst(prefix.count)) }))
  }

  @Test func errorsAreThoseOfTheProgram() throws {
    let prefix = InterfaceDescription.name + "."
    let names = ControlErrorTests.errors.map(\.name).filter { $0.hasPrefix(prefix) }
    #expect(try Set(parsed.get().errors.keys) == Set(names.map { String($0.dropFirst(prefix.count)) }))
  }
}
