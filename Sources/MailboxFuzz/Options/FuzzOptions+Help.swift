extension FuzzOptions {
  static let help = """
    Usage: MailboxFuzz [options]

    Runs the library on random inputs and compares it with what the specification says. Without options: all targets, one
    minute in all. A run that fails, traps or hangs is a finding: it is made small, its tape is kept in a file, and the one
    command that replays it is printed.

    How long, and of what:
      --seconds N       stop after N seconds, over all targets (default 60)
      --runs N          stop after N runs of each target instead; with a seed, the output is always the same
      --overnight       all targets in turn until SIGINT or SIGTERM, or for --seconds; a summary every ten minutes
      --report-every N  a summary every N seconds instead
      --seed N          start from this seed; without it, from a random one, which is printed
      --target NAME     run this target only; may be given several times
      --jobs N          how many processes, or threads of --exhaustive and --meetings, work at once (default: one a core)
      --timeout N       after how many seconds a run counts as hanging (default 10)
      --corpus DIR      run the tapes in DIR/<target>/ first, and keep there those that reach something new

    What comes of it:
      --artifacts DIR   where the tapes of findings are kept (default: fuzz-artifacts); at most 100, and 64 MiB
      --no-shrink       keep tapes as they are found
      --format json     one JSON object a line instead of text, each with an "event":
                          start    seed, targets, budget
                          finding  target, kind (failure, trap, hang), signature, run, choicesBefore, choicesAfter,
                                   artifact (or leftOut: why there is none), replay, text, listing
                          progress as summary, in the course of --overnight
                          summary  ending (complete, interrupted, failed), findings, and for each target runs, features (what was
                                   reached), tapes, findings (signature, count), runsPerSecond (not with --runs)

    Instead of that:
      --exhaustive N    every program of up to N operations, cut short at every call, with every power loss
      --meetings        every two operations of two processes, the one at each call of the other
      --replay FILE     tell what one recorded tape does, step by step, and whether it fails
      --shrink FILE     make a recorded tape smaller: as long as it fails in the same way or, if it holds, reaches the same
      --import FILE     run what a coverage-guided fuzzer made of bytes for --target; a failure becomes a finding
      --export FILE     print a recorded tape as the bytes that such a fuzzer starts from
      --list            name the targets
      --help            print this

    Exit status: 0 nothing found, 1 a finding, 2 wrong usage, or the examination itself failed.
    """
}
