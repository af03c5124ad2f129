const [BEGIN, END] = ['<think>', '</think>'];

/**
 * Removes the reasoning that some models write first: `<think>...</think>` at the start, in any number of
 * pieces. Returns the part of each piece to pass on.
 */
export function createReasoningFilter(): (piece: string) => string {
  let state: 'beginning' | 'thinking' | 'answering' = 'beginning';
  let held = '';
  return (piece) => {
    if (state === 'answering') return piece;
    held += piece;
    if (state === 'beginning') {
      const trimmed = held.trimStart();
      if (trimmed.length < BEGIN.length && BEGIN.startsWith(trimmed)) return '';
      if (!trimmed.startsWith(BEGIN)) return answer(held);
      state = 'thinking';
    }
    const end = held.indexOf(END);
    if (end >= 0) return answer(held.slice(end + END.length).trimStart());
    // Enough to know the rest of the end by.
    held = held.slice(-END.length);
    return '';
  };

  function answer(text: string): string {
    state = 'answering';
    held = '';
    return text;
  }
}
