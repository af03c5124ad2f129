// Renders a talking face, shows how it goes, and cancels the job on Ctrl-C:
//   node packages/client/dist/examples/talking-clip.js "Good morning." morning.mp4
import { createAvatarClient, JobFailedError } from '@anima/client';
import { saveTo } from '@anima/client/node';

const [text = 'Good morning.', path = 'clip.mp4'] = process.argv.slice(2);
const avatar = createAvatarClient({ url: process.env.AVATAR_URL });
const interrupted = new AbortController();
process.once('SIGINT', () => interrupted.abort(new Error('interrupted')));

try {
  const accepted = await avatar.lipsync({ text, face: 'ada', options: { width: 256 } });
  const job = await avatar.waitFor(accepted, {
    signal: interrupted.signal,
    cancelOnAbort: true,
    onProgress: ({ status, stage, progress }) =>
      console.log(`${Math.round(progress * 100)} %`, status, stage),
  });
  await saveTo(path, await avatar.media.of(job));
  console.log(`${job.result.duration} s, ${job.result.frames} frames in ${path}`);
} catch (error) {
  if (!(error instanceof JobFailedError)) throw error;
  console.error(`${error.code}: ${error.message}`);
  process.exitCode = 1;
}
