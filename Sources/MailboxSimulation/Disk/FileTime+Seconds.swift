package import AppGroupMailbox

extension FileTime {
  /// A moment as the clocks of this package give it.
  ///
  /// What is more than some ten million years away is taken for that.
  package init(secondsSince2001 seconds: Double) {
    let bounded = min(max(seconds, -3e14), 3e14)
    let whole = bounded.rounded(.down)
    self.init(seconds: Int64(whole) + 978_307_200, nanoseconds: Int64((bounded - whole) * 1_000_000_000))
  }

  /// The moment that it stands for, in seconds since 2001.
  package var secondsSince2001: Double { Double(seconds - 978_307_200) + Double(nanoseconds) / 1_000_000_000 }
}
