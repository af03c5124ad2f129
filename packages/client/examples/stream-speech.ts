// Writes raw audio during the synthesis:
//   node packages/client/dist/examples/stream-speech.js "Good morning." | aplay -f S16_LE -r 24000
import { createAvatarClient } from '@anima/client';

const [text = 'Good morning. The kettle is on.'] = process.argv.slice(2);
const avatar = createAvatarClient({ url: process.env.AVATAR_URL });

for await (const event of avatar.speakStream({ text, sample_rate: 24_000 })) {
  if (event.type === 'words') console.error(event.words.map(({ word }) => word).join(' '));
  if (event.type === 'audio') process.stdout.write(Buffer.from(event.samples.buffer));
}
