import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { type CommandDefiner, given, numberOption } from '../define-command.js';
import { EXIT } from '../exit-codes.js';
import { CommandFailure } from '../failure.js';
import { dim, green } from '../terminal/output.js';

const speaksTo = ['avatar'] as const;

/** `voices`, `faces`, `models`. */
export function catalogCommands(program: Command, definer: CommandDefiner): void {
  voiceCommands(program, definer);
  faceCommands(program, definer);
  modelsCommand(program);
}

function voiceCommands(program: Command, { define }: CommandDefiner): void {
  const voices = define(
    program,
    'voices',
    {
      summary: 'who can speak',
      examples: [
        'anima voices',
        'anima voices add narrator --voice sage --speed 0.9',
        'anima voices default wren',
      ],
      speaksTo,
    },
    async (context) => {
      const { voices, defaults } = await (await context.avatar()).catalog.get();
      context.output.answer({ voices, default: defaults.voice }, () =>
        context.output.table(
          voices.map(({ name, language, gender, engine, description, default: isDefault }) => [
            isDefault ? '*' : ' ',
            name,
            language,
            gender ?? '-',
            engine,
            description ?? '',
          ]),
        ),
      );
      return undefined;
    },
  );
  define<[string], { voice: string; speed?: number; description?: string }>(
    voices,
    'add <name>',
    {
      summary: 'a voice under another name, or at another speed',
      examples: ['anima voices add narrator --voice sage --speed 0.9'],
      speaksTo,
      options: [
        new Option('--voice <name>', 'the voice that speaks').makeOptionMandatory(),
        numberOption('--speed <n>', 'from .5 to 2', 0.5, 2),
        new Option('--description <text>', 'for who chooses'),
      ],
    },
    async (context, { voice, speed, description }, name) => {
      const { catalog } = await context.avatar();
      const added = await catalog.addVoice({ name, voice, ...given({ speed, description }) });
      context.output.answer(added, () => context.output.say(green('Added '), added.name));
      return undefined;
    },
  );
  define<[string]>(
    voices,
    'remove <name>',
    { summary: 'take a voice out of the catalog', examples: ['anima voices remove narrator'], speaksTo },
    async (context, _options, name) => {
      await (await context.avatar()).catalog.removeVoice(name);
      context.output.answer({ removed: name }, () => context.output.say(green('Removed '), name));
      return undefined;
    },
  );
  define<[string]>(
    voices,
    'default <name>',
    { summary: 'who speaks where no voice is named', examples: ['anima voices default wren'], speaksTo },
    async (context, _options, name) => {
      const defaults = await (await context.avatar()).catalog.setDefaults({ voice: name });
      context.output.answer(defaults, () => context.output.say(green('Default voice: '), name));
      return undefined;
    },
  );
}

function faceCommands(program: Command, { define }: CommandDefiner): void {
  const faces = define(
    program,
    'faces',
    {
      summary: 'whose faces speak: heads, pictures, and clips of the catalog',
      examples: ['anima faces', 'anima faces add me ~/me.jpg', 'anima faces default me'],
      speaksTo,
    },
    async (context) => {
      const { faces, sources, defaults, problems } = await (await context.avatar()).catalog.get();
      const { output } = context;
      output.answer({ faces, sources, default: defaults.face, problems }, () => {
        output.table([
          ...faces.map(({ name, kind, format, description, default: isDefault }) => [
            isDefault ? '*' : ' ',
            name,
            `${kind} (${format})`,
            description ?? '',
          ]),
          ...sources.map(({ name, duration, width, height, description }) => [
            ' ',
            name,
            `clip, ${duration.toFixed(1)} s, ${width} x ${height}`,
            description ?? '',
          ]),
        ]);
        for (const { file, message } of problems) output.note(`${file}: ${message}`);
      });
      return undefined;
    },
  );
  define<[string, string], { licence?: string; description?: string; clip?: true }>(
    faces,
    'add <name> <file>',
    {
      summary: 'a picture, head or clip for the catalog; the file is sent',
      examples: ['anima faces add me ~/me.jpg', 'anima faces add listening ~/me.mp4 --clip'],
      speaksTo,
      options: [
        new Option('--clip', 'a clip, to be rendered with --source'),
        new Option('--licence <text>', 'under which it may be used'),
        new Option('--description <text>', 'for who chooses'),
      ],
    },
    async (context, { clip, licence, description }, name, path) => {
      const { catalog } = await context.avatar();
      const { fileFrom } = await import('@anima/client/node');
      const file = { name, file: await fileFrom(resolve(path)), ...given({ licence, description }) };
      const added = await context.progress.during(`Sending ${path}`, async () =>
        clip ? catalog.addSource(file) : catalog.addFace(file),
      );
      context.output.answer(added, () =>
        context.output.say(green('Added '), added.name, dim(`  ${added.kind}`)),
      );
      return undefined;
    },
  );
  define<[string], { clip?: true }>(
    faces,
    'remove <name>',
    {
      summary: 'take a face out of the catalog',
      examples: ['anima faces remove me'],
      speaksTo,
      options: [new Option('--clip', 'a clip of that name')],
    },
    async (context, { clip }, name) => {
      const { catalog } = await context.avatar();
      await (clip ? catalog.removeSource(name) : catalog.removeFace(name));
      context.output.answer({ removed: name }, () => context.output.say(green('Removed '), name));
      return undefined;
    },
  );
  define<[string]>(
    faces,
    'default <name>',
    { summary: 'who is shown where no face is named', examples: ['anima faces default ada'], speaksTo },
    async (context, _options, name) => {
      const defaults = await (await context.avatar()).catalog.setDefaults({ face: name });
      context.output.answer(defaults, () => context.output.say(green('Default face: '), name));
      return undefined;
    },
  );
}

/** Its own program has its own help and options: models are files, fetched beside the services. */
function modelsCommand(program: Command): void {
  program
    .command('models [command...]')
    .description('voices, faces and judges from elsewhere: list, fetch, verify, remove (docs/models.md)')
    .allowUnknownOption()
    .helpOption(false)
    .addHelpText('after', '\nExamples:\n  anima models list\n  anima models fetch NAME')
    .action(async (_words: string[], _options: object, command: Command) => {
      const { runModels } = await import('@anima/models/run');
      const stop = new AbortController();
      const onSignal = () => stop.abort();
      process.once('SIGINT', onSignal);
      const { env, stdout: out, stderr: err } = process;
      const code = await runModels(command.args, { env, signal: stop.signal, out, err });
      process.removeListener('SIGINT', onSignal);
      // Its codes of wrong usage and of no connection are others.
      const ours: Record<number, number> = { 64: EXIT.usage, 2: EXIT.away };
      // It has told itself what is wrong.
      if (code !== 0) throw new CommandFailure('models', ours[code] ?? code, '');
    });
}
