import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startChatServer } from '../../testing/chat-server.js';
import { startTestService, type TestService } from '../../testing/test-service.js';
import { testTextEmbedder } from '../text-embedder.contract.js';
import { createServerEmbedder } from './server-embedder.js';

const MODEL = 'bge-small-en-v1.5-int8';

/** Responds like a server, with a vector that depends on the letters of each text. */
const answerTo = ({ input }: { input: string[] }) => ({
  data: input.map((text, index) => ({ index, embedding: vectorOf(text) })),
});
function vectorOf(text: string): number[] {
  const vector = new Array<number>(16).fill(0.01);
  for (let at = 0; at < text.length; at++) vector[text.charCodeAt(at) % 16]! += 1 + (at % 7);
  return vector;
}

type Answer = (
  request: { model: string; input: string[] },
  call: number,
) =>
  | {
      status?: number;
      headers?: Record<string, string>;
      body: unknown;
    }
  | Promise<{ status?: number; headers?: Record<string, string>; body: unknown }>;

async function serverOf(answer: Answer) {
  let calls = 0;
  const server = await startChatServer((request) => answer(request as never, ++calls));
  onTestFinished(() => server.close());
  return server;
}

async function embedderOf(
  answer: Answer,
  now = Date.now,
  more: { prefixes?: { query: string; passage: string } } = {},
) {
  const server = await serverOf(answer);
  const options = {
    ...more,
    url: server.url,
    model: 'm',
    apiKey: null,
    dimensions: null,
    maxTokens: 64,
    timeoutMs: 2_000,
    now,
  };
  const embedder = await createServerEmbedder(options);
  onTestFinished(() => embedder.close());
  return { embedder, server };
}

describe('an embeddings server', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.close());

  testTextEmbedder('an embeddings server', async (options) => {
    const url = `${service.url}/v1`;
    const embedder = await createServerEmbedder({
      url,
      model: MODEL,
      apiKey: null,
      dimensions: null,
      maxTokens: 256,
      ...options,
    });
    return { embedder, close: () => embedder.close() };
  });
});

describe('a server', () => {
  it('gets the prefix of queries and of passages in front of each window', async () => {
    const inputs: string[] = [];
    const { embedder } = await embedderOf(
      (request) => {
        inputs.push(...request.input);
        return { body: answerTo(request) };
      },
      Date.now,
      { prefixes: { query: 'query: ', passage: 'passage: ' } },
    );
    inputs.length = 0;
    await embedder.embed(['Who deploys?'], { inputType: 'query' });
    await embedder.embed(['Ada deploys']);
    expect(inputs).toEqual(['query: Who deploys?', 'passage: Ada deploys']);
    inputs.length = 0;
    await embedder.embed(['word '.repeat(100)]);
    expect(inputs.length).toBeGreaterThan(1);
    for (const input of inputs) {
      expect(input).toMatch(/^passage: /);
      expect(input.length).toBeLessThanOrEqual(64 * 3);
    }
  });

  it('is another model with another prefix', async () => {
    const answer: Answer = (request) => ({ body: answerTo(request) });
    const revisionWith = async (query: string, passage: string) =>
      (await embedderOf(answer, Date.now, { prefixes: { query, passage } })).embedder.model.revision;
    const revisions = [
      await revisionWith('', ''),
      await revisionWith('query: ', ''),
      await revisionWith('query: ', 'passage: '),
    ];
    expect(new Set(revisions).size).toBe(3);
    const { embedder } = await embedderOf(answer);
    expect(embedder.model.revision).toBe(revisions[0]);
  });

  it('gets a batch in one request, and its vectors are sorted and normalised', async () => {
    const { embedder, server } = await embedderOf((request) => ({
      body: { data: answerTo(request).data.toReversed() },
    }));
    const texts = Array.from({ length: 40 }, (_, at) => 'abcdefgh'.slice(at % 8) + at);
    const embedded = await embedder.embed(texts);
    expect(server.asked.length).toBeLessThan(10);
    for (const [at, [vector]] of embedded.entries()) {
      const expected = vectorOf(texts[at]!);
      const length = Math.hypot(...expected);
      expect(vector?.[3]).toBeCloseTo(expected[3]! / length, 5);
    }
  });

  it('can answer in base64', async () => {
    const { embedder } = await embedderOf(({ input }) => ({
      body: {
        data: input.map((text) => ({
          embedding: Buffer.from(Float32Array.from(vectorOf(text)).buffer).toString('base64'),
        })),
      },
    }));
    expect(embedder.dimensions).toBe(16);
  });

  it.each<[string, (vectors: { index: number; embedding: number[] }[]) => unknown]>([
    ['too few vectors', (vectors) => ({ data: vectors.slice(1) })],
    ['one vector twice', (vectors) => ({ data: vectors.map((vector) => ({ ...vector, index: 0 })) })],
    [
      'another dimension',
      (vectors) => ({
        data: vectors.map(({ embedding }, index) => ({ index, embedding: embedding.slice(1) })),
      }),
    ],
    ['no numbers', (vectors) => ({ data: vectors.map(({ index }) => ({ index, embedding: ['1'] })) })],
    [
      'nothing but zeros',
      (vectors) => ({ data: vectors.map(({ index }) => ({ index, embedding: new Array(16).fill(0) })) }),
    ],
    [
      'infinite numbers',
      (vectors) => ({ data: vectors.map(({ index }) => ({ index, embedding: new Array(16).fill(1e39) })) }),
    ],
    ['no JSON', () => '<html>'],
    ['no end', () => 'x'.repeat(17 * 1024 * 1024)],
  ])('that answers with %s causes an error', async (_, spoil) => {
    const { embedder } = await embedderOf((request, call) => ({
      body: call === 1 ? answerTo(request) : spoil(answerTo(request).data),
    }));
    await expect(embedder.embed(['a', 'b'])).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(/^The embeddings server at 127\.0\.0\.1:\d+ did not answer: /),
    });
  });

  it('that is busy gets a retry, and a redirect is not followed', async () => {
    const { embedder } = await embedderOf((request, call) =>
      call === 2 ? { status: 429, headers: { 'retry-after': '0' }, body: {} } : { body: answerTo(request) },
    );
    expect(await embedder.embed(['a'])).toHaveLength(1);
    expect(embedder.stats().requests).toEqual({ retried: 1, failed: 0 });
    await expect(
      embedderOf(() => ({ status: 307, headers: { location: 'http://127.0.0.1:1/' }, body: {} })),
    ).rejects.toMatchObject({ message: expect.stringContaining('Expected status 200, received 307') });
  });

  it('that rejects one text embeds the others', async () => {
    const { embedder } = await embedderOf((request) =>
      request.input.includes('poison') ? { status: 400, body: {} } : { body: answerTo(request) },
    );
    const settled = await Promise.allSettled(
      ['a', 'b', 'poison', 'c', 'd', 'e', 'f'].map((text) => embedder.embed([text])),
    );
    expect(settled.map(({ status }) => status === 'fulfilled')).toEqual([
      true,
      true,
      false,
      true,
      true,
      true,
      true,
    ]);
    await expect(embedder.embed(['poison'])).rejects.toMatchObject({
      message: expect.stringMatching(/ refused the text with status 400$/),
    });
  });

  it('that serves another model under the same name is rejected until it serves the previous one', async () => {
    let time = 0;
    let other = false;
    const { embedder } = await embedderOf(
      (request) => ({
        body: answerTo(
          other ? { input: request.input.map((text) => [...text].toReversed().join('z')) } : request,
        ),
      }),
      () => time,
    );
    other = true;
    time += 11 * 60_000;
    await expect(embedder.embed(['a'])).rejects.toMatchObject({
      message: expect.stringContaining('serves another model as m than before'),
    });
    other = false;
    time += 60_000;
    expect(await embedder.embed(['a'])).toHaveLength(1);
  });
});

it('is recognised by the vectors of its model, not by their last bits', async () => {
  const noisy: Answer = (request) => ({
    body: {
      data: answerTo(request).data.map(({ index, embedding }) => ({
        index,
        embedding: embedding.map((v) => v * (1 + 1e-4 * Math.sin(v * 99))),
      })),
    },
  });
  const [one, same, other] = await Promise.all([
    embedderOf((request) => ({ body: answerTo(request) })),
    embedderOf(noisy),
    embedderOf((request) => ({
      body: {
        data: request.input.map((text) => ({ embedding: vectorOf([...text].toReversed().join('q')) })),
      },
    })),
  ]);
  const { comparesWith } = one.embedder.model;
  expect(comparesWith?.(same.embedder.model.revision)).toBe(true);
  expect(comparesWith?.(other.embedder.model.revision)).toBe(false);
  expect(comparesWith?.('6c9c6101a956d62d')).toBe(false);
});
