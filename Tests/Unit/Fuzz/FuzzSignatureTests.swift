#if canImport(MailboxFuzz)
  import Testing

  @testable import MailboxFuzz

  @Suite struct `The signature of a failure` {
    @Test(arguments: [
      ("step 3, claim(limit: nil): result differs", "step 17, claim(limit: Optional(2)): result differs\n  expected x"),
      ("date bits 12 come back as 13", "date bits 99 come back as -4.5e-3"),
      ("printed again it is \"a\\\"b\"", "printed again it is \"\""),
      (
        "message 00000000-0000-4000-8000-00000000000A is gone",
        "message F0000000-0000-4000-8000-0000000000AB is gone"
      ),
      ("step 1, enqueue(A(b: [1, 2], c: (d))): x", "step 2, enqueue(A(b: [], c: (e(f)))): x"),
    ])
    func `Is one for failures that differ in numbers, identifiers and operands`(one: String, other: String) {
      #expect(FuzzSignature(one) == FuzzSignature(other))
    }

    @Test(arguments: [
      ("a message is lost", "a message is delivered twice"), ("result differs", "listing differs"),
      ("claim(limit: 1): result differs", "enqueue(limit: 1): result differs"),
    ])
    func `Is another for other failures`(one: String, other: String) {
      #expect(FuzzSignature(one) != FuzzSignature(other))
    }

    @Test func `Keeps the words of the first line, and has an end`() {
      #expect(FuzzSignature("2 messages are lost\nand more").text == "# messages are lost")
      #expect(FuzzSignature(String(repeating: "(", count: 10_000)).text.count <= 160)
      #expect(FuzzSignature("").text.isEmpty)
    }

    @Test func `Of a trap is the signal and the last line, but no frame of a stack`() {
      let said = """
        noise
        Swift/Array.swift:412: Fatal error: Index 510 out of range
        Current stack trace:
        0    libswiftCore.so                    0x00007f42 _swift_stdlib_reportFatalErrorInFile + 109
        21   libc.so.6                          0x00007fdb1c66c24a <unavailable> + 160330
        """
      let ending = WorkerEnding(status: 4, complaints: said)
      #expect(
        ending.signature == "the process was ended by SIGILL: Swift/Array.swift:#: Fatal error: Index # out of range")
      #expect(!ending.text.contains("libc.so"))
      #expect(WorkerEnding(status: 3 << 8, complaints: "").text == "the process exited with status 3")
    }
  }
#endif
