import { existsSync, mkdirSync } from 'node:fs';
import { basename, extname, join, resolve } from 'node:path';
import { callWithin } from '@anima/calls/signals';
import type { AcceptedJob, AvatarClient, Clip, FinishedJob, JobKind, Speech } from '@anima/client';
import type { Command } from 'commander';
import type { Context } from '../context.js';
import {
  type CommandDefiners,
  choice,
  flag,
  given,
  number,
  type OptionValues,
  text,
  whole,
} from '../define-command.js';
import { EXIT, usageError } from '../failure.js';
import { isStdin, textOf, textPieces } from '../read-text.js';
import type { SoundSink } from '../sound/sound-sink.js';
import { dim, green, red } from '../terminal/output.js';

const audioFormats = ['wav', 'mp3', 'opus', 'm4a'] as const;
type AudioFormat = (typeof audioFormats)[number];

const voiceOptions = {
  voice: text('<name>', 'see: anima voices'),
  speed: number('<n>', 'from 0.5 to 2', 0.5, 2),
};

/** `speak`, `render`, `batch`. */
export function avatarCommands(program: Command, definers: CommandDefiners): void {
  const { define } = definers.calling('avatar');
  define(program, {
    line: 'speak [text...]',
    summary: 'play or write the speech of a text; text on stdin is spoken as it arrives',
    examples: [
      'anima speak "Hello there."',
      'anima speak "Hello there." --voice wren --output hello.mp3',
      'ask-a-model | anima speak -',
      'anima speak "Hello" --output - | aplay',
    ],
    options: {
      ...voiceOptions,
      output: text('<file>', 'write a file instead of playing; - writes WAV to stdout', { short: '-o' }),
      format: choice('<format>', 'audio format; default: from the file name', audioFormats),
    },
    run: async (context, { output, format, ...voice }, words) => {
      if (output !== undefined && output !== '-') {
        const speech = given({ ...voice, text: await textOf(words, context) }) as Speech;
        return writeSpeech(context, speech, output, format);
      }
      if (format !== undefined) throw usageError('Expected --output with --format, received none');
      return speakStream(context, voice, words, output === '-');
    },
  });
  define(program, {
    line: 'render [text...]',
    summary: 'render a video clip of a talking face',
    examples: [
      'anima render "Hello there." --output hello.mp4',
      'anima render "[happy] Hello there. [thinking] Well ..."',
      'anima render --audio ~/speech.wav --face ada --captions burnt --output talk.mp4',
    ],
    options: {
      ...voiceOptions,
      output: text('<file>', 'default: anima-render.mp4', { short: '-o' }),
      audio: text('<file>', 'speech from a file instead of a text; on the machine of the service'),
      job: text('<id>', 'speech of a job instead of a text'),
      face: text('<name>', 'see: anima faces'),
      source: text('<name>', 'a clip of the catalog'),
      clip: text('<file>', 'a clip or picture on the machine of the service'),
      engine: choice('<name>', 'render engine', ['auto', 'head', 'mesh', 'wav2lip']),
      fps: number('<n>', 'frames per second', 10, 60),
      width: whole('<n>', 'width in pixels', 64, 2048),
      captions: choice('<mode>', 'captions of the text', ['none', 'beside', 'burnt']),
      background: text('<colour>', 'background of a head, for example #203040'),
      expression: text('<name>', 'expression of the face, for example happy or thinking:0.5'),
      enhance: flag('enhance the face, if a model for it is installed'),
    },
    run: async (context, choice, words) => {
      const { audio, job, output = 'anima-render.mp4', clip, face, source, voice, speed, engine } = choice;
      const isText = audio === undefined && job === undefined;
      if (!isText && words.length > 0)
        throw usageError('Expected one of a text, --audio and --job, received several');
      const text = isText ? await textOf(words, context) : undefined;
      const { fps, width, captions, background, enhance } = choice;
      const expression =
        choice.expression === undefined
          ? undefined
          : (await import('../expression.js')).expressionOf(choice.expression);
      const client = await context.avatar();
      const body = given({
        ...{ text, voice, speed, face, source, engine, tts_job_id: job },
        audio_path: audio === undefined ? undefined : resolve(audio),
        source_path: clip === undefined ? undefined : resolve(clip),
        options: given({ fps, width, captions, background, enhance, expression }),
      }) as Clip;
      const finished = await waitFor(context, client, await client.lipsync(body), 'Rendering');
      const { duration, width: w, height: h, notes } = finished.result;
      await saveJob(context, client, finished, output, `${duration.toFixed(1)} s, ${w} x ${h}`, notes);
    },
  });
  define(program, {
    line: 'batch <script>',
    summary: 'render a clip of each scene in a script file (YAML or Markdown)',
    examples: [
      'anima batch talk.md --concat',
      'anima batch scenes.yaml --output clips',
      'anima batch talk.md --dry-run',
    ],
    options: {
      output: text('<folder>', 'folder for the clips; default: the name of the script', { short: '-o' }),
      concat: flag('also join all scenes into one film'),
      dryRun: flag('show the scenes without rendering them'),
    },
    run: async (context, { output, concat, dryRun }, path) => {
      const { readScript } = await import('../script/read-script.js');
      const script = readScript(path);
      if (concat) script.concat = true;
      if (!dryRun) return renderBatch(context, script, output ?? basename(path, extname(path)));
      const rows = script.scenes.map(({ id, text, audio_path }, index) => [
        id ?? `scene-${index + 1}`,
        text ?? audio_path ?? '',
      ]);
      context.output.answer(script, () => context.output.table(rows));
      return EXIT.done;
    },
  });
}

async function renderBatch(
  context: Context,
  script: Parameters<AvatarClient['batch']>[0],
  folder: string,
): Promise<number> {
  const client = await context.avatar();
  const { signal, output } = context;
  const job = await client.batch(script);
  const finished = await waitFor(context, client, job, `${script.scenes.length} scenes`);
  const { saveTo } = await import('@anima/client/node');
  mkdirSync(folder, { recursive: true });
  const files: { id: string; status: string; file?: string; error?: { code: string; message: string } }[] =
    [];
  for (const { id, status, media_url, error } of finished.result.scenes) {
    if (media_url === undefined) {
      files.push({ id, status, ...(error === undefined ? {} : { error }) });
      continue;
    }
    const file = join(folder, `${id.replace(/[^\p{L}\p{N}._-]/gu, '_')}.mp4`);
    await saveTo(file, await client.media.video(mediaName(media_url), { signal }), signal);
    files.push({ id, status, file: resolve(file) });
  }
  const film = finished.result.film === null ? null : join(folder, 'film.mp4');
  if (film !== null) await saveTo(film, await client.media.of(finished, { signal }), signal);
  output.answer(
    { job_id: finished.job_id, scenes: files, film: film === null ? null : resolve(film) },
    () => {
      for (const { id, file, error } of files)
        if (file !== undefined) output.say(green('Wrote '), file);
        else output.say(red('Failed '), `${id}: ${error?.message ?? 'no clip was rendered'}`);
      if (film !== null) output.say(green('Wrote '), film);
    },
  );
  return finished.result.failed_scenes > 0 ? EXIT.failed : EXIT.done;
}

function mediaName(mediaUrl: string): { path: string } | { job_id: string } {
  const query = new URL(mediaUrl, 'http://service').searchParams;
  const path = query.get('path');
  return path === null ? { job_id: query.get('job_id') ?? '' } : { path };
}

async function writeSpeech(
  context: Context,
  speech: Speech,
  path: string,
  chosen: AudioFormat | undefined,
): Promise<undefined> {
  const ending = extname(path).slice(1).toLowerCase();
  const format = chosen ?? audioFormats.find((known) => known === ending);
  if (format === undefined)
    throw usageError(
      `Expected a file that ends in ${audioFormats.join(', ')}, or --format, received ${path}`,
    );
  const client = await context.avatar();
  const finished = await waitFor(context, client, await client.speak({ ...speech, format }), 'Speaking');
  const { duration_seconds, words } = finished.result;
  await saveJob(context, client, finished, path, `${duration_seconds.toFixed(1)} s, ${words.length} words`);
}

/** Plays or writes the speech sentence by sentence, as the text arrives. */
async function speakStream(
  context: Context,
  voice: OptionValues<typeof voiceOptions>,
  words: readonly string[],
  toStdout: boolean,
): Promise<undefined> {
  const { signal, output } = context;
  const texts = isStdin(words, context) ? textPieces(context) : [await textOf(words, context)];
  const client = await context.avatar();
  const { sink, name, file } = await openSink(context, toStdout);
  const { spokenPieces } = await import('../sound/spoken-pieces.js');
  let seconds = 0;
  let isComplete = false;
  try {
    for await (const text of spokenPieces(texts)) {
      let rate = 24_000;
      const speech = given({ text, motion: 'none', ...voice }) as Parameters<typeof client.speakStream>[0];
      for await (const event of client.speakStream(speech, { signal })) {
        if (event.type === 'session') rate = event.audio.sample_rate;
        if (event.type === 'audio') await sink.add(event.samples, rate);
        if (event.type === 'done') seconds += event.duration;
      }
    }
    isComplete = true;
  } finally {
    if (!isComplete) sink.stop();
  }
  await sink.end();
  // Stdout contains audio only.
  if (toStdout) return;
  output.answer({ duration_seconds: seconds, player: name, file }, () => {
    if (file !== null) output.say(green('Wrote '), file, dim(`  ${seconds.toFixed(1)} s`));
  });
}

async function openSink(
  { env, out, signal, output }: Context,
  toStdout: boolean,
): Promise<{ sink: SoundSink; name: string | null; file: string | null }> {
  const { createFileSink, createPipeSink, createPlayerSink } = await import('../sound/sound-sink.js');
  if (toStdout) return { sink: createPipeSink(out), name: null, file: null };
  const { findPlayer, playerNames } = await import('../sound/find-player.js');
  const player = findPlayer(env);
  if (player !== null) return { sink: createPlayerSink(player, signal), name: player.name, file: null };
  let file = resolve('anima-speech.wav');
  for (let number = 2; existsSync(file); number++) file = resolve(`anima-speech-${number}.wav`);
  output.note(`No audio player is on PATH (${playerNames}). Writing ${file}`);
  return { sink: createFileSink(file), name: null, file };
}

/** Time for a busy service to accept the cancellation of a job. */
const CANCEL_TIMEOUT_MS = 3_000;

/** Waits for a job and shows its progress; cancels the job if a signal stops the command. */
async function waitFor<Kind extends JobKind>(
  { progress, signal, avatar }: Context,
  client: AvatarClient,
  job: AcceptedJob<Kind>,
  title: string,
): Promise<FinishedJob<Kind>> {
  try {
    return await client.waitFor(job, {
      signal,
      onProgress: ({ queue_position, stage, progress: share }) => {
        const position = queue_position === undefined ? '' : `, number ${queue_position} in the queue`;
        progress.show(`${title}: ${stage}${position}`, share);
      },
    });
  } catch (error) {
    if (signal.aborted) {
      // All calls of this client ended with the signal: another client cancels the job.
      await callWithin(CANCEL_TIMEOUT_MS, [], async (ending) => {
        const other = await avatar(ending);
        await other.jobs.cancel(job).catch(() => {});
      });
    }
    throw error;
  } finally {
    progress.clear();
  }
}

/** Downloads the result of a job, and prints its path. */
async function saveJob(
  { output, signal }: Context,
  client: AvatarClient,
  job: FinishedJob,
  path: string,
  summary: string,
  notes: readonly string[] = [],
): Promise<void> {
  const { saveTo } = await import('@anima/client/node');
  await saveTo(path, await client.media.of(job, { signal }), signal);
  const { job_id, kind, result } = job;
  output.answer({ job_id, kind, result, file: resolve(path) }, () => {
    output.say(green('Wrote '), path, dim(`  ${summary}`));
    for (const note of notes) output.say(dim(`  ${note}`));
  });
}
