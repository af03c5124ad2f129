/**
 * Creates a function that returns which of the words occur in a text, ignoring the case of ASCII letters. It
 * is the automaton of Aho and Corasick ("Efficient string matching", 1975), so the time depends on the length
 * of the text and not on the number of words. The words must be ASCII.
 */
export function createWordFinder(words: readonly string[]): (text: string) => ReadonlySet<number> {
  const symbols = new Uint8Array(128);
  let symbolCount = 1;
  for (const character of words.join('').toLowerCase()) {
    const code = character.charCodeAt(0);
    if (symbols[code] !== 0) continue;
    symbols[code] = symbolCount;
    symbols[character.toUpperCase().charCodeAt(0)] = symbolCount;
    symbolCount++;
  }
  const stateLimit = words.reduce((sum, { length }) => sum + length, 1);
  const next = new Int32Array(stateLimit * symbolCount);
  const ends: number[][] = [[]];
  words.forEach((word, index) => {
    let state = 0;
    for (const character of word) {
      const edge = state * symbolCount + symbols[character.charCodeAt(0)]!;
      if (next[edge] === 0) next[edge] = ends.push([]) - 1;
      state = next[edge]!;
    }
    ends[state]!.push(index);
  });
  completeEdges(next, ends, symbolCount);

  return (text) => {
    const found = new Set<number>();
    let state = 0;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      state = next[state * symbolCount + (code < 128 ? symbols[code]! : 0)]!;
      for (const index of ends[state]!) found.add(index);
    }
    return found;
  };
}

/** Adds the edges to the longest suffix that starts another word, for words that do not continue. */
function completeEdges(next: Int32Array, ends: number[][], symbolCount: number): void {
  const fallback = new Int32Array(ends.length);
  const queue = [0];
  for (const state of queue) {
    for (let symbol = 0; symbol < symbolCount; symbol++) {
      const edge = state * symbolCount + symbol;
      const instead = state === 0 ? 0 : next[fallback[state]! * symbolCount + symbol]!;
      const child = next[edge]!;
      if (child === 0) {
        next[edge] = instead;
        continue;
      }
      fallback[child] = instead;
      ends[child]!.push(...ends[instead]!);
      queue.push(child);
    }
  }
}
