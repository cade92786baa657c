/// A fixture that cannot be used: where the fault is, and what to do about it, in one line.
package struct FixtureFault: Error, Equatable, CustomStringConvertible {
  package let file: String
  package let caseID: String?
  package let path: String
  package let problem: String
  package let advice: String

  package init(file: String, caseID: String? = nil, path: String = "$", problem: String, advice: String) {
    self.file = file
    self.caseID = caseID
    self.path = path
    self.problem = problem
    self.advice = advice
  }

  package var description: String {
    "\(file): \(caseID.map { "case \($0): " } ?? "")\(path): \(problem); \(advice)"
  }
}
