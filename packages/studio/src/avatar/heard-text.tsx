import { parseExpressionTags } from '@anima/face/expressions';
import type { AvatarElement } from '@anima/player';
import { useEffect, useState } from 'react';

/** What is said, lit up to the word that is heard now. Marks of expressions are not said. */
export function HeardText({ avatar, text: written }: { avatar: AvatarElement | null; text: string }) {
  const { text } = parseExpressionTags(written);
  const [word, setWord] = useState({ start: 0, end: 0 });
  useEffect(() => {
    setWord({ start: 0, end: 0 });
    if (avatar === null || text === '') return;
    const onWord = (event: Event) => {
      const { charStart, charEnd } = (event as CustomEvent<{ charStart: number; charEnd: number }>).detail;
      setWord({ start: charStart, end: charEnd });
    };
    avatar.addEventListener('word', onWord);
    return () => avatar.removeEventListener('word', onWord);
  }, [avatar, text]);
  return (
    <p className="heard-text">
      <span className="heard">{text.slice(0, word.start)}</span>
      {word.end > 0 && <mark>{text.slice(word.start, word.end)}</mark>}
      <span className="soft">{text.slice(word.end)}</span>
    </p>
  );
}
