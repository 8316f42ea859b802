import Glibc

// Plugs in a touch screen that reads its events from a pipe: `touch-screen PIPE NAME`
//
// Each line of the pipe is `down FINGER X Y`, `move FINGER X Y` or `up FINGER`, with places in fractions of the screen, or `end`, which
// unplugs it. It prints the path of its event file after it is ready. It needs the right to write to /dev/uinput.

let words = CommandLine.arguments.dropFirst()
guard words.count == 2, let pipe = words.first, let name = words.last else {
  print("usage: touch-screen PIPE NAME")
  exit(64)
}
unlink(pipe)
// Open for writing too, so that it does not end when a writer does.
guard mkfifo(pipe, 0o600) == 0, let input = fopen(pipe, "r+"), var screen = TouchScreen(name: name) else {
  print("touch-screen: \(String(cString: strerror(errno)))")
  exit(1)
}
print(screen.path)
fflush(nil)
while let line = readLine(from: input), line != "end" {
  if !screen.obey(line[...]) { print("touch-screen: what is \"\(line)\"?") }
}
screen.remove()

/// The next line without its end; nil at the end.
func readLine(from file: UnsafeMutablePointer<FILE>) -> String? {
  var line: UnsafeMutablePointer<CChar>?
  var size = 0
  defer { free(line) }
  let count = getline(&line, &size, file)
  guard count > 0, let line else { return nil }
  let text = String(cString: line)
  return text.hasSuffix("\n") ? String(text.dropLast()) : text
}
