const [BEGIN, END] = ['<think>', '</think>'];

/**
 * Leaves out what some models think aloud before they answer: `<think>...</think>` at the beginning, in however many pieces it comes. Gives what may
 * be passed on of each piece.
 */
export function createReasoningFilter(): (piece: string) => string {
  let state: 'beginning' | 'thinking' | 'answering' = 'beginning';
  let held = '';
  return (piece) => {
    if (state === 'answering') return piece;
    held += piece;
    if (state === 'beginning') {
      const begun = held.trimStart();
      if (begun.length < BEGIN.length && BEGIN.startsWith(begun)) return '';
      if (!begun.startsWith(BEGIN)) return answer(held);
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
