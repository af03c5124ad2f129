/** What drives a terminal, or turns the order of what is read: controls, bidirectional marks, broken surrogates, line separators. */
const DANGEROUS = /[\p{Cc}\p{Bidi_Control}\p{Cs}\u2028\u2029]/gu;

/** A text of others as it may be shown: what would drive a terminal stands there as `\u{1b}`. Line ends and tabs stay. */
export function safeText(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replace(DANGEROUS, (found) => (found === '\n' || found === '\t' ? found : escaped(found)));
}

/** On one line. */
export function safeLine(text: string): string {
  return safeText(text).replace(/\s+/gu, ' ').trim();
}

/** JSON that means the same and can be shown: JSON itself escapes only what is below U+0020. */
export function safeJson(json: string): string {
  return json.replace(DANGEROUS, (found) =>
    found === '\n' ? found : `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function escaped(character: string): string {
  return `\\u{${character.codePointAt(0)!.toString(16)}}`;
}
