// A small, strict JSON reader and writer (RFC 8259). No tree is built: a Json is where a value stands in a
// text that json_parse accepted, and lives as long as that text.
#ifndef JSON_H
#define JSON_H
#include <stdbool.h>
#include <stddef.h>

typedef struct { const char *start; size_t size; } Json;

// Whether the text is one JSON value in UTF-8, at most 500 deep, and nothing else. text[size] must be 0.
bool json_parse(const char *text, size_t size, Json *value);

// How many members of that name the object has, 0 if it is no object. value becomes the first there is.
int json_member(Json object, const char *name, Json *value);

// The string without its escapes. False if it is none, does not fit, or has a NUL or half a surrogate pair.
bool json_string(Json value, char *into, size_t room);

// False if it is no number. One too large for a double becomes infinite.
bool json_number(Json value, double *number);

// The same of a member. Where there is none, what is there stays. False if it is something else.
bool json_get_string(Json object, const char *name, char *into, size_t room);
bool json_get_number(Json object, const char *name, double *number);

// A text that grows, from {0} on. A NUL follows it that size leaves out. bytes is to be freed.
typedef struct { char *bytes; size_t size, room; } Text;

// Adds what printf would print.
__attribute__((format(printf, 2, 3))) void text_print(Text *text, const char *format, ...);

// Adds a value as it is written, but on one line.
void text_add(Text *text, Json value);

// realloc, other than that the process ends where there is no memory.
void *resize(void *memory, size_t size);

#endif
