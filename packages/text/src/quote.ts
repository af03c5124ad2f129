/**
 * Characters that are invisible or change how the text around them looks: control characters that JSON does not escape,
 * line ends other than `\n`, direction marks, zero-width spaces, soft hyphens, Korean and Mongolian fillers, the empty
 * Braille pattern, variation selectors, and tag characters, which can hide whole sentences. The joiners of emoji and
 * Persian stay, and so does the variation selector that follows a pictograph.
 */
const INVISIBLE =
  /\u034f|\u17b4|\u17b5|[\u180b-\u180f]|[\ufe00-\ufe0e]|[\u007f-\u009f\u00ad\u061c\u115f\u1160\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff0-\ufffb\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]|(?<!\p{Extended_Pictographic})\ufe0f/gu;

/**
 * Quotes foreign text for a language model or a person: one line, a JSON string, with invisible characters escaped.
 * The text cannot end its quotation, start a new line, or hide words.
 */
export function quote(text: string): string {
  return JSON.stringify(text).replace(INVISIBLE, escaped);
}

/** Quotes text that is placed between tags: in addition, it cannot open or close a tag. */
export function quoteBetweenTags(text: string): string {
  return quote(text).replace(/[<>]/g, escaped);
}

function escaped(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}
