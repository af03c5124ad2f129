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

  it('is told what was wrong', async () => {
    const refused = client.audio.speech.create({ model: 'hibari', voice: 'nobody', input: 'Hello.' });
    await expect(refused).rejects.toThrow(/nobody/);
    await expect(client.audio.speech.create({ model: 'hibari', voice: 'heart', input: '' })).rejects.toThrow(
      BadRequestError,
    );
    const stranger = new OpenAI({ baseURL: `${service.url}/v1`, apiKey: 'wrong', maxRetries: 0 });
    await expect(stranger.models.list()).rejects.toThrow(OpenAI.AuthenticationError);
  });
});
