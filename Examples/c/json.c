// See json.h. The scan functions return the end of what they find at p, or NULL. A NUL ends every text, and
// no value contains one, so that none of them reads past it.
#include "json.h"
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_DEPTH = 500 };
#define HEX_DIGITS "0123456789abcdefABCDEF"

static const char *skip_space(const char *p) { return p + strspn(p, " \t\r\n"); }

static const char *scan_digits(const char *p) {
  size_t count = strspn(p, "0123456789");
  return count ? p + count : NULL;
}

static const char *scan_number(const char *p) {
  if (*p == '-') p++;
  p = *p == '0' ? p + 1 : scan_digits(p);
  if (p && *p == '.') p = scan_digits(p + 1);
  if (p && (*p == 'e' || *p == 'E')) p = scan_digits(p + (p[1] == '+' || p[1] == '-' ? 2 : 1));
  return p;
}

static const char *scan_string(const char *p) {
  if (*p != '"') return NULL;
  for (p++; *p != '"'; p++) {
    if ((unsigned char)*p < 0x20) return NULL;  // The end of the text is one of these.
    if (*p != '\\') continue;
    p++;
    if (*p == 'u') {
      if (strspn(p + 1, HEX_DIGITS) < 4) return NULL;
      p += 4;
    } else if (!*p || !strchr("\"\\/bfnrt", *p)) {
      return NULL;
    }
  }
  return p + 1;
}

static const char *scan_name(const char *p) {
  p = scan_string(p);
  if (!p || *(p = skip_space(p)) != ':') return NULL;
  return skip_space(p + 1);
}

static const char *scan_value(const char *p, int depth) {
  static const char *const words[] = {"true", "false", "null"};
  if (depth > MAX_DEPTH) return NULL;
  if (*p == '"') return scan_string(p);
  for (int i = 0; i < 3; i++)
    if (!strncmp(p, words[i], strlen(words[i]))) return p + strlen(words[i]);
  if (*p != '{' && *p != '[') return scan_number(p);

  char end = *p == '{' ? '}' : ']';
  p = skip_space(p + 1);
  if (*p == end) return p + 1;
  for (;;) {
    if (end == '}' && !(p = scan_name(p))) return NULL;
    if (!(p = scan_value(p, depth + 1))) return NULL;
    p = skip_space(p);
    if (*p == end) return p + 1;
    if (*p != ',') return NULL;
    p = skip_space(p + 1);
  }
}

static bool is_utf8(const char *text, size_t size) {
  static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};  // The least code point of each length.
  const unsigned char *p = (const unsigned char *)text;
  for (size_t i = 0, length; i < size; i += length) {
    length = p[i] < 0x80 ? 1 : p[i] < 0xE0 ? 2 : p[i] < 0xF0 ? 3 : 4;
    uint32_t point = length == 1 ? p[i] : p[i] & (0x7Fu >> length);
    if ((p[i] & 0xC0) == 0x80 || p[i] > 0xF7 || length > size - i) return false;
    for (size_t next = 1; next < length; next++) {
      if ((p[i + next] & 0xC0) != 0x80) return false;
      point = point << 6 | (p[i + next] & 0x3F);
    }
    if (point < least[length] || point > 0x10FFFF || (point >= 0xD800 && point < 0xE000)) return false;
  }
  return true;
}

bool json_parse(const char *text, size_t size, Json *value) {
  const char *start = skip_space(text), *end = scan_value(start, 0);
  if (!end || skip_space(end) != text + size || !is_utf8(text, size)) return false;
  *value = (Json){start, (size_t)(end - start)};
  return true;
}

int json_member(Json object, const char *name, Json *value) {
  int count = 0;
  if (*object.start != '{') return 0;
  const char *p = skip_space(object.start + 1);
  while (*p != '}') {
    char found[64];
    Json key = {p, (size_t)(scan_string(p) - p)};
    bool same = json_string(key, found, sizeof found) && !strcmp(found, name);
    const char *start = scan_name(p), *end = scan_value(start, 0);
    if (same && !count++) *value = (Json){start, (size_t)(end - start)};
    p = skip_space(end);
    if (*p == ',') p = skip_space(p + 1);
  }
  return count;
}

// The code unit of the escape \uXXXX at p, or 0 where there is none.
static uint32_t escaped_unit(const char *p) {
  unsigned unit = 0;
  return sscanf(p, "\\u%4x", &unit) == 1 ? unit : 0;
}

// Writes the code point in UTF-8, and returns how many bytes that takes.
static size_t encode_utf8(uint32_t point, char *into) {
  size_t length = point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
  for (size_t i = length - 1; i > 0; i--, point >>= 6) into[i] = (char)(0x80 | (point & 0x3F));
  into[0] = (char)(length == 1 ? point : (0xF00u >> length & 0xFF) | point);
  return length;
}

bool json_string(Json value, char *into, size_t room) {
  static const char escapes[] = "\"\\/bfnrt", meanings[] = "\"\\/\b\f\n\r\t";
  if (*value.start != '"') return false;
  size_t used = 0;
  for (const char *p = value.start + 1; *p != '"';) {
    char bytes[4] = {*p};
    size_t length = 1;
    if (*p != '\\') {
      p++;
    } else if (p[1] != 'u') {
      bytes[0] = meanings[strchr(escapes, p[1]) - escapes];
      p += 2;
    } else {
      uint32_t point = escaped_unit(p);
      p += 6;
      if (point >= 0xD800 && point < 0xDC00) {  // The first half of a pair.
        uint32_t low = escaped_unit(p);
        if (low < 0xDC00 || low > 0xDFFF) return false;
        point = 0x10000 + ((point - 0xD800) << 10) + (low - 0xDC00);
        p += 6;
      } else if (point >= 0xDC00 && point < 0xE000) {
        return false;
      }
      if (!point) return false;
      length = encode_utf8(point, bytes);
    }
    if (room - used <= length) return false;
    memcpy(into + used, bytes, length);
    used += length;
  }
  into[used] = 0;
  return true;
}

bool json_number(Json value, double *number) {
  if (*value.start != '-' && !strchr("0123456789", *value.start)) return false;
  *number = strtod(value.start, NULL);
  return true;
}

bool json_get_string(Json object, const char *name, char *into, size_t room) {
  Json value;
  return !json_member(object, name, &value) || json_string(value, into, room);
}

bool json_get_number(Json object, const char *name, double *number) {
  Json value;
  return !json_member(object, name, &value) || json_number(value, number);
}

void *resize(void *memory, size_t size) {
  memory = realloc(memory, size);
  if (!memory) abort();
  return memory;
}

static void reserve(Text *text, size_t more) {
  if (text->room - text->size > more) return;
  text->room = 2 * (text->size + more + 1);
  text->bytes = resize(text->bytes, text->room);
}

void text_print(Text *text, const char *format, ...) {
  va_list arguments, again;
  va_start(arguments, format);
  va_copy(again, arguments);
  int size = vsnprintf(NULL, 0, format, arguments);
  if (size < 0) abort();
  reserve(text, (size_t)size);
  vsnprintf(text->bytes + text->size, (size_t)size + 1, format, again);
  text->size += (size_t)size;
  va_end(again);
  va_end(arguments);
}

void text_add(Text *text, Json value) {
  reserve(text, value.size);
  for (size_t i = 0; i < value.size; i++) {
    char byte = value.start[i];  // A line break is white space: in a string it would be escaped.
    text->bytes[text->size++] = byte == '\n' || byte == '\r' ? ' ' : byte;
  }
  text->bytes[text->size] = 0;
}
