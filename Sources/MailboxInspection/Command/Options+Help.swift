extension Options {
  /// What `--help` prints.
  var help: String {
    switch verb {
    case nil: Self.generalHelp
    case .inspect: Self.inspectHelp + Self.pathHelp
    case .verify: Self.verifyHelp + Self.pathHelp
    case .watch: Self.watchHelp + Self.pathHelp
    case .deadLetters: Self.deadLettersHelp + Self.pathHelp
    case .export: Self.exportHelp + Self.pathHelp
    }
  }

  private static let generalHelp = """
    Usage: mailbox VERB PATH [options]

    Looks into a mailbox directory, one from a customer's device or one that another implementation
    wrote. It changes nothing but where a verb says so, takes no lock, follows no link, and shows no
    message unless --contents is given.

      mailbox inspect PATH        what is in it, at a glance
      mailbox verify PATH         every file against SPEC.md
      mailbox watch PATH          what happens in it, a line an event
      mailbox dead-letters list PATH
      mailbox dead-letters restore PATH ID… | --all     changes the mailbox
      mailbox dead-letters remove PATH ID… | --all      changes the mailbox
      mailbox export PATH         the mailbox as a conformance case, for a bug report

    mailbox VERB --help tells the options and the JSON of each.
    \(pathHelp)
    Exit status: 0 done, and nothing is off; 1 verify found something, or something did not succeed;
    2 wrong usage.

    """

  private static let pathHelp = """

    PATH is a mailbox directory (<container>/AppGroupMailbox/<namespace>, or a copy of one), or a
    container, with --namespace NAME where one of several is meant.

    """

  private static let inspectHelp = """
    Usage: mailbox inspect PATH [options]

    Shows what is pending, claimed and since when, what became a dead letter or was quarantined and why,
    temporaries, and the lock. Of a container, all mailboxes in it. Nothing is changed.

      --namespace NAME      this mailbox of a container
      --limit N             how many of each kind are listed (default 5)
      --claim-timeout N     after how many seconds a claim counts as abandoned (default 600)
      --verbose             files' names and tokens, and what is foreign
      --contents            the messages of those that are listed
      --json                {"format":1,"mailboxes":[…]}, each with
                              path, name, lookedAt (all dates in seconds since 2001), isChanging
                              pending      count, bytes, oldest, newest, expiredByDefault, next
                              claimed      count, bytes, abandoned, list
                              deadLetters  count, bytes, reasons, list
                              quarantine   count, reasons, list (reason, milliseconds, type, bytes, file)
                              temporaries  count, stale
                              lock         exists, generation, isHeld, process
                              foreign, wrong  count, names
                              legacyNames, unreadable
                            a listed message has id, enqueuedAt, enqueued (ISO 8601), attempts, ordinal,
                            bytes, file, with --contents message; a claim also token, stamp, heldSeconds,
                            isAbandoned; a dead letter also reason. What is not known is null. Names are
                            escaped: \\xNN is a byte that cannot be printed, \\\\ a backslash.

    """

  private static let verifyHelp = """
    Usage: mailbox verify PATH [options]

    Holds every file to SPEC.md and names the clauses. An error is something that nobody should have
    written; a note is in order, and something that the library is going to do anyway. Nothing is changed.

      --namespace NAME      this mailbox of a container
      --max-messages N      also that it holds no more messages
      --claim-timeout N     after how many seconds a claim counts as abandoned (default 600)
      --verbose             all files of each finding, and what is foreign
      --json                {"format":1,"isGood":…,"mailboxes":[…]}, each with path, isGood, entries, bodies,
                            foreign, foreignNames, isChanging, lookedAt, and findings: severity (error,
                            unchecked, note), clauses, text, file, detail

    Exit status: 0 nothing but notes, 1 an error or something that could not be checked, 2 wrong usage.

    """

  private static let watchHelp = """
    Usage: mailbox watch PATH [options]

    Prints a line for each thing that happens: enqueued, claimed, extended, acknowledged, released, recovered,
    dead-lettered, restored, quarantined, removed (a message that waited and is gone: expired, evicted, or
    claimed and acknowledged between two looks). What follows from comparing looks is told, fifty a second
    at most, so what happens and is undone between two is not seen. Nothing is changed.

      --namespace NAME      this mailbox of a container
      --seconds N           end by itself; without it, at Ctrl-C
      --json                one object a line: event, at (seconds since 2001), id, attempts, detail; the first
                            is {"event":"started"}, and gone and back are told of the directory itself

    """

  private static let deadLettersHelp = """
    Usage: mailbox dead-letters list PATH [options]
           mailbox dead-letters restore PATH ID… | --all [options]
           mailbox dead-letters remove PATH ID… | --all [options]

    Lists the messages that could not be delivered; makes them waiting messages again, under the same id and
    dated now, whatever they hold; or removes them for good. ID is a message's id, or the file's name where
    several dead letters have one id. Restoring and removing take the lock as the library does, and need the
    mailbox in its container; restoring also does the library's upkeep of broken names. Nothing expires by it.

      --namespace NAME      this mailbox of a container
      --all                 all dead letters
      --max-messages N      restore: how many messages the mailbox may hold (default 100)
      --notify NAME         restore: the notification to post, on Apple systems
      --contents            list: the messages
      --json                list: {"format":1,"path":…,"deadLetters":[…]}, each as in inspect; restore and remove:
                            {"format":1,"outcomes":[…]}, each with id, reason, outcome (restored, removed,
                            failed), failure

    Exit status: 0 done, 1 one of them failed, 2 wrong usage.

    """

  private static let exportHelp = """
    Usage: mailbox export PATH [options]

    Writes a conformance case (Fixtures/README.md) whose setup makes a directory like this one again: names,
    types, links, sizes, modes, ages of claims and temporaries. Messages are replaced by others of the same size,
    broken bodies by such as are broken alike; names and dates stay. Owners are not in a case. What else cannot be
    said is told on standard error. Nothing is changed.

    Put it into Fixtures/cases/ and run `swift run MailboxConformance lint`, or `materialize ID DIR` to see
    the directory; then add the steps that go wrong.

      --namespace NAME      this mailbox of a container
      --id ID               the case's id (default exported-mailbox)
      --output FILE         write there; a file that is there already is not replaced
      --contents            keep the messages as they are

    """
}
