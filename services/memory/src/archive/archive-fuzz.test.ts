import { createCipheriv } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { archiveOf, memoryRecord } from '../testing/archive-text.js';
import { type ArchiveEntry, readArchive } from './read-archive.js';
import { type Envelope, envelopeKey, readEnvelope, seal, unseal } from './seal.js';

const PASSPHRASE = 'correct horse battery staple';
/** Weakest accepted parameters, so that a key derivation takes a tenth of a second. */
const SCRYPT = { n: 2 ** 15, r: 8, p: 1 };
/** Error codes of an import of a file that is not the original archive; each has status 422. */
const REFUSALS = ['not_an_archive', 'archive_damaged', 'wrong_passphrase'];

const document = archiveOf({
  relations: [
    {
      kind: 'conflicts',
      from: '019b0000-0000-7000-8000-00000000000a',
      to: '019b0000-0000-7000-8000-00000000000b',
      by: 'agent:ann',
      confidence: 0.5,
      reason: 'both "say" it',
      at: '2026-03-01T09:30:00.000Z',
      digest: 'ab12',
    },
  ],
  projects: [
    {
      project_id: '019b0000-0000-7000-8000-000000000001',
      name: 'ops',
      created_at: '2026-03-01T09:30:00.000Z',
    },
  ],
  memories: [
    memoryRecord({ content: 'Größe "1"\\\n\u2028 🥊', tags: ['a', ''], importance: 0.25 }),
    memoryRecord({
      project_id: '019b0000-0000-7000-8000-000000000001',
      project: 'ops',
      history: [
        {
          revision: 2,
          change: 'updated',
          agent_id: 'ann',
          changed_at: '2026-03-01T10:30:00.000Z',
          changes: { importance: { from: 0.5, to: 1e-7 } },
        },
      ],
    }),
  ],
});
const plain = Buffer.from(`${JSON.stringify(document)}\n`);
let sealed: Buffer;

beforeAll(async () => {
  sealed = await collect(seal(chunked(plain), PASSPHRASE, SCRYPT));
});

async function* chunked(bytes: Uint8Array, size = 97) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function collect(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
}

const keys = new Map<string, Promise<Buffer>>();

/**
 * Derives the key of an envelope once per salt and parameters, because a derivation takes a tenth of a
 * second.
 */
function keyOf(envelope: Envelope): Promise<Buffer> {
  const name = JSON.stringify([envelope.salt, envelope.kdf_parameters]);
  if (!keys.has(name)) keys.set(name, envelopeKey(envelope, PASSPHRASE));
  return keys.get(name)!;
}

/** Reads a file like an import. Returns all records, or the error code. */
async function read(file: Uint8Array): Promise<ArchiveEntry[] | string> {
  try {
    const envelope = await readEnvelope(chunked(file));
    const text =
      envelope === null ? file : await collect(unseal(chunked(file), envelope, await keyOf(envelope)));
    const entries: ArchiveEntry[] = [];
    for await (const entry of readArchive(chunked(text))) entries.push(entry);
    return entries;
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === undefined || !REFUSALS.includes(code)) throw error;
    return code;
  }
}

/** Expects that a changed file is rejected, unless it is another layout of the same document (see below). */
async function expectRefusedUnlessSame(original: Uint8Array, changed: Uint8Array): Promise<void> {
  if (typeof (await read(changed)) === 'string' || isSameDocument(original, changed)) return;
  const at = changed.findIndex((byte, i) => byte !== original[i]);
  const around = Buffer.from(changed.subarray(Math.max(0, at - 20), at + 20)).toString('latin1');
  expect.fail(`taken with another byte at ${at}: ${around}`);
}

function isSameDocument(a: Uint8Array, b: Uint8Array): boolean {
  try {
    const decode = (bytes: Uint8Array) => JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return isDeepStrictEqual(decode(a), decode(b));
  } catch {
    return false;
  }
}

function withByte(bytes: Uint8Array, at: number, byte: number): Uint8Array {
  const changed = Uint8Array.from(bytes);
  changed[at] = byte;
  return changed;
}

describe.each([
  ['plain', () => plain],
  ['encrypted', () => sealed],
] as const)('a %s archive', (_, original) => {
  it('is read completely', async () => {
    expect(await read(original())).toEqual([
      { section: 'projects', at: 0, record: document.projects[0] },
      ...document.memories.map((record, at) => ({ section: 'memories', at, record })),
      { section: 'relations', at: 0, record: document.relations![0] },
    ]);
  });

  it('is rejected if one changed byte changes the document', async () => {
    const bytes = original();
    for (let at = 0; at < bytes.length; at++) {
      await expectRefusedUnlessSame(bytes, withByte(bytes, at, bytes[at]! ^ 1));
      await expectRefusedUnlessSame(bytes, withByte(bytes, at, bytes[at]! ^ 0x80));
    }
  });

  it('is rejected if it is truncated at any byte', async () => {
    const bytes = original();
    for (let length = 0; length < bytes.length; length++) {
      await expectRefusedUnlessSame(bytes, bytes.subarray(0, length));
    }
  });

  it('is rejected if random bytes are changed, moved, duplicated or removed', async () => {
    const bytes = original();
    const place = fc.nat(bytes.length - 1);
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('change', 'insert', 'leave out', 'double', 'swap'),
        place,
        place,
        fc.nat(255),
        async (how, from, to, byte) => {
          const [a, b] = from < to ? [from, to] : [to, from];
          const [head, middle, tail] = [bytes.subarray(0, a), bytes.subarray(a, b), bytes.subarray(b)];
          const parts = {
            change: [withByte(withByte(bytes, a, byte), b, byte ^ 0x55)],
            insert: [head, [byte], middle, tail],
            'leave out': [head, tail],
            double: [head, middle, middle, tail],
            swap: [middle, head, tail],
          }[how];
          const changed = Buffer.concat(parts.map((part) => Uint8Array.from(part)));
          await expectRefusedUnlessSame(bytes, changed);
        },
      ),
      { numRuns: 1500, seed: 7 },
    );
  });

  it('is accepted in another layout and order of members', async () => {
    const object = JSON.parse(original().toString()) as Record<string, unknown>;
    const reversed = Object.fromEntries(Object.entries(object).reverse());
    const sorted = Object.fromEntries(Object.entries(object).sort());
    for (const other of [object, reversed, sorted]) {
      const outcome = await read(Buffer.from(JSON.stringify(other, null, 2)));
      expect(outcome).toHaveLength(4);
    }
  });
});

describe('an invalid archive', () => {
  it.each([
    ['nothing', ''],
    ['text', 'Dear memory,'],
    ['a list', '[]'],
    ['another document', '{"name":"anima","version":"0.1.0"}'],
    ['a long one', `{"name":"${'x'.repeat(1 << 20)}"}`],
    ['another format', JSON.stringify({ ...document, format: 'anima-memory-archives' })],
    ['another version', JSON.stringify({ ...document, version: 2 })],
    ['a version as text', JSON.stringify({ ...document, version: '1' })],
    ['a SQLite file', 'SQLite format 3\0'],
    ['binary', Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0])],
  ])('is rejected as not an archive: %s', async (_, text) => {
    expect(await read(Buffer.from(text))).toBe('not_an_archive');
  });

  it.each([
    ['a member more', { ...document, note: 1 }],
    ['a list less', { ...document, projects: undefined }],
    ['no digest', { ...document, sha256: undefined }],
    ['another time of creation', { ...document, created_at: '2026-03-02T00:00:00.001Z' }],
    ['counts that do not agree', { ...document, counts: { ...document.counts, memories: 3 } }],
    ['a memory less', { ...document, memories: document.memories.slice(1) }],
    ['memories in another order', { ...document, memories: document.memories.toReversed() }],
    ['a digest in capitals', { ...document, sha256: document.sha256.toUpperCase() }],
    ['half of a surrogate pair', { ...document, memories: [memoryRecord({ content: '\ud800' })] }],
  ])('is rejected as damaged: %s', async (_, changed) => {
    expect(await read(Buffer.from(JSON.stringify(changed)))).toBe('archive_damaged');
  });
});

it('an archive with a duplicate member is damaged', async () => {
  const text = plain.toString();
  const twice = text.replace(
    '"service_version"',
    '"created_at":"2026-03-02T00:00:00.000Z","service_version"',
  );
  expect(JSON.parse(twice)).toEqual(document);
  expect(await read(Buffer.from(twice))).toBe('archive_damaged');
});

describe('the envelope of an encrypted archive', () => {
  const changed = (fields: Record<string, unknown>) =>
    read(Buffer.from(JSON.stringify({ ...JSON.parse(sealed.toString()), ...fields })));

  it('opens only with its passphrase, in any Unicode normalisation form', async () => {
    const file = await collect(seal(chunked(plain), 'Schlüssel', SCRYPT));
    const envelope = (await readEnvelope(chunked(file)))!;
    const open = async (passphrase: string) =>
      collect(unseal(chunked(file), envelope, await envelopeKey(envelope, passphrase)));
    expect(await open('Schlüssel'.normalize('NFD'))).toEqual(plain);
    await expect(open('Schlussel')).rejects.toMatchObject({ code: 'wrong_passphrase' });
    await expect(open('Schlüssel ')).rejects.toMatchObject({ code: 'wrong_passphrase' });
  });

  it('has a new salt, IV and ciphertext for each encryption', async () => {
    const again = await collect(seal(chunked(plain), PASSPHRASE, SCRYPT));
    const [a, b] = [sealed, again].map((file) => JSON.parse(file.toString()));
    expect(a.salt).not.toBe(b.salt);
    expect(a.iv).not.toBe(b.iv);
    expect(a.ciphertext).not.toBe(b.ciphertext);
  });

  it.each([
    ['too little work', { n: 2 ** 14, r: 8, p: 1 }],
    ['too much memory', { n: 2 ** 19, r: 8, p: 1 }],
    ['too much memory by r', { n: 2 ** 15, r: 1024, p: 1 }],
    ['too much time', { n: 2 ** 15, r: 8, p: 1_000_000 }],
    ['no power of two', { n: 2 ** 15 + 1, r: 8, p: 1 }],
    ['text', { n: '32768', r: 8, p: 1 }],
    ['nothing', {}],
  ])('is rejected with scrypt parameters: %s', async (_, kdf_parameters) => {
    expect(await changed({ kdf_parameters })).toBe('not_an_archive');
  });

  it.each([
    [{ cipher: 'aes-128-gcm' }, 'not_an_archive'],
    [{ kdf: 'pbkdf2' }, 'not_an_archive'],
    [{ version: 2 }, 'not_an_archive'],
    [{ note: 1 }, 'not_an_archive'],
    [{ ciphertext: '' }, 'not_an_archive'],
    [{ iv: 'AAAA' }, 'wrong_passphrase'],
    [{ tag: 'AAAA' }, 'wrong_passphrase'],
    [{ salt: '' }, 'wrong_passphrase'],
  ])('is rejected with %j: %s', async (fields, code) => {
    expect(await changed(fields)).toBe(code);
  });

  it('is rejected if characters follow its ciphertext', async () => {
    const { ciphertext } = JSON.parse(sealed.toString()) as { ciphertext: string };
    for (const more of ['A', 'AA', '=', '====', 'AAAA']) {
      expect(await changed({ ciphertext: ciphertext + more })).toBe('wrong_passphrase');
    }
  });

  it('is rejected if its ciphertext does not authenticate the envelope', async () => {
    const { tag: _, ciphertext: __, ...header } = JSON.parse(sealed.toString());
    const key = await envelopeKey({ ...header, tag: '' }, PASSPHRASE);
    const cipher = createCipheriv('aes-256-gcm', key, Buffer.from(header.iv, 'base64'));
    const ciphertext = Buffer.concat([cipher.update(plain), cipher.final()]).toString('base64');
    const tag = cipher.getAuthTag().toString('base64');
    expect(await changed({ ciphertext, tag })).toBe('wrong_passphrase');
  });
});
