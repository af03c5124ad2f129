import { expect, it } from 'vitest';
import { createProgress } from './progress.js';

const shown = (isTTY: boolean): { text: () => string; out: Parameters<typeof createProgress>[0] } => {
  let text = '';
  return {
    text: () => text,
    out: {
      isTTY,
      columns: 60,
      write: (piece) => {
        text += piece;
      },
    },
  };
};

it('writes a line for every tenth if the output is not a terminal', () => {
  const { out, text } = shown(false);
  const progress = createProgress(out);
  for (const bytes of [1, 150, 199, 200, 999, 1000]) progress.show('a', bytes, 1000);
  progress.clear();
  expect(text()).toBe(
    'a  0 % of 1.0 kB\na  15 % of 1.0 kB\na  20 % of 1.0 kB\na  99 % of 1.0 kB\na  100 % of 1.0 kB\n',
  );
});

it('updates one line of a terminal, at most its width, and removes it', () => {
  const { out, text } = shown(true);
  const progress = createProgress(out);
  progress.show('a-model-with-a-long-name and-a-file-with-a-long-name.onnx', 1000, 1000);
  progress.clear();
  const [line, ...rest] = text().split('\x1b[K');
  expect(line).toMatch(/^\r.{59}$/);
  expect(rest.join('')).toBe('\r');
  expect(text()).not.toContain('\n');
});

it('shows the received bytes if the size is not known', () => {
  const { out, text } = shown(false);
  createProgress(out).show('a', 2_500_000, null);
  expect(text()).toBe('a  2.5 MB\n');
});
