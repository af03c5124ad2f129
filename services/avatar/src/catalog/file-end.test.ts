import { describe, expect, it } from 'vitest';
import { glb } from '../testing/test-media.js';
import { assertWhole, headFormatOf } from './file-end.js';
import type { MediaFormat } from './media-format.js';

const outcome = (format: MediaFormat, bytes: Buffer) =>
  assertWhole(format, async (at, length) => bytes.subarray(at, at + length), bytes.length).then(
    () => 'whole',
    (error) => error.code as string,
  );
const cut = (bytes: Buffer) => bytes.subarray(0, -1);

function box(type: string, content: number, size = content + 8): Buffer {
  const bytes = Buffer.alloc(content + 8);
  bytes.writeUInt32BE(size);
  bytes.write(type, 4, 'latin1');
  return bytes;
}
function longBox(type: string, content: number): Buffer {
  const bytes = Buffer.alloc(content + 16);
  bytes.writeUInt32BE(1);
  bytes.write(type, 4, 'latin1');
  bytes.writeBigUInt64BE(BigInt(bytes.length), 8);
  return bytes;
}
const start = [box('ftyp', 16), box('moov', 100)];
const ebml = Buffer.from('1a45dfa38442828100', 'hex');
const segment = (length: string, content: number) =>
  Buffer.concat([ebml, Buffer.from(`18538067${length}`, 'hex'), Buffer.alloc(content)]);

describe('a file breaks off, or does not', () => {
  it.each<[string, MediaFormat, Buffer, string]>([
    ['boxes', 'mp4', Buffer.concat([...start, box('mdat', 500)]), 'whole'],
    ['boxes, one byte short', 'mp4', cut(Buffer.concat([...start, box('mdat', 500)])), 'media_unreadable'],
    ['a box of 64 bits', 'mov', Buffer.concat([...start, longBox('mdat', 500)]), 'whole'],
    [
      'a box of 64 bits, one byte short',
      'mov',
      cut(Buffer.concat([...start, longBox('mdat', 500)])),
      'media_unreadable',
    ],
    ['a last box that reaches to the end', 'mp4', Buffer.concat([...start, box('mdat', 500, 0)]), 'whole'],
    ['a few bytes behind the last box', 'mp4', Buffer.concat([...start, Buffer.alloc(5)]), 'whole'],
    ['zeros behind the last box', 'mp4', Buffer.concat([...start, Buffer.alloc(5000)]), 'whole'],
    ['a text behind the last box', 'mp4', Buffer.concat([...start, Buffer.from('0'.repeat(50))]), 'whole'],
    ['no movie', 'mp4', Buffer.concat([box('ftyp', 16), box('mdat', 500)]), 'media_unreadable'],
    ['nothing', 'mp4', Buffer.alloc(0), 'media_unreadable'],
    ['a segment', 'mkv', segment('84', 4), 'whole'],
    ['a segment, one byte short', 'mkv', cut(segment('84', 4)), 'media_unreadable'],
    ['a segment of 8 bytes of length', 'webm', segment('0100000000000200', 512), 'whole'],
    ['the same, one byte short', 'webm', cut(segment('0100000000000200', 512)), 'media_unreadable'],
    ['a segment of unknown length', 'webm', segment('01ffffffffffffff', 3), 'whole'],
    ['a segment without its length', 'webm', ebml, 'media_unreadable'],
    ['a gif', 'gif', Buffer.from('GIF89a...;'), 'whole'],
    ['a gif with zeros behind it', 'gif', Buffer.from('GIF89a...;\0\0'), 'whole'],
    ['a gif without its end', 'gif', Buffer.from('GIF89a...'), 'media_unreadable'],
    ['a head', 'glb', glb(), 'whole'],
    ['a head, one byte short', 'glb', cut(glb()), 'media_unreadable'],
    ['a head of another version', 'glb', version(glb(), 1), 'media_unreadable'],
    ['a head that is no scene', 'glb', glb('[]'), 'media_unreadable'],
    ['a head of broken JSON', 'glb', glb('{"asset":'), 'media_unreadable'],
    ['a head of null', 'glb', glb('null'), 'media_unreadable'],
    ['a head with a chunk beyond its end', 'glb', chunk(glb(), 9_999), 'media_unreadable'],
  ])('%s', async (_, format, bytes, expected) => {
    expect(await outcome(format, bytes)).toBe(expected);
  });
});

it.each([
  [{}, 'glb'],
  [{ extensions: {} }, 'glb'],
  [{ extensions: 7 }, 'glb'],
  [{ extensions: { VRM: {} } }, 'vrm'],
  [{ extensions: { VRMC_vrm: {} } }, 'vrm'],
  [{ extensionsUsed: ['VRMC_vrm'] }, 'glb'],
])('a head that says %j is %s', async (more, format) => {
  const bytes = glb(JSON.stringify({ asset: { version: '2.0' }, ...more }));
  expect(await headFormatOf(async (at, length) => bytes.subarray(at, at + length))).toBe(format);
});

function version(bytes: Buffer, to: number): Buffer {
  bytes.writeUInt32LE(to, 4);
  return bytes;
}
function chunk(bytes: Buffer, length: number): Buffer {
  bytes.writeUInt32LE(length, 12);
  return bytes;
}
