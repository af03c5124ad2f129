/**
 * Estimates the number of tokens. Tokenisers differ by model; the usual ones need less than one token per
 * three bytes of UTF-8 for prose, code and CJK, so a text within this estimate fits.
 */
export function estimateTokens(text: string): number {
  return Math.ceil(new TextEncoder().encode(text).length / 3);
}
