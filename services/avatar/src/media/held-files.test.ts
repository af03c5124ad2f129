import { execFileSync } from 'node:child_process';
import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAllowedPaths } from '@anima/service/files';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { faceEngines } from '../clips/render/face-engines.js';
import { type OpenRender, openRender } from '../open-parts.js';
import { local, localFiles } from '../testing/local-files.js';
import type { HeldFiles } from './held-files.js';
import { createLookQueue } from './probe-queue.js';

const silent = { warn: () => {}, error: () => {} };

let top: string;
let files: HeldFiles;
const at = (...path: string[]) => join(top, ...path);
/** A file below the folder of the test, as a caller names it. */
const ref = (...path: string[]) => local(at(...path));
beforeEach(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), 'anima-held-')));
  for (const folder of ['media', 'outside']) mkdirSync(at(folder));
  writeFileSync(at('media', 'a'), 'allowed');
  writeFileSync(at('outside', 'a'), 'not allowed');
  writeFileSync(at('media', 'own.db'), 'own');
  files = localFiles(createAllowedPaths({ roots: [at('media')], forbidden: [at('media', 'own.db')] }));
});
afterEach(() => rmSync(top, { recursive: true }));

const nothing = async () => {
  throw new Error('It was opened');
};

const leadsTo = (path: string) => {
  try {
    return readlinkSync(path);
  } catch {
    return null;
  }
};

describe.runIf(process.platform === 'linux')('a held file', () => {
  it('is what other processes open, whatever comes to its name', async () => {
    const read = await files.hold([ref('media', 'a')], async ([{ path }]) => {
      renameSync(at('outside', 'a'), at('media', 'a'));
      return [readFileSync(path, 'utf8'), execFileSync('cat', [path], { encoding: 'utf8' })];
    });
    expect(read).toEqual(['allowed', 'allowed']);
  });

  it('is closed when it is done with, and where the next one is refused', async () => {
    const held: string[] = [];
    const keep = async (path: string) => void held.push(path);
    await files.hold([ref('media', 'a')], ([{ path }]) => keep(path));
    await expect(
      files.hold([ref('media', 'a')], async ([{ path }]) => {
        await keep(path);
        await nothing();
      }),
    ).rejects.toThrow('It was opened');
    expect(held.map(leadsTo)).not.toContain(at('media', 'a'));
    expect(held).toHaveLength(2);
  });
});

it('has another identity when another file has come to its name, or it has changed', async () => {
  const identity = () => files.hold([ref('media', 'a')], async ([file]) => file.identity);
  const first = await identity();
  expect(await identity()).toBe(first);
  writeFileSync(at('media', 'a'), 'changed since');
  const second = await identity();
  renameSync(at('outside', 'a'), at('media', 'a'));
  expect(new Set([first, second, await identity()]).size).toBe(3);
});

describe.skipIf(process.platform === 'win32')('is refused', () => {
  it.each<[string, string, () => void]>([
    [
      'in a folder that is a link by now',
      'path_not_allowed',
      () => {
        renameSync(at('media'), at('before'));
        symlinkSync(at('outside'), at('media'));
      },
    ],
    [
      'that is a link by now',
      'path_not_allowed',
      () => {
        rmSync(at('media', 'a'));
        symlinkSync(at('outside', 'a'), at('media', 'a'));
      },
    ],
    [
      'that is one of the service’s own by another name',
      'path_not_allowed',
      () => {
        rmSync(at('media', 'a'));
        linkSync(at('media', 'own.db'), at('media', 'a'));
      },
    ],
    ['that is gone', 'path_not_found', () => rmSync(at('media', 'a'))],
    [
      'whose folder is gone',
      'path_not_found',
      () => {
        rmSync(at('media'), { recursive: true });
        writeFileSync(at('media'), '');
      },
    ],
    [
      'that is a folder',
      'media_unreadable',
      () => {
        rmSync(at('media', 'a'));
        mkdirSync(at('media', 'a'));
      },
    ],
    [
      'that is a pipe, without waiting for its writer',
      'media_unreadable',
      () => {
        rmSync(at('media', 'a'));
        execFileSync('mkfifo', [at('media', 'a')]);
      },
    ],
  ])('a file %s', async (_name, code, change) => {
    change();
    await expect(files.hold([ref('media', 'a')], nothing)).rejects.toMatchObject({ code });
  });
});

describe('what draws opens nothing outside of the allowed places', () => {
  const never = new AbortController().signal;
  const context = { signal: never, progress: () => {} };
  const inside = () => ({ kind: 'head', name: null, file: ref('media', 'a') }) as const;
  const outside = () => ({ kind: 'head', name: null, file: ref('outside', 'a') }) as const;
  const options = {
    ...({ fps: 10, width: 64, enhance: false, headMotion: 0, blink: false, fade: 0 } as const),
    ...({ background: { kind: 'default' }, captions: 'none', faceAt: null, seed: 0 } as const),
  };
  const order = () => ({
    ...({ engine: 'head', timeline: null, options, captions: [] } as const),
    ...{ subject: inside(), sound: { file: ref('media', 'a') }, outputPath: at('media', 'out.mp4') },
  });
  const picture = () => ({ kind: 'picture', format: 'png', width: 64, height: 64 }) as const;

  it.each<[string, (render: OpenRender) => Promise<unknown>]>([
    ['the face of a clip', ({ renderer }) => renderer.render({ ...order(), subject: outside() }, context)],
    [
      'the sound of a clip',
      ({ renderer }) => renderer.render({ ...order(), sound: { file: ref('outside', 'a') } }, context),
    ],
    [
      'what is behind a head',
      ({ renderer }) => {
        const background = { kind: 'picture', file: ref('outside', 'a') } as const;
        return renderer.render({ ...order(), options: { ...options, background } }, context);
      },
    ],
    [
      'a part of a film',
      ({ joiner }) => {
        const clips = ['media', 'outside'].map((folder) => ({ file: ref(folder, 'a'), title: folder }));
        return joiner.join({ clips, outputPath: at('media', 'out.mp4') }, context);
      },
    ],
    [
      'a picture to be restored',
      ({ restorer }) =>
        restorer.restore(
          {
            subject: { ...outside(), ...picture() },
            options: { model: 'general', quality: 'fast', strength: 1, fidelity: 1, upscale: 1 },
            outputPath: at('media', 'out.png'),
          },
          context,
        ),
    ],
    ['a face to be checked', ({ portraits }) => portraits.check(outside(), null, never)],
    ['a face to be loaded', ({ renderer }) => renderer.load('head', outside())],
    ['a picture to be measured', ({ portraits }) => portraits.measure(outside().file, never)],
    [
      'a picture to be shown',
      ({ portraits }) => portraits.thumbnail('picture', outside().file, at('media', 'b'), never),
    ],
  ])('%s', async (_name, ask) => {
    const media = { ffmpeg: null, files, looks: createLookQueue() };
    const render = openRender({ AVATAR_DATA_DIR: top }, { engines: faceEngines, media, log: silent });
    await expect(ask(render)).rejects.toMatchObject({ code: 'path_not_allowed' });
    await render.close();
  });
});
