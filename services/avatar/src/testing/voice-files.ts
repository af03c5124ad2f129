import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Files with the interfaces of Kokoro and Piper and no networks: they are found and cannot speak. */
export const STYLES_BYTES = 510 * 256 * 4;

export function write(path: string, content: Uint8Array | string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

/** Fields of onnx.proto, of less than 16 kB each. */
function field(number: number, ...parts: (Uint8Array | string)[]): Buffer {
  const content = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));
  const { length } = content;
  return Buffer.concat([Buffer.from([number * 8 + 2, (length & 0x7f) | 0x80, length >> 7]), content]);
}
const FLOAT = 1;
const INT64 = 7;
const node = (operation: string, input: string, output: string) =>
  field(1, field(1, input), field(2, output), field(4, operation));
const input = (name: string, element: number) =>
  field(11, field(1, name), field(2, field(1, Buffer.from([8, element]))));
const output = (name: string) => field(12, field(1, name));

export const KOKORO_NETWORK = field(
  7,
  node('Round', 'x', 'rounded'),
  node('Clip', 'rounded', 'durations'),
  input('tokens', INT64),
  input('style', FLOAT),
  input('speed', FLOAT),
  output('audio'),
);

export const PIPER_NETWORK = field(
  7,
  node('Ceil', 'x', 'durations'),
  input('input', INT64),
  input('input_lengths', INT64),
  input('scales', FLOAT),
  output('output'),
);

export const piperConfig = (espeakVoice: string, changes: object = {}): string =>
  JSON.stringify({
    audio: { sample_rate: 22_050 },
    espeak: { voice: espeakVoice },
    phoneme_id_map: { _: [0], '^': [1], $: [2] },
    ...changes,
  });
