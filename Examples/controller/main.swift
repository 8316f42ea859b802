// Shows each line that is typed on every display: `swift run controller`; end with Ctrl-D.
import ControlClient
import ControlProtocol

do {
  let client = try ControlClient()
  while let line = readLine() {
    for screen in try client.call(ScreensCall()).screens {
      let banner = ContentInfo.banner(BannerInfo(text: line))
      let reply = try client.call(ShowCall(screen: screen.name, content: banner))
      print(screen.name, reply.presented?.frame ?? reply.note ?? "nothing to see")
    }
  }
} catch { print(error) }
