import { fileURLToPath } from 'node:url';
import { createContext, runInContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { beforeAll, describe, expect, it } from 'vitest';
import * as motion from './motion.js';
import { speak } from './timeline/testing/made-up-speech.js';

/** `@anima/face/motion` as one script for a page, which leaves it in `motion`. */
async function bundle(): Promise<{ code: string; imports: string[] }> {
  const build = await rolldown({
    input: fileURLToPath(new URL('motion.ts', import.meta.url)),
    platform: 'browser',
    resolve: { extensionAlias: { '.js': ['.ts'] } },
  });
  const { output } = await build.generate({ format: 'iife', name: 'motion', minify: true });
  await build.close();
  expect(output).toHaveLength(1);
  const [{ code, imports, dynamicImports }] = output;
  return { code, imports: [...imports, ...dynamicImports] };
}

describe('@anima/face/motion', () => {
  let script: Awaited<ReturnType<typeof bundle>>;
  beforeAll(async () => {
    script = await bundle();
  });

  it('is one small script that imports nothing', () => {
    expect(script.imports).toEqual([]);
    expect(gzipSync(script.code).length).toBeLessThan(12_000);
  });

  it('moves a face the same without anything of Node', () => {
    const speech = speak('hˈɑbi mˈAk |0.5 ðə wˈɜld ˈOpən');
    const options = { fps: 30, seed: 5, blink: true, headMotion: 1 };
    const page = createContext({ speech, options });
    runInContext(script.code, page);
    const bare = 'typeof process + typeof require + typeof Buffer + typeof setTimeout';
    expect(runInContext(bare, page)).toBe('undefined'.repeat(4));
    const shown = runInContext(
      `{
        const stream = motion.createMotionStream(options);
        const parts = [stream.push(speech), stream.end(), stream.upTo(stream.frames() + 30)];
        parts.flatMap(({ values }) => Array.from(values));
      }`,
      page,
    ) as number[];
    const stream = motion.createMotionStream(options);
    const parts = [stream.push(speech), stream.end(), stream.upTo(stream.frames() + 30)];
    expect(Array.from(shown)).toEqual(parts.flatMap(({ values }) => Array.from(values)));
    expect(Math.max(...shown)).toBeGreaterThan(0.5);
  });
});
