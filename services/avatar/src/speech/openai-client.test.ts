import OpenAI, { BadRequestError } from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../testing/test-service.js';

const TOKEN = 'speaks-speaks-speaks-speaks-speaks';
let service: TestService;
let client: OpenAI;
beforeAll(async () => {
  service = await startTestService({ AVATAR_SERVICE_TOKEN: TOKEN });
  client = new OpenAI({ baseURL: `${service.url}/v1`, apiKey: TOKEN, maxRetries: 0 });
});
afterAll(() => service.close());

describe("OpenAI's own client", () => {
  it('lists the engines that speak', async () => {
    const { data } = await client.models.list();
    expect(data.map(({ id }) => id)).toContain('hibari');
  });

  it('speaks, piece by piece', async () => {
    const answer = await client.audio.speech.create({
      model: 'hibari',
      voice: 'heart',
      input: 'The first words come before the last are spoken. So they should.',
      response_format: 'pcm',
    });
    let bytes = 0;
    for await (const piece of answer.body!) bytes += piece.length;
    // 16-bit mono at 24 kHz: more than two seconds, less than eight.
    expect(bytes / 48_000).toBeGreaterThan(2);
    expect(bytes / 48_000).toBeLessThan(8);
  });

  it('streams events, accepts its own voice names, and does not speak tags', async () => {
    const answer = await client.audio.speech.create({
      model: 'gpt-4o-mini-tts',
      voice: 'marin',
      input: 'Wait for it. [pause for effect] <b>Now</b> 世界 go on.',
      response_format: 'pcm',
      stream_format: 'sse',
    });
    expect(answer.headers.get('content-type')).toMatch(/^text\/event-stream/);
    const lines = (await answer.text()).split('\n\n').filter((line) => line !== '');
    const events = lines.map((line) => JSON.parse(line.replace(/^data: /, '')));
    const bytes = events.slice(0, -1).map(({ type, audio }) => {
      expect(type).toBe('speech.audio.delta');
      return Buffer.from(audio, 'base64').length;
    });
    expect(bytes.reduce((sum, length) => sum + length, 0) / 48_000).toBeGreaterThan(1.5);
    expect(events.at(-1)).toMatchObject({ type: 'speech.audio.done', usage: { output_tokens: 0 } });
  });

  it('finds one model by its name', async () => {
    expect(await client.models.retrieve('hibari')).toMatchObject({ id: 'hibari', object: 'model' });
    expect(await client.models.retrieve('tts-1')).toMatchObject({ id: 'tts-1' });
    await expect(client.models.retrieve('gpt-4o')).rejects.toThrow(OpenAI.NotFoundError);
  });

  it('gets an error of the expected format', async () => {
    const refused = client.audio.speech.create({ model: 'hibari', voice: 'nobody', input: 'Hello.' });
    await expect(refused).rejects.toThrow(/nobody/);
    await expect(client.audio.speech.create({ model: 'hibari', voice: 'heart', input: '' })).rejects.toThrow(
      BadRequestError,
    );
    const unauthorised = new OpenAI({ baseURL: `${service.url}/v1`, apiKey: 'wrong', maxRetries: 0 });
    await expect(unauthorised.models.list()).rejects.toThrow(OpenAI.AuthenticationError);
  });
});
