import type { Memory } from '@anima/client';
import { bold, dim, type Output, yellow } from '../terminal/output.js';
import { safeLine } from '../terminal/safe-text.js';

interface Shown extends Memory {
  score?: number;
  contradicts?: readonly { memory_id: string; newest: boolean }[];
}

/** A memory of a list: its id, what it is, and its text. */
export function showMemory({ say, block }: Output, memory: Shown): void {
  const { memory_id, type, score, project, state, tags, created_at, speaker } = memory;
  const about = [
    type,
    ...(project === null ? [] : [`project ${project}`]),
    ...(speaker === null ? [] : [`said by ${speaker}`]),
    ...(tags.length === 0 ? [] : [tags.map((tag) => `#${tag}`).join(' ')]),
    created_at.slice(0, 10),
    ...(state === 'archived' ? ['archived'] : []),
  ];
  say(
    bold(memory_id),
    dim(`  ${score === undefined ? '' : `${score.toFixed(2)}  `}${safeLine(about.join(', '))}`),
  );
  block(memory.content, 2);
  for (const { memory_id: other, newest } of memory.contradicts ?? [])
    say(yellow(`  contradicts ${other}${newest ? ', and is newer' : ', which is newer'}`));
}
