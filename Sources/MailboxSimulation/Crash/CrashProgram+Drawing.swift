extension CrashProgram {
  /// A program of up to five operations.
  package init(drawnFrom tape: ChoiceTape) {
    let setting = tape.pick(from: CrashSetting.all)
    let count = 1 + tape.choose(below: 5)
    let operations = (0..<count).map { _ in
      tape.beginPart()
      return tape.pick(from: CrashOperation.allCases)
    }
    self.init(setting, operations)
  }
}
