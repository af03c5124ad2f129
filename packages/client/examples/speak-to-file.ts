// Speaks a text into a file, and prints the time of each word:
//   node packages/client/dist/examples/speak-to-file.js "Good morning." morning.mp3
import { createAvatarClient } from '@anima/client';
import { saveTo } from '@anima/client/node';

const [text = 'Good morning. The kettle is on.', path = 'speech.mp3'] = process.argv.slice(2);
const avatar = createAvatarClient({ url: process.env.AVATAR_URL });

const job = await avatar.waitFor(await avatar.speak({ text, format: 'mp3' }));
await saveTo(path, await avatar.media.of(job));

for (const { word, start } of job.result.words) console.log(`${start.toFixed(2)} s  ${word}`);
console.log(`${job.result.duration_seconds} s in ${path}`);
