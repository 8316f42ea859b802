/// The jobs of a probe thread, in the order in which they are due.
struct ProbeQueue: Sendable {
  private var jobs: [ProbeJob] = []

  var isEmpty: Bool { jobs.isEmpty }

  mutating func add(_ job: ProbeJob) {
    let place = jobs.firstIndex { $0.urgency > job.urgency } ?? jobs.endIndex
    jobs.insert(job, at: place)
  }

  mutating func next() -> ProbeJob? {
    jobs.isEmpty ? nil : jobs.removeFirst()
  }
}
