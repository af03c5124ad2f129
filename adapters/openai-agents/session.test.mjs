import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMemoryClient } from '@anima/client';
import { Agent, OpenAIResponsesModel, run, setTracingDisabled } from '@openai/agents';
import OpenAI from 'openai';
import { AnimaSession } from './index.js';

setTracingDisabled(true);
const client = createMemoryClient({ url: process.env.MEMORY_URL });
const project = 'agents js';

test('keeps items in order and without loss', async () => {
  const session = new AnimaSession('js session', client, { project });
  const items = [
    { role: 'user', content: 'Where is the boat?' },
    { type: 'function_call', callId: 'c1', name: 'find', arguments: '{}', status: 'completed' },
    {
      type: 'function_call_result',
      callId: 'c1',
      name: 'find',
      status: 'completed',
      output: { type: 'text', text: 'in the harbour' },
    },
    {
      type: 'message',
      role: 'assistant',
      status: 'completed',
      content: [{ type: 'output_text', text: 'In the harbour.' }],
    },
  ];
  await session.addItems(items);
  assert.deepEqual(await session.getItems(), items);
  assert.deepEqual(await session.getItems(1), items.slice(-1));
  assert.deepEqual(await session.popItem(), items.at(-1));
  await session.clearSession();
  assert.deepEqual(await session.getItems(), []);
  assert.equal(await session.popItem(), undefined);
});

test('gives an agent its history', async () => {
  const model = new OpenAIResponsesModel(
    new OpenAI({ baseURL: `${process.env.MODEL_URL}/v1`, apiKey: 'sk-x' }),
    'fake',
  );
  const agent = new Agent({ name: 'captain', model });
  const session = new AnimaSession('run js', client, { project });
  const first = await run(agent, 'The boat is called Heron.', { session });
  assert.equal(first.finalOutput, 'You said: The boat is called Heron.');
  await run(agent, 'Name it again.', { session });
  const items = await session.getItems();
  assert.deepEqual(
    items.map(({ role }) => role),
    ['user', 'assistant', 'user', 'assistant'],
  );
  const { memories } = await client.recall('What is the boat called?', { filter: { project_id: project } });
  assert.match(memories[0].content, /Heron/);
});
