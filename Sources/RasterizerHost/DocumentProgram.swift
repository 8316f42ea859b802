/// Which program reads a file.
enum DocumentProgram: Hashable {
  case pictures
  case pages
}
