import Glibc
import Testing

@testable import marqueed

@MainActor
@Suite struct ConfigurationSourceTests {
  private let home: String
  private var file: String { "\(home)/marquee/marquee.yaml" }

  init() {
    home = "/tmp/marquee-configuration-\(getpid())-\(UInt32.random(in: 0 ... .max))"
    mkdir(home, 0o700)
    mkdir("\(home)/marquee", 0o700)
  }

  private func environment(_ variables: [String: String] = [:]) -> DaemonEnvironment {
    DaemonEnvironment(
      variables: ["XDG_CONFIG_HOME": home].merging(variables) { $1 }, userID: 1000, processID: 42, isService: true)
  }

  private func write(_ text: String) {
    let descriptor = open(file, O_CREAT | O_TRUNC | O_WRONLY, 0o600)
    _ = Glibc.write(descriptor, text, text.utf8.count)
    close(descriptor)
  }

  private func cleanUp() {
    unlink(file)
    rmdir("\(home)/marquee")
    rmdir(home)
  }

  /// The exit status of its error; nil if it succeeds.
  private func status(_ body: () throws(DaemonError) -> Void) -> Int32? {
    do throws(DaemonError) {
      try body()
      return nil
    } catch {
      return error.status
    }
  }

  @Test func aFileThatIsMadeLaterIsFoundByTheNextLook() throws {
    defer { cleanUp() }
    let source = ConfigurationSource(path: nil, environment: environment())
    #expect(try source.load().path != file)
    write("support: external\n")
    #expect(try source.load().path == file)
  }

  @Test func aFileThatIsGoneIsAnErrorAndNotTheBuiltInOne() {
    defer { cleanUp() }
    let source = ConfigurationSource(path: nil, environment: environment(["MARQUEE_CONFIG": file]))
    #expect(status { () throws(DaemonError) in _ = try source.load(insteadOf: file) } == 66)
  }

  @Test func aServiceDoesNotReadSomebodysOwnFile() throws {
    defer { cleanUp() }
    write("support: external\n")
    let source = ConfigurationSource(path: nil, environment: environment(["NOTIFY_SOCKET": "/run/notify"]))
    #expect(try source.load().path != file)
  }

  @Test func anErrorHasItsPlaceForTheClientOfReload() {
    defer { cleanUp() }
    write("support: external\nunknownScreens: maybe\nidle: 3\n")
    let source = ConfigurationSource(path: file, environment: environment())
    do throws(DaemonError) {
      _ = try source.load()
      Issue.record("it has errors")
    } catch {
      guard case .configuration(let trouble) = error else {
        Issue.record("\(error)")
        return
      }
      #expect(error.status == 65)
      #expect([trouble.line, trouble.column] == [2, 17])
      #expect(trouble.problems.count == 2)
      #expect(trouble.count == 2)
    }
  }

  @Test func manyErrorsAreCutAndCounted() throws {
    defer { cleanUp() }
    write("screens:\n" + String(repeating: "- 1\n", count: 60))
    do throws(DaemonError) {
      _ = try ConfigurationSource(path: file, environment: environment()).load()
      Issue.record("it has errors")
    } catch {
      guard case .configuration(let trouble) = error else {
        Issue.record("\(error)")
        return
      }
      #expect(trouble.problems.count == 51)
      #expect(trouble.problems.last == "and 10 more errors: 60 in all")
      #expect(trouble.count == 60)
    }
  }
}
