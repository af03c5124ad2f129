// Stores two memories, asks a question, and prints what answers it:
//   node packages/client/dist/examples/remember-and-recall.js
import { createMemoryClient } from '@anima/client';

const memory = createMemoryClient({ url: process.env.MEMORY_URL, agentId: 'example' });

await memory.remember({ content: 'We deploy on Fridays', type: 'decision', project: 'shop' });
await memory.remember({ content: 'The staging database is called lima', type: 'fact', project: 'shop' });

const { memories } = await memory.recall('Which day do we ship?', {
  limit: 1,
  filter: { project_id: 'shop' },
});
for (const { content, score } of memories) console.log(score.toFixed(2), content);

const { context_text } = await memory.context('shop', { max_tokens: 200 });
console.log(context_text);
