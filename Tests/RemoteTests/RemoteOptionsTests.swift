import Foundation
import Testing

@testable import marquee_remote

/// The options of the server.
struct RemoteOptionsTests {
  @Test func pathsAreFromTheRoot() {
    let options = RemoteOptions(
      addresses: [], certificate: CertificateFiles(certificate: "a/cert.pem", key: "./key.pem"),
      stateDirectory: "../state", media: "media/", pages: "/srv//pages/"
    ).absolute
    let here = URL(filePath: FileManager.default.currentDirectoryPath)
    #expect(options.media == here.path + "/media")
    #expect(options.certificate?.certificate == here.path + "/a/cert.pem")
    #expect(options.certificate?.key == here.path + "/key.pem")
    #expect(options.stateDirectory == here.deletingLastPathComponent().appending(path: "state").path)
    #expect(options.pages == "/srv/pages")
  }

  @Test func theMediaFolderIsTheOneOfThePresenter() {
    #expect(RemoteOptions.mediaFolder(["MARQUEE_MEDIA": "/srv/media"]) == "/srv/media")
    #expect(RemoteOptions.mediaFolder(["MARQUEE_MEDIA": ""]) == "/var/lib/marquee/media")
    #expect(RemoteOptions.mediaFolder([:]) == "/var/lib/marquee/media")
  }
}
