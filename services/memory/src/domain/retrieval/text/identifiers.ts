/**
 * Whether a run of words joined by signs is a name that should also be found as a whole: "KX-4471",
 * "ERR_CONN_RESET", "recall.ts", "10.0.0.12", "parseQuestion", "#4521", "C++", ".env"; not "mother-in-law",
 * "and/or", "it's", "2023", or two sentences without a space between them.
 */
export function isIdentifier(text: string): boolean {
  if (/^[#.@$]/.test(text) || /[+#]$/.test(text)) return true;
  if (/[_\\@=:]/.test(text)) return true;
  if (/[.]/.test(text)) return !/^\p{L}+['’]?\p{L}*[.]+\p{Lu}['’]?\p{Ll}*(['’]\p{L}+)?$/u.test(text);
  if (/\p{N}/u.test(text)) return /[\p{L}\-/]/u.test(text);
  if (/\/.*\//.test(text)) return true;
  return /\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll}{2}/u.test(text) || /^\p{Lu}{2,}(-\p{Lu}{2,})+$/u.test(text);
}

/**
 * Whether an identifier is specific enough that a memory holding it must come before those that do not. "5K",
 * "2nd", "10am", "90s", "iPhone" and "and/or" are not; "KX-4471", "v2.3.1", "#4521", "C++" and "recall.ts" are.
 */
export function isExactIdentifier(text: string): boolean {
  if (/^\p{L}(\+\+|#)$/u.test(text)) return true;
  if (/^\d+(st|nd|rd|th|s|k|m|am|pm|h|x|d|%)$/i.test(text)) return false;
  if (!isIdentifier(text)) return false;
  if (/^\d+[-/]\d+$/.test(text) || /^\d+(-[a-z]+)+$/i.test(text)) return false;
  if (/^\d+[.,:]\d+(am|pm)?$/i.test(text)) return false;
  if (/^[#$]\p{L}+$/u.test(text) || /^\p{L}+\+$/u.test(text)) return false;
  if (/[_\\@.]/.test(text) || /^#\d/.test(text) || /::|\/.*\//.test(text)) return true;
  if (/\d/.test(text)) return /\p{L}/u.test(text) && [...text].length >= 3;
  return (
    /\p{Ll}\p{Lu}.*\p{Ll}\p{Lu}|^\p{Ll}{2,}\p{Lu}\p{Ll}+/u.test(text) ||
    /^\p{Lu}{2,}(-\p{Lu}{2,})+$/u.test(text)
  );
}
