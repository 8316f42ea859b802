internal import DisplayTypes
internal import Timeline

extension RegionPlayer {
  /// What it shows at the present moment; nothing before it has found anything.
  func report(at time: WallTime) -> [ShownMoment] {
    guard let moment, let item = items.last else { return [] }
    // What was handed over ahead of its time is not seen yet.
    if let since = moment.since, since > time, let former, let earlier = items.dropLast().last {
      return report(of: earlier.leaf, former, at: time)
    }
    return report(of: item.leaf, moment, at: time)
  }

  private func report(of leaf: Leaf, _ moment: PlayMoment, at time: WallTime) -> [ShownMoment] {
    if let layout = leaf.layout {
      return layout.report(at: time).map { inner in
        var shown = inner
        shown.moment.item = [moment.item, inner.moment.item].filter { !$0.isEmpty }.joined(separator: "/")
        shown.isSecret = inner.isSecret || leaf.isSecret
        return shown
      }
    }
    if case .nothing = leaf.content { return [ShownMoment(moment, region: region)] }
    let isOverdue = moment.until.map { $0 <= time } ?? false
    return [ShownMoment(moment, region: region, seen: leaf.content, isOverdue: isOverdue)]
  }
}
