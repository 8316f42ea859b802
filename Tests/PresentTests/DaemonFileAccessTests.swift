import Foundation
import SpeakerView
import Testing

@testable import marqueectl

@Suite struct DaemonFileAccessTests {
  private static func status(user: Int, group: Int = 500, groups: String = "") -> String {
    "Name:\tmarqueed\nUid:\t\(user)\t\(user)\t\(user)\t\(user)\nGid:\t\(group)\t\(group)\t\(group)\t\(group)\nGroups:\t\(groups) \n"
  }

  @Test func readsUserAndGroupsOfAProcess() {
    let reach = DaemonFileAccess(status: Self.status(user: 998, group: 997, groups: "44 105"))
    #expect(reach?.userID == 998)
    #expect(reach?.groupIDs == [997, 44, 105])
    #expect(DaemonFileAccess(status: "Name: x") == nil)
    #expect(DaemonFileAccess(process: Int(getpid()))?.userID == geteuid())
  }

  @Test(arguments: ["/home/anna/talk.pdf", "/root/talk.pdf", "/run/user/1000/talk.pdf", "/tmp/talk.pdf"])
  func aServiceSeesNoHomes(path: String) {
    #expect(DaemonFileAccess(status: Self.status(user: 998))?.reads(path, reader: 1000) == false)
  }

  @Test func anothersFilesAreReadByTheirModes() throws {
    // /usr/share is open to everybody; its files belong to root.
    let reach = DaemonFileAccess(status: Self.status(user: 64_998))
    #expect(reach?.reads("/etc/passwd", reader: 1000) == true)
    #expect(reach?.reads("/etc/shadow", reader: 1000) == false)
    #expect(reach?.reads("/etc/nothing-of-that-name", reader: 1000) == false)
    #expect(
      DaemonFileAccess(status: Self.status(user: 64_998, groups: "42"))?.reads("/etc/shadow", reader: 1000) == true)
  }

  @Test func namesOfCopiesChangeWithTheFile() {
    var status = stat()
    #expect(stat("/etc/passwd", &status) == 0)
    let sum = OfficeConversion.sum(of: "/home/a/My talk.odp", status)
    #expect(OfficeConversion.sum(of: "/home/b/My talk.odp", status) != sum)
    status.st_size += 1
    #expect(OfficeConversion.sum(of: "/home/a/My talk.odp", status) != sum)
    #expect(OfficeConversion.stem(of: "/home/a/My talk.v2.odp") == "My talk.v2")
  }

  @Test func notesAreLookedForBesideTheDeck() {
    #expect(
      NotesFile.names(beside: "/a.b/talk.v2.pdf") == [
        "/a.b/talk.v2.notes.md", "/a.b/talk.v2.md", "/a.b/talk.v2.pdfpc", "/a.b/talk.v2.pdf.pdfpc",
      ])
  }
}
