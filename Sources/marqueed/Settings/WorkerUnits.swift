import WorkerProcesses

/// The units by which systemd starts the programs that draw texts and read files.
struct WorkerUnits {
  let texts: WorkerUnit
  let documents: (pictures: WorkerUnit, pages: WorkerUnit)

  /// - Parameter folder: of the units' sockets, without a slash at its end; nil without such units.
  init?(folder: String?) {
    guard let folder else { return nil }
    func unit(_ program: String) -> WorkerUnit { WorkerUnit(program: program, folder: folder) }
    texts = unit("marquee-rasterizer")
    documents = (unit("marquee-pictures"), unit("marquee-pages"))
  }

  /// Why some of them do not start their program, a sentence each.
  var troubles: [String] { all.compactMap(\.trouble) }

  /// Has each trouble reported once.
  func report(by report: @escaping (String) -> Void) {
    for unit in all { unit.didFail = report }
  }

  private var all: [WorkerUnit] { [texts, documents.pictures, documents.pages] }
}
