import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMemoryClient } from '@anima/client';
import { generateText, simulateReadableStream, stepCountIs, streamText, wrapLanguageModel } from 'ai';
import { MockLanguageModelV3 } from 'ai/test';
import { animaMemory, animaTools } from './index.js';

const client = createMemoryClient({ url: process.env.MEMORY_URL });
const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};
const finished = (unified) => ({ finishReason: { unified, raw: unified }, usage, warnings: [] });
const says = (text) => ({ content: [{ type: 'text', text }], ...finished('stop') });
const streams = (text) => ({
  stream: simulateReadableStream({
    chunks: [
      { type: 'text-start', id: '1' },
      ...text.split(/(?<= )/).map((delta) => ({ type: 'text-delta', id: '1', delta })),
      { type: 'text-end', id: '1' },
      { type: 'finish', ...finished('stop') },
    ],
  }),
});
const turns = async (project) =>
  (await client.list({ project_id: project, tags: ['conversation'] })).memories
    .map(({ role, content }) => [role, content])
    .reverse();

test('recalls memories for a message, and stores the turns', async () => {
  const project = 'ai sdk 1';
  await client.remember({ content: 'The staging database listens on port 6543.', type: 'fact', project });
  const model = new MockLanguageModelV3({
    doGenerate: says('Port 6543.'),
    doStream: streams('It is port 6543.'),
  });
  const wrapped = wrapLanguageModel({
    model,
    middleware: animaMemory(client, { project, conversationId: 'c1' }),
  });
  const { text } = await generateText({
    model: wrapped,
    system: 'Be brief.',
    prompt: 'On which port does the staging database listen?',
  });
  assert.equal(text, 'Port 6543.');
  const [system, user] = model.doGenerateCalls[0].prompt;
  assert.equal(system.content, 'Be brief.');
  assert.match(user.content[1].text, /<anima-memory>[\s\S]*6543/);
  const streamed = streamText({
    model: wrapped,
    prompt: 'Tell me the port of the staging database once more',
  });
  assert.equal(await streamed.text, 'It is port 6543.');
  assert.deepEqual(await turns(project), [
    ['user', 'On which port does the staging database listen?'],
    ['assistant', 'Port 6543.'],
    ['user', 'Tell me the port of the staging database once more'],
    ['assistant', 'It is port 6543.'],
  ]);
});

test('a call succeeds although the memory service is unreachable', async () => {
  const away = createMemoryClient({ url: 'http://127.0.0.1:1', retries: 0 });
  const errors = [];
  const middleware = animaMemory(away, { conversationId: 'c1', onError: (error) => errors.push(error) });
  const model = wrapLanguageModel({
    model: new MockLanguageModelV3({ doGenerate: says('Hello.') }),
    middleware,
  });
  assert.equal((await generateText({ model, prompt: 'Is anyone there?' })).text, 'Hello.');
  assert.equal(errors.length, 2);
});

test('a model remembers and recalls with the tools', async () => {
  const project = 'ai sdk 2';
  const call = (toolName, input) => ({
    content: [{ type: 'tool-call', toolCallId: toolName, toolName, input: JSON.stringify(input) }],
    ...finished('tool-calls'),
  });
  const model = new MockLanguageModelV3({
    doGenerate: [
      call('remember', { content: 'Ada drinks green tea.', type: 'preference' }),
      call('recall', { query: 'What does Ada drink?' }),
      says('Green tea.'),
    ],
  });
  const result = await generateText({
    model,
    tools: animaTools(client, { project }),
    stopWhen: stepCountIs(5),
    prompt: 'What does Ada drink?',
  });
  assert.equal(result.text, 'Green tea.');
  assert.equal(result.steps[1].toolResults[0].output[0].content, 'Ada drinks green tea.');
});
