/** `tokens` includes [CLS] and [SEP]; `overlap` is the number of content tokens that two neighbours share. */
export interface WindowSize {
  readonly tokens: number;
  readonly overlap: number;
}

/** 254 content tokens. Longer windows cost more than they gain, and a query waits for at most one window. */
export const DEFAULT_WINDOW: WindowSize = { tokens: 256, overlap: 32 };

export function checkWindow(size: WindowSize, maxTokens: number): WindowSize {
  const { tokens, overlap } = size;
  if (!Number.isInteger(tokens) || tokens < 3 || tokens > maxTokens)
    throw new RangeError(`Expected an integer from 3 to ${maxTokens} for window.tokens, received ${tokens}`);
  if (!Number.isInteger(overlap) || overlap < 0 || overlap >= tokens - 2)
    throw new RangeError(
      `Expected an integer from 0 to ${tokens - 3} for window.overlap, received ${overlap}`,
    );
  return size;
}

export interface TokenRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Returns half-open ranges of content tokens, in order, that cover 0..count. Empty text has one empty window. Every window but
 * the last is full; the last one has at least `overlap + 1` tokens. Each window leaves room for `prefix` tokens.
 */
export function tokenWindows(count: number, size: WindowSize, prefix = 0): TokenRange[] {
  const content = size.tokens - 2 - prefix;
  const windows: TokenRange[] = [{ start: 0, end: Math.min(count, content) }];
  for (let start = content - size.overlap; start + size.overlap < count; start += content - size.overlap)
    windows.push({ start, end: Math.min(count, start + content) });
  return windows;
}
