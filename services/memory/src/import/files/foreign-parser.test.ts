import { afterEach, describe, expect, it } from 'vitest';
import { createForeignParser, type ForeignParser } from './foreign-parser.js';

let parser: ForeignParser;
afterEach(() => parser.close());

const unreadable = { code: 'foreign_file_unreadable' };
/** Takes minutes, because each line can continue the quote. */
const endless = `> a\n${'b\n'.repeat(130_000)}`;

describe('the parser', () => {
  it('responds in order, and passes errors on', async () => {
    parser = createForeignParser({ maxContentBytes: 1_000 });
    const answers = await Promise.allSettled([
      parser.parse('- one', 'claude-md'),
      parser.parse('---\na: [\n---\n', 'claude-md'),
      parser.parse('- two', null),
    ]);
    expect(
      answers.map((answer) =>
        answer.status === 'fulfilled' ? answer.value.statements[0]!.content : answer.reason.code,
      ),
    ).toEqual(['one', 'foreign_file_unreadable', 'two']);
  });

  it('stops at the deadline without blocking the event loop, and continues with the next text', async () => {
    parser = createForeignParser({ maxContentBytes: 1_000, deadlineMs: 4_000 });
    let ticks = 0;
    const ticking = setInterval(() => ticks++, 10);
    const hostile = parser.parse(endless, 'claude-md');
    const next = parser.parse('- one', 'claude-md');
    await expect(hostile).rejects.toMatchObject(unreadable);
    clearInterval(ticking);
    expect(ticks).toBeGreaterThan(10);
    expect((await next).statements).toHaveLength(1);
  });

  it('rejects nesting that is too deep for the parser', async () => {
    parser = createForeignParser({ maxContentBytes: 1_000, deadlineMs: 25_000 });
    await expect(parser.parse(`${'>'.repeat(20_000)} a`, 'claude-md')).rejects.toMatchObject(unreadable);
    expect((await parser.parse(`${'- '.repeat(300)}a`, 'claude-md')).statements).toHaveLength(1);
  });

  it('rejects work after closing, and pending work during closing', async () => {
    parser = createForeignParser({ maxContentBytes: 1_000 });
    const running = parser.parse(endless, 'claude-md');
    const refused = expect(running).rejects.toMatchObject({ code: 'unavailable' });
    await new Promise((resolve) => setTimeout(resolve, 300));
    await parser.close();
    await refused;
    await expect(parser.parse('x', null)).rejects.toMatchObject({ code: 'unavailable' });
  });
});
