"""Plants known faults in a tiny package and checks that `run` says of each what is true. Called by `Faults/run --self-test`."""
import json
import pathlib
import subprocess
import sys
import tempfile

RUN = pathlib.Path(__file__).resolve().parent / "run"

PACKAGE = """// swift-tools-version: 6.2
import PackageDescription
let package = Package(name: "Tiny", targets: [
  .target(name: "Tiny"), .testTarget(name: "TinyTests", dependencies: ["Tiny"]),
  .executableTarget(name: "MailboxFuzz", dependencies: ["Tiny"]),
])
"""
LIBRARY = """public func answer() -> Int {
  return 42
}
"""
TESTS = """import Testing
import Tiny
@Test func rightAnswer() { #expect(answer() == 42) }
@Test func alwaysFails() { #expect(answer() == 41) }
enum MultiProcess {
  @Suite struct Sharp { @Test func rightInProcesses() { #expect(answer() == 42) } }
  @Suite struct Blunt { @Test func anyInProcesses() { #expect(answer() > 0) } }
  @Suite struct Unfit { @Test func failsInProcesses() { #expect(answer() < 0) } }
}
"""
FUZZ = """import Foundation
import Tiny
if answer() != EXPECTED {
  print("BROKEN  waiting powerLoss rejectNewest unnamed: claimOne, release; the last comes to its end: it is wrong (ENQ-1)")
  fflush(nil)
  sleep(1)
  print("7 runs")
  exit(1)
}
print("9 runs")
"""

# Id, what replaces the line `return 42`, the check, and what `run` must say; a suite of real processes that must find it as well.
CASES = [
    ("wrong", "  return 41", "rightAnswer", "killed", "rightAnswer()"),
    ("crash", "  fatalError()", "rightAnswer", "killed", "(crashed)"),
    ("hang", "  while true {}", "rightAnswer", "killed", "(hung for 5 s)"),
    ("no-op", "  return 40 + 2", "rightAnswer", "survived", "nothing"),
    ("no-compile", "  return forty", "rightAnswer", "error", "does not compile"),
    ("no-apply", None, "rightAnswer", "error", "does not apply"),
    ("unfit-check", "  return 41", "alwaysFails", "error", "the unbroken build fails"),
    ("empty-check", "  return 41", "noSuchTest", "error", "selects no test"),
    ("in-processes", "  return 41", "rightAnswer", "killed", "rightAnswer()", "Sharp"),
    ("blunt-in-processes", "  return 41", "rightAnswer", "survived", "and by no test with real processes", "Blunt"),
    ("unfit-in-processes", "  return 41", "rightAnswer", "error", "the unbroken build fails", "Unfit"),
    ("empty-in-processes", "  return 41", "rightAnswer", "error", "selects no test", "NoSuch"),
]

# What `inProcesses` cannot be, and what --check says then.
UNSOUND = [
    ("UnitTests.Racing", "names no tests of MultiProcess"),
    ("MultiProcess.Racing(", "`inProcesses` is no regular expression"),
    (["MultiProcess.Racing"], "names no tests of MultiProcess"),
]

# Id, and what a hunt must say.
HUNTS = [
    ("wrong", "found", "it is wrong"),
    ("crash", "found", "(crashed"),
    ("hang", "missed", "nothing in 5 s on"),
    ("no-op", "missed", "nothing in 5 s on"),
    ("no-compile", "error", "does not compile"),
    ("no-apply", "error", "does not apply"),
]


def patch(replacement):
    old = "  return 42" if replacement else "  return 43"
    return ("--- a/Sources/Tiny/Tiny.swift\n+++ b/Sources/Tiny/Tiny.swift\n@@ -1,3 +1,3 @@\n public func answer() -> Int {\n"
            f"-{old}\n+{replacement or '  return 44'}\n }}\n")


def hunts(root):
    """What is wrong with what a hunt says."""
    report = root / "hunts.json"
    command = [sys.executable, RUN, "--root", root, "--hunt", "--record", "--json", report, "--timeout", "5"]
    status = subprocess.run(command, stdout=subprocess.DEVNULL).returncode
    if not report.exists():
        return [f"no report of the hunt; exit code {status}"]
    said = {verdict["id"]: verdict for verdict in json.loads(report.read_text(encoding="utf-8"))}
    wrong = [f"{name}: {outcome} ({words}) expected of a hunt, not {said.get(name)}" for name, outcome, words in HUNTS
             if said.get(name, {}).get("outcome") != outcome or words not in said[name]["what"]]
    if status != 1:
        wrong.append(f"a fault that is not found must give exit code 1, not {status}")
    if said.get("wrong", {}).get("steps") != 2 or said["wrong"]["seconds"] > 4:
        wrong.append(f"neither the steps of a finding nor its time are told: {said.get('wrong')}")
    listed = subprocess.run([sys.executable, RUN, "--root", root, "--list"], capture_output=True, text=True).stdout
    if "found by --exhaustive 1 in" not in listed or "hunted with --exhaustive 1, not recorded" not in listed:
        wrong.append("--list does not tell what was recorded")
    (root / "Sources/MailboxFuzz/main.swift").write_text(FUZZ.replace("EXPECTED", "0"), encoding="utf-8")
    if subprocess.run(command, capture_output=True).returncode != 2:
        wrong.append("a finding on the unbroken build is no error of the hunt")
    return wrong


def unsound(root):
    """What is wrong with what --check says of catalogues that are wrong."""
    catalogue = root / "Faults/catalogue.json"
    faults = json.loads(catalogue.read_text(encoding="utf-8"))
    wrong = []
    for pattern, words in UNSOUND:
        catalogue.write_text(json.dumps([{**faults[0], "inProcesses": pattern}]), encoding="utf-8")
        outcome = subprocess.run([sys.executable, RUN, "--root", root, "--check"], capture_output=True, text=True)
        if outcome.returncode != 2 or words not in outcome.stderr:
            wrong.append(f"--check does not refuse {pattern}: {outcome.stderr}")
    return wrong


def main():
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        files = {
            "Package.swift": PACKAGE, "SPEC.md": "- **ENQ-1** *(core)* Answer.\n", "Sources/Tiny/Tiny.swift": LIBRARY,
            "Tests/TinyTests/TinyTests.swift": TESTS, "Sources/MailboxFuzz/main.swift": FUZZ.replace("EXPECTED", "42"),
            "Faults/catalogue.json": json.dumps([
                {"id": name, "title": "t", "clauses": ["ENQ-1"], "plant": {"patch": f"patches/{name}.patch"}, "caughtBy": check,
                 "blackBox": "There are no cases.", **({"foundBy": "--exhaustive 1"} if name in {hunt[0] for hunt in HUNTS} else {}),
                 **{"inProcesses": f"MultiProcess.{suite}" for suite in suites}}
                for name, _, check, _, _, *suites in CASES]),
            **{f"Faults/patches/{name}.patch": patch(replacement) for name, replacement, *_ in CASES},
        }
        for path, content in files.items():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(content, encoding="utf-8")
        report = root / "report.json"
        status = subprocess.run(
            [sys.executable, RUN, "--root", root, "--json", report, "--timeout", "5"], stdout=subprocess.DEVNULL).returncode
        if not report.exists():
            sys.exit(f"self-test: no report; exit code {status}")
        said = {verdict["id"]: verdict for verdict in json.loads(report.read_text(encoding="utf-8"))}
        wrong = []
        for name, _, _, outcome, words, *_ in CASES:
            verdict = said.get(name, {})
            why = " ".join(verdict.get("caughtBy", [])) or verdict.get("why", "nothing")
            if verdict.get("outcome") != outcome or words not in why:
                wrong.append(f"{name}: {outcome} ({words}) expected, not {verdict.get('outcome')} ({why})")
        if status != 1:
            wrong.append(f"a survivor must give exit code 1, not {status}")
        if subprocess.run([sys.executable, RUN, "--root", root, "--check"], capture_output=True).returncode != 2:
            wrong.append("--check accepts a patch that does not apply")
        if "return 42" not in (root / ".build/faults/Sources/Tiny/Tiny.swift").read_text(encoding="utf-8"):
            wrong.append("the last fault was left in the scratch copy")
        if said.get("in-processes", {}).get("inProcesses") != ["rightInProcesses()"]:
            wrong.append(f"which test with real processes found a fault is not told: {said.get('in-processes')}")
        wrong += hunts(root)
        wrong += unsound(root)
        if wrong:
            sys.exit("self-test: " + "\n".join(wrong))
        print(f"self-test: {len(CASES)} planted faults and {len(HUNTS)} hunts, each judged rightly")


if __name__ == "__main__":
    main()
