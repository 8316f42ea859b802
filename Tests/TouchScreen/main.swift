import Glibc

// Plugs a touch screen in, which takes what happens on it from a pipe: `touch-screen PIPE NAME`
//
// Each line of the pipe is `down FINGER X Y`, `move FINGER X Y` or `up FINGER`, with places in shares of the screen, or `end`, which pulls it
// out. It prints the file of its events once it is there. Takes the right to write to /dev/uinput.

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
  if !screen.obey(line[...]) { print("touch-screen: what is “\(line)”?") }
}
screen.remove()

/// The next line without its end; nil where there is none.
func readLine(from file: UnsafeMutablePointer<FILE>) -> String? {
  var line: UnsafeMutablePointer<CChar>?
  var size = 0
  defer { free(line) }
  let count = getline(&line, &size, file)
  guard count > 0, let line else { return nil }
  let text = String(cString: line)
  return text.hasSuffix("\n") ? String(text.dropLast()) : text
}
