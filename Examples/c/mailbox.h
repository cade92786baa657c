// A minimal mailbox of SPEC.md: core enqueue, claim and acknowledge. README.md says what is missing.
#ifndef MAILBOX_H
#define MAILBOX_H
#include "json.h"

// In a form 0 stands for a digit, X and x for a hexadecimal digit in upper or lower case (section 2.1).
#define UUID "XXXXXXXX-XXXX-XXXX-XXXX-XXXXXXXXXXXX"
#define PENDING "pending-00000000000000000000-" UUID "-xxxxxxxxxxxxxxxx-0000.json"
#define CLAIMED "claimed-" UUID "-" PENDING
bool has_form(const char *text, const char *form);

typedef struct { char container[4096], namespace[65]; double max_messages, max_payload_bytes; } Mailbox;

typedef struct {
  const Mailbox *mailbox;
  char name[sizeof CLAIMED], token[sizeof UUID], id[sizeof UUID];
  double date;          // Seconds since 2001.
  unsigned attempts;    // Before this claim.
  char *body;           // To be freed.
  Json message;         // A part of the body.
} Claim;

// These return the error's code in the protocol, or NULL for none. A claim adds to the claims.
const char *mailbox_open(const Mailbox *mailbox);
const char *mailbox_enqueue(const Mailbox *mailbox, const char *id, double date, Json message);
const char *mailbox_claim(const Mailbox *mailbox, double limit, Claim **claims, size_t *count);
const char *mailbox_acknowledge(const Claim *claim);

#endif
