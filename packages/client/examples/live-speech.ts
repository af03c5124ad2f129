// Speaks text from stdin while it arrives, such as from a language model; writes raw audio:
//   some-model | node packages/client/dist/examples/live-speech.js | aplay -f S16_LE -r 24000
import { createAvatarClient } from '@anima/client';
import { WebSocket } from 'ws';

const avatar = createAvatarClient({ url: process.env.AVATAR_URL });
const live = await avatar.live({
  shapes: 'none',
  // Node 22 and browsers have one.
  WebSocket: globalThis.WebSocket ?? (WebSocket as unknown as typeof globalThis.WebSocket),
});
live.on('words', ({ words }) => process.stderr.write(`${words.map(({ word }) => word).join(' ')} `));
live.on('sound', ({ samples }) => process.stdout.write(Buffer.from(samples.slice().buffer)));
live.on('done', () => live.close());

for await (const piece of process.stdin.setEncoding('utf8')) live.text('1', String(piece));
live.end('1');
