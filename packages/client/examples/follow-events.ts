// Prints the first two events of memories, or until Ctrl-C; reconnects after a lost connection:
//   node packages/client/dist/examples/follow-events.js
import { createMemoryClient } from '@anima/client';

const memory = createMemoryClient({ url: process.env.MEMORY_URL });
const over = new AbortController();
process.once('SIGINT', () => over.abort());

let count = 0;
const onOpen = () => console.log('listening');
for await (const { type, data } of memory.events({ types: ['memory.*'], signal: over.signal, onOpen })) {
  console.log(type, data.memory_id);
  if (++count === 2) break;
}
