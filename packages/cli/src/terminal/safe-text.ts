/** Characters that control a terminal or the order of text: controls, bidirectional marks, lone surrogates, line separators. */
const DANGEROUS = /[\p{Cc}\p{Bidi_Control}\p{Cs}\u2028\u2029]/gu;

/** Escapes control characters in a text as `\u{1b}`. Line ends and tabs stay. */
export function safeText(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replace(DANGEROUS, (found) => (found === '\n' || found === '\t' ? found : escaped(found)));
}

/** Escapes a text and writes it on one line. */
export function safeLine(text: string): string {
  return safeText(text).replace(/\s+/gu, ' ').trim();
}

/** Escapes control characters in JSON, which itself escapes only those below U+0020. */
export function safeJson(json: string): string {
  return json.replace(DANGEROUS, (found) =>
    found === '\n' ? found : `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function escaped(character: string): string {
  return `\\u{${character.codePointAt(0)!.toString(16)}}`;
}
