import ControlProtocol
import Foundation
import Testing

@testable import marquee_remote

/// The daemon's rights that marquee-remote needs. It runs as a user with the access level `remote`.
struct RemoteRightsTests {
  /// The screens page plugs and unplugs simulated displays. A simulated daemon is for development, by users with all rights.
  private let exceptions: Set<ControlMethod> = [.simulate, .simulatedConnectors]

  private func name(_ method: ControlMethod) -> String {
    method.rawValue.split(separator: ".").last.map(String.init) ?? ""
  }

  private func expectRemote(_ methods: Set<ControlMethod>) {
    let others = methods.filter { !AccessLevel.remote.isSuperset(of: $0.requiredAccess) }
    #expect(others == exceptions)
  }

  @Test("the calls of the screens page need no more than the level remote, except those to simulated displays")
  func screenCalls() {
    let methods = ControlMethod.allCases.filter { ScreenCalls.all.keys.contains(name($0)) }
    #expect(methods.count == ScreenCalls.all.count)
    expectRemote(Set(methods))
  }

  @Test("all calls in the program's sources need no more, also those of talks, media and pictures")
  func allCalls() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Sources/marquee-remote")
    let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
    var words: Set<Substring> = []
    for case let file as URL in files where file.pathExtension == "swift" {
      words.formUnion(try String(contentsOf: file, encoding: .utf8).split { !$0.isLetter && !$0.isNumber })
    }
    let methods = Set(ControlMethod.allCases.filter { words.contains("\(name($0))Call") })
    #expect(methods.isSuperset(of: [.controlTalk, .talkSlides, .talkPicture, .filePicture, .offerSetup, .screenshot]))
    expectRemote(methods)
  }
}
