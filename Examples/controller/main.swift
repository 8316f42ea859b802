// Shows each line that is typed on every display: `swift run controller`; end with Ctrl-D.
import ControlClient
import ControlProtocol
import Glibc

do {
  let client = try ControlClient()
  while let line = readLine() {
    for screen in try client.call(ScreensCall()).screens {
      let reply = Result { try client.call(ShowCall(screen: screen.name, content: .banner(BannerInfo(text: line)))) }
      print(screen.name, reply.map { $0.presented?.frame ?? $0.note ?? "nothing to see" })
    }
  }
} catch { exit(puts("\(error)") < 0 ? 2 : 1) }
