import { existsSync, mkdirSync } from 'node:fs';
import { basename, extname, join, resolve } from 'node:path';
import type { AvatarClient, Clip, FinishedJob, Speech } from '@anima/client';
import { type Command, Option } from 'commander';
import type { Context } from '../context.js';
import { type CommandDefiner, given, numberOption, wholeOption } from '../define-command.js';
import { type Expression, expressionOf } from '../expression.js';
import { usageError } from '../failure.js';
import { isStdin, textOf, textPieces } from '../read-text.js';
import { readScript } from '../script/read-script.js';
import { findPlayer, playerNames } from '../sound/find-player.js';
import { createFileSink, createPipeSink, createPlayerSink, type SoundSink } from '../sound/sound-sink.js';
import { spokenPieces } from '../sound/spoken-pieces.js';
import { dim, green, red } from '../terminal/output.js';
import { waitFor } from './wait-for.js';

const speaksTo = ['avatar'] as const;
const soundFormats = ['wav', 'mp3', 'opus', 'm4a'] as const;
type SoundFormat = (typeof soundFormats)[number];

const voiceOptions = () => [
  new Option('--voice <name>', 'see: anima voices'),
  numberOption('--speed <n>', 'from .5 to 2', 0.5, 2),
];
interface VoiceOptions {
  voice?: string;
  speed?: number;
}

/** `speak`, `render`, `batch`. */
export function avatarCommands(program: Command, { define }: CommandDefiner): void {
  define<[string[]], VoiceOptions & { output?: string; format?: SoundFormat }>(
    program,
    'speak [text...]',
    {
      summary: 'speak a text: played as it is spoken, or written; stdin is spoken as it comes',
      examples: [
        'anima speak "Hello there."',
        'anima speak "Hello there." --voice wren --output hello.mp3',
        'ask-a-model | anima speak -',
        'anima speak "Hello" --output - | aplay',
      ],
      speaksTo,
      options: [
        ...voiceOptions(),
        new Option('-o, --output <file>', 'write it instead of playing it; - writes WAV to stdout'),
        new Option('--format <format>', 'default: by the ending of the file').choices(soundFormats),
      ],
    },
    async (context, { output, format, ...voice }, words) => {
      if (output !== undefined && output !== '-')
        return writeSpeech(context, { ...voice, text: await textOf(words, context) }, output, format);
      if (format !== undefined) throw usageError('Expected --output with --format, received none');
      await speakAlong(context, given({ voice: voice.voice, speed: voice.speed }), words, output === '-');
      return undefined;
    },
  );

  define<
    [string[]],
    VoiceOptions & {
      output?: string;
      audio?: string;
      job?: string;
      face?: string;
      source?: string;
      clip?: string;
      engine?: 'auto';
      fps?: number;
      width?: number;
      captions?: 'none' | 'beside' | 'burnt';
      background?: string;
      enhance?: true;
      expression?: Expression;
    }
  >(
    program,
    'render [text...]',
    {
      summary: 'a clip of a face that speaks',
      examples: [
        'anima render "Hello there." --output hello.mp4',
        'anima render "[happy] Hello there. [thinking] Well ..."',
        'anima render --audio ~/speech.wav --face ada --captions burnt --output talk.mp4',
      ],
      speaksTo,
      options: [
        ...voiceOptions(),
        new Option('-o, --output <file>', 'default: anima-render.mp4'),
        new Option('--audio <file>', 'speech of a file in place of a text; on the machine of the service'),
        new Option('--job <id>', 'speech of a job in place of a text'),
        new Option('--face <name>', 'see: anima faces'),
        new Option('--source <name>', 'a clip of the catalog'),
        new Option('--clip <file>', 'a clip or picture on the machine of the service'),
        new Option('--engine <name>', 'what draws').choices(['auto', 'head', 'mesh', 'wav2lip']),
        numberOption('--fps <n>', 'frames a second', 10, 60),
        wholeOption('--width <n>', 'pixels', 64, 2048),
        new Option('--captions <where>', 'what is said, as text').choices(['none', 'beside', 'burnt']),
        new Option('--background <colour>', 'behind a head, as #203040'),
        new Option('--expression <name>', 'what the face shows, as happy or thinking:0.5').argParser(
          expressionOf,
        ),
        new Option('--enhance', 'a clearer face, where a model for it is there'),
      ],
    },
    async (context, choice, words) => {
      const { audio, job, output = 'anima-render.mp4', clip, face, source, voice, speed, engine } = choice;
      const isSpoken = audio === undefined && job === undefined;
      if (!isSpoken && words.length > 0)
        throw usageError('Expected one of a text, --audio and --job, received several');
      const text = isSpoken ? await textOf(words, context) : undefined;
      const { fps, width, captions, background, enhance, expression } = choice;
      const client = await context.avatar();
      const body = given({
        ...{ text, voice, speed, face, source, engine, tts_job_id: job },
        audio_path: audio === undefined ? undefined : resolve(audio),
        source_path: clip === undefined ? undefined : resolve(clip),
        options: given({ fps, width, captions, background, enhance, expression }),
      }) as Clip;
      const finished = await waitFor(context, client, await client.lipsync(body), 'Rendering');
      await saveJob(client, finished, output, context.signal);
      const { duration, width: w, height: h, notes } = finished.result;
      context.output.answer({ ...summaryOf(finished), file: resolve(output) }, () => {
        context.output.say(green('Wrote '), output, dim(`  ${duration.toFixed(1)} s, ${w} x ${h}`));
        for (const note of notes) context.output.say(dim(`  ${note}`));
      });
      return undefined;
    },
  );

  define<[string], { output?: string; concat?: true; dryRun?: true }>(
    program,
    'batch <script>',
    {
      summary: 'many clips from a script file: YAML or Markdown, a scene a block',
      examples: [
        'anima batch talk.md --concat',
        'anima batch scenes.yaml --output clips',
        'anima batch talk.md --dry-run',
      ],
      speaksTo,
      options: [
        new Option('-o, --output <folder>', 'where the clips go; default: the name of the script'),
        new Option('--concat', 'one film of all scenes too'),
        new Option('--dry-run', 'show the scenes as they are understood, and render nothing'),
      ],
    },
    async (context, { output, concat, dryRun }, path) => {
      const script = readScript(path);
      if (concat) script.concat = true;
      if (dryRun) {
        context.output.answer(script, () =>
          context.output.table(
            script.scenes.map(({ id, text, audio_path }, index) => [
              id ?? `scene-${index + 1}`,
              text ?? audio_path ?? '',
            ]),
          ),
        );
        return undefined;
      }
      return renderBatch(context, script, output ?? basename(path, extname(path)));
    },
  );
}

async function renderBatch(
  context: Context,
  script: ReturnType<typeof readScript>,
  folder: string,
): Promise<number> {
  const client = await context.avatar();
  const { signal, output } = context;
  const finished = await waitFor(
    context,
    client,
    await client.batch(script),
    `${script.scenes.length} scenes`,
  );
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
        else output.say(red('Failed '), `${id}: ${error?.message ?? 'no clip was made'}`);
      if (film !== null) output.say(green('Wrote '), film);
    },
  );
  return finished.result.failed_scenes > 0 ? 1 : 0;
}

function mediaName(mediaUrl: string): { path: string } | { job_id: string } {
  const query = new URL(mediaUrl, 'http://service').searchParams;
  const path = query.get('path');
  return path === null ? { job_id: query.get('job_id') ?? '' } : { path };
}

async function writeSpeech(
  context: Context,
  { text, voice, speed }: VoiceOptions & { text: string },
  path: string,
  asked: SoundFormat | undefined,
): Promise<undefined> {
  const ending = extname(path).slice(1).toLowerCase();
  const format = asked ?? soundFormats.find((known) => known === ending);
  if (format === undefined)
    throw usageError(
      `Expected a file that ends in ${soundFormats.join(', ')}, or --format, received ${path}`,
    );
  const client = await context.avatar();
  const body: Speech = { text, format, ...given({ voice, speed }) };
  const finished = await waitFor(context, client, await client.speak(body), 'Speaking');
  await saveJob(client, finished, path, context.signal);
  const { duration_seconds, words } = finished.result;
  context.output.answer({ ...summaryOf(finished), file: resolve(path) }, () =>
    context.output.say(
      green('Wrote '),
      path,
      dim(`  ${duration_seconds.toFixed(1)} s, ${words.length} words`),
    ),
  );
  return undefined;
}

/** Sentence by sentence, as the text comes. */
async function speakAlong(
  context: Context,
  voice: VoiceOptions,
  words: readonly string[],
  toStdout: boolean,
): Promise<void> {
  const { signal, output } = context;
  const texts = isStdin(words, context) ? textPieces(context) : [await textOf(words, context)];
  const client = await context.avatar();
  const { sink, name, file } = soundSinkOf(context, toStdout);
  let seconds = 0;
  let isWhole = false;
  try {
    for await (const text of spokenPieces(eachOf(texts))) {
      let rate = 24_000;
      for await (const event of client.speakStream({ text, motion: 'none', ...voice }, { signal })) {
        if (event.type === 'session') rate = event.audio.sample_rate;
        if (event.type === 'audio') await sink.add(event.samples, rate);
        if (event.type === 'done') seconds += event.duration;
      }
    }
    isWhole = true;
  } finally {
    if (!isWhole) sink.stop();
  }
  await sink.end();
  // Of stdout the sound is all.
  if (toStdout) return;
  output.answer({ duration_seconds: seconds, player: name, file }, () => {
    if (file !== null) output.say(green('Wrote '), file, dim(`  ${seconds.toFixed(1)} s`));
  });
}

async function* eachOf(texts: AsyncIterable<string> | readonly string[]): AsyncGenerator<string, void, void> {
  yield* texts;
}

function soundSinkOf(
  { env, out, signal, output }: Context,
  toStdout: boolean,
): { sink: SoundSink; name: string | null; file: string | null } {
  if (toStdout) return { sink: createPipeSink(out), name: null, file: null };
  const player = findPlayer(env);
  if (player !== null) return { sink: createPlayerSink(player, signal), name: player.name, file: null };
  const file = resolve(freeName('anima-speech'));
  output.note(`No program that plays sound is on PATH (${playerNames}): writing ${file}`);
  return { sink: createFileSink(file), name: null, file };
}

function freeName(name: string): string {
  for (let number = 1; ; number++) {
    const path = `${name}${number === 1 ? '' : `-${number}`}.wav`;
    if (!existsSync(path)) return path;
  }
}

async function saveJob(
  client: AvatarClient,
  job: FinishedJob,
  path: string,
  signal: AbortSignal,
): Promise<void> {
  const { saveTo } = await import('@anima/client/node');
  await saveTo(path, await client.media.of(job, { signal }), signal);
}

function summaryOf({ job_id, kind, result }: FinishedJob): object {
  return { job_id, kind, result };
}
