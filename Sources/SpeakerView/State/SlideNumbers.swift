/// The numbers of a deck's slides. Successive pages with one label are the steps of one slide, as beamer makes them, and count once.
struct SlideNumbers: Hashable, Sendable {
  /// The first page of each slide.
  private let starts: [Int]
  private let pages: Int

  /// - Parameter label: the label of a page; nil or empty if it has none, or if it is not known yet.
  init(pages: Int, label: (Int) -> String?) {
    self.pages = max(0, pages)
    var starts: [Int] = []
    var last = ""
    for page in stride(from: 1, through: pages, by: 1) {
      let label = label(page) ?? ""
      if label.isEmpty || label != last { starts.append(page) }
      last = label
    }
    // One label for the whole deck names no slides.
    self.starts = starts.count > 1 ? starts : Array(1...max(1, pages))
  }

  /// Whether a slide has several pages.
  var hasSteps: Bool { starts.count < pages }

  var count: Int { pages == 0 ? 0 : starts.count }

  /// The number of the slide to which a page belongs, from 1.
  func number(of page: Int) -> Int {
    // The slides before the first later one.
    var (low, high) = (0, starts.count)
    while low < high {
      let middle = (low + high) / 2
      if starts[middle] <= page { low = middle + 1 } else { high = middle }
    }
    return max(1, low)
  }

  /// The first page of a slide. A number outside the deck is limited to it.
  func firstPage(of number: Int) -> Int { starts[min(max(1, number), starts.count) - 1] }

  /// The pages of a slide.
  func pages(of number: Int) -> ClosedRange<Int> {
    let first = firstPage(of: number)
    return first...max(first, number < starts.count ? firstPage(of: number + 1) - 1 : pages)
  }
}
