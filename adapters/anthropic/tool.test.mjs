import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMemoryClient } from '@anima/client';
import Anthropic from '@anthropic-ai/sdk';
import { animaMemoryTool } from './index.js';

test('serves the tool runner', async () => {
  const client = createMemoryClient({ url: process.env.MEMORY_URL });
  const anthropic = new Anthropic({ baseURL: process.env.MODEL_URL, apiKey: 'sk-ant-x' });
  const run = () =>
    anthropic.beta.messages.toolRunner({
      model: 'fake',
      max_tokens: 100,
      messages: [{ role: 'user', content: 'Remember my tea.' }],
      tools: [animaMemoryTool(client, { project: 'anthropic js' })],
    });
  assert.equal((await run()).content[0].text, 'File created successfully at: /memories/tea.md');
  // The file exists now, which the model is told.
  assert.equal((await run()).content[0].text, 'Error: File /memories/tea.md already exists');
});
