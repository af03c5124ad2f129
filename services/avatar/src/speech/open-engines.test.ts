import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { KOKORO_NETWORK, PIPER_NETWORK, piperConfig, STYLES_BYTES, write } from '../testing/voice-files.js';
import { openEngines } from './open-engines.js';
import { voiceFamilies } from './voice-families.js';

/** All but the first, which ships and needs no files. */
const families = voiceFamilies.slice(1);

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'anima-voices-'));
});
afterEach(() => rmSync(root, { recursive: true }));

async function find(roots: string[] = [root]) {
  const leftOut: string[] = [];
  const engines = await openEngines(families, {
    roots,
    onLeftOut: (file, reason) => leftOut.push(`${file.slice(root.length + 1)}: ${reason}`),
    onCrash: () => {},
    processes: () => 1,
  });
  return { engines, leftOut, names: engines.flatMap(({ voices }) => voices.map(({ name }) => name)) };
}
const style = (name: string, dir = root) =>
  write(join(dir, 'kokoro/voices', name), Buffer.alloc(STYLES_BYTES));
const piper = (name: string, language: string, changes = {}) => {
  write(join(root, 'piper', `${name}.onnx`), PIPER_NETWORK);
  write(join(root, 'piper', `${name}.onnx.json`), piperConfig(language, changes));
};

describe('Kokoro', () => {
  it('has a voice for each file of styles, described by its name', async () => {
    write(join(root, 'kokoro/model.onnx'), KOKORO_NETWORK);
    for (const name of ['af_heart', 'bm_george', 'zf_xiaoyi', 'mine']) style(`${name}.bin`);
    const { engines, leftOut } = await find();
    expect(leftOut).toEqual([]);
    expect(engines.map(({ name }) => name)).toEqual(['kokoro']);
    expect(engines[0]!.voices.map(({ name, language, gender }) => [name, language, gender])).toEqual([
      ['kokoro-af_heart', 'en-US', 'female'],
      ['kokoro-bm_george', 'en-GB', 'male'],
      ['kokoro-mine', 'en-US', null],
      ['kokoro-zf_xiaoyi', 'zh-CN', 'female'],
    ]);
    const sizeBytes = KOKORO_NETWORK.length + STYLES_BYTES;
    expect(engines[0]!.voices[0]).toMatchObject({ sampleRate: 24_000, licence: 'Apache-2.0', sizeBytes });
    expect(engines[0]!.isLoaded('kokoro-af_heart')).toBe(false);
  });

  it('uses one network, the first that is whole', async () => {
    write(join(root, 'kokoro/a.onnx'), KOKORO_NETWORK.subarray(0, -9));
    write(join(root, 'kokoro/b.onnx'), KOKORO_NETWORK);
    write(join(root, 'kokoro/c.onnx'), KOKORO_NETWORK);
    style('af_heart.bin');
    const { names, leftOut } = await find();
    expect(names).toEqual(['kokoro-af_heart']);
    expect(leftOut).toEqual([
      expect.stringMatching(/^kokoro\/a\.onnx: .*cut short/),
      'kokoro/c.onnx: b.onnx is used for all Kokoro voices',
    ]);
  });

  it('leaves out styles of another size, and all of them without a network', async () => {
    write(join(root, 'kokoro/model.onnx'), KOKORO_NETWORK);
    style('af_heart.bin');
    write(join(root, 'kokoro/voices/half.bin'), Buffer.alloc(1000));
    expect(await find()).toMatchObject({
      names: ['kokoro-af_heart'],
      leftOut: [
        `kokoro/voices/half.bin: Expected ${STYLES_BYTES} bytes, styles of one Kokoro voice, received 1000`,
      ],
    });
    rmSync(join(root, 'kokoro/model.onnx'));
    expect((await find()).leftOut).toHaveLength(2);
    expect((await find()).engines).toEqual([]);
  });

  it('leaves out a network without styles', async () => {
    write(join(root, 'kokoro/model.onnx'), KOKORO_NETWORK);
    expect((await find()).leftOut).toEqual([
      'kokoro/model.onnx: Expected styles beside it (kokoro/voices/*.bin), received none',
    ]);
  });
});

describe('Piper', () => {
  it('has a voice for each network, described by its JSON file', async () => {
    piper('en_US-joe', 'en-us');
    piper('thorsten', 'de', { audio: { sample_rate: 16_000 } });
    piper('many', 'en-gb-x-rp', { num_speakers: 904 });
    const { engines, leftOut } = await find();
    expect(leftOut).toEqual([]);
    expect(engines[0]!.voices.map(({ name, language, sampleRate }) => [name, language, sampleRate])).toEqual([
      ['piper-en_US-joe', 'en-US', 22_050],
      ['piper-many', 'en-GB', 22_050],
      ['piper-thorsten', 'de', 16_000],
    ]);
    expect(engines[0]!.voices[1]!.description).toContain('the first of 904 speakers');
  });

  it.each([
    ['a network alone', PIPER_NETWORK, null, 'Expected .*voice.onnx.json next to'],
    ['a network of another kind', KOKORO_NETWORK, piperConfig('en-us'), 'of a Piper voice, received tokens'],
    ['a page that was saved in its place', '<!doctype html>', piperConfig('en-us'), 'Expected'],
    ['a network cut short', PIPER_NETWORK.subarray(0, -3), piperConfig('en-us'), 'cut short'],
    ['a broken file beside it', PIPER_NETWORK, '{"audio":', 'JSON'],
    [
      'a voice of letters',
      PIPER_NETWORK,
      piperConfig('en-us', { phoneme_type: 'text' }),
      'phoneme_type text',
    ],
  ])('leaves out %s, with the reason in one line', async (_, network, config, reason) => {
    piper('good', 'en-us');
    write(join(root, 'piper/voice.onnx'), network);
    if (config !== null) write(join(root, 'piper/voice.onnx.json'), config);
    const { names, leftOut } = await find();
    expect(names).toEqual(['piper-good']);
    expect(leftOut).toHaveLength(1);
    expect(leftOut[0]).toMatch(new RegExp(`^piper/voice\\.onnx: .*${reason}`));
    expect(leftOut[0]).not.toContain('\n');
  });
});

describe('folders', () => {
  it('may be missing, or empty', async () => {
    expect(await find([join(root, 'nowhere'), root])).toMatchObject({ engines: [], leftOut: [] });
  });

  it('go one before the other, and a name is given once', async () => {
    write(join(root, 'kokoro/model.onnx'), KOKORO_NETWORK);
    style('af_heart.bin');
    style('AF_HEART.bin', join(root, 'second'));
    style('af_sky.bin', join(root, 'second'));
    const { names, leftOut } = await find([root, join(root, 'second')]);
    expect(names).toEqual(['kokoro-af_heart', 'kokoro-af_sky']);
    expect(leftOut).toEqual([
      'second/kokoro/voices/AF_HEART.bin: Expected a unique name, received kokoro-AF_HEART again',
    ]);
  });

  it('hold names that a request can say', async () => {
    piper('my voice (2)', 'en-us');
    expect((await find()).names).toEqual(['piper-my-voice-2']);
  });
});
