import Synchronization
import Testing

@testable import marquee_remote

struct PairingLinksTests {
  /// A server whose address changes, with codes that count up.
  private final class Server: Sendable {
    let url = Mutex("http://192.168.1.5:4000")
    let codes = Mutex(0)

    var invitations: PairingLinks {
      PairingLinks(
        url: { self.url.withLock { $0 } },
        make: { observer in
          self.codes.withLock {
            $0 += 1
            return "\(observer ? "EYES" : "HAND")-CODE\($0)"
          }
        })
    }

    func move(to address: String) { url.withLock { $0 = "http://\(address):4000" } }
  }

  @Test func aLineHasAddressCodeLinkAndRole() {
    let invitations = Server().invitations
    #expect(
      invitations.line() == "http://192.168.1.5:4000 HAND-CODE1 http://192.168.1.5:4000/pair#HANDCODE1 control")
    #expect(
      invitations.line(observer: true)
        == "http://192.168.1.5:4000 EYES-CODE2 http://192.168.1.5:4000/pair#EYESCODE2 observe")
  }

  /// Codes are valid for any address, and the reader has shown the code already.
  @Test func anotherAddressIsReportedOnceWithTheSameCode() {
    let server = Server()
    let invitations = server.invitations
    _ = invitations.line()
    _ = invitations.line(observer: true)
    #expect(invitations.lineAfterAddressChange() == nil)
    server.move(to: "10.0.0.7")
    #expect(
      invitations.lineAfterAddressChange()
        == "http://10.0.0.7:4000 HAND-CODE1 http://10.0.0.7:4000/pair#HANDCODE1 control")
    #expect(invitations.lineAfterAddressChange() == nil)
    #expect(server.codes.withLock { $0 } == 2)
  }

  @Test func withoutANetworkNothingIsReported() {
    let server = Server()
    let invitations = server.invitations
    _ = invitations.line()
    server.move(to: "127.0.0.1")
    #expect(invitations.lineAfterAddressChange() == nil)
    server.move(to: "192.168.1.5")
    #expect(invitations.lineAfterAddressChange() == nil)
    server.move(to: "127.0.0.1")
    _ = invitations.lineAfterAddressChange()
    server.move(to: "192.168.1.6")
    #expect(invitations.lineAfterAddressChange()?.hasPrefix("http://192.168.1.6:4000 HAND-CODE1 ") == true)
  }
}
