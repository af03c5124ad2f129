import { expect, it } from 'vitest';
import { createProgressPrinter } from './run-command.js';

const lines = [
  'From a to b: 0 of 8 texts are done',
  '2 of 8 texts are done',
  '9 of 8 texts are done',
  'Done',
];

function printed(isTTY: boolean): string {
  let text = '';
  const print = createProgressPrinter({
    isTTY,
    write: (piece) => {
      text += piece;
    },
  });
  for (const line of lines) print(line);
  return text;
}

it('prints lines, or a progress bar on a terminal', () => {
  expect(printed(false)).toBe(`${lines.join('\n')}\n`);
  expect(printed(true)).toBe(
    [
      `${lines[0]}\n`,
      `\r${'█'.repeat(6)}${'░'.repeat(18)}  25 %  ${lines[1]}\x1b[K`,
      `\r${'█'.repeat(24)} 100 %  ${lines[2]}\x1b[K`,
      '\r\x1b[KDone\n',
    ].join(''),
  );
});
