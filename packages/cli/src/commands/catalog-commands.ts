import { resolve } from 'node:path';
import type { AvatarClient } from '@anima/client';
import type { Command } from 'commander';
import {
  type CommandDefiner,
  type CommandDefiners,
  flag,
  given,
  list,
  number,
  required,
  text,
} from '../define-command.js';
import { encryptOptions, newPassphrase, passphraseOption, withPassphrase } from '../passphrase.js';
import { dim, green } from '../terminal/output.js';

const description = text('<text>', 'description for users');

/** `voices`, `faces`, `backup`. */
export function catalogCommands(program: Command, definers: CommandDefiners): void {
  const definer = definers.calling('avatar');
  voiceCommands(program, definer);
  faceCommands(program, definer);
  backupCommands(program, definer);
}

function voiceCommands(program: Command, { define }: CommandDefiner): void {
  const voices = define(program, {
    line: 'voices',
    summary: 'manage voices',
    examples: [
      'anima voices',
      'anima voices add narrator --voice sage --speed 0.9',
      'anima voices default wren',
    ],
    run: async (context) => {
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
    },
  });
  define(voices, {
    line: 'add <name>',
    summary: 'add a voice under another name, or at another speed',
    examples: ['anima voices add narrator --voice sage --speed 0.9'],
    options: {
      voice: required(text('<name>', 'voice that speaks')),
      speed: number('<n>', 'from 0.5 to 2', 0.5, 2),
      description,
    },
    run: async (context, { voice, speed, description }, name) => {
      const { catalog } = await context.avatar();
      const added = await catalog.addVoice({ name, voice, ...given({ speed, description }) });
      context.output.answer(added, () => context.output.say(green('Added '), added.name));
    },
  });
  entryCommands(voices, define, 'voice', ['narrator', 'wren'], (catalog, name) => catalog.removeVoice(name));
}

function faceCommands(program: Command, { define }: CommandDefiner): void {
  const faces = define(program, {
    line: 'faces',
    summary: 'manage faces: heads, pictures, and clips of the catalog',
    examples: ['anima faces', 'anima faces add me ~/me.jpg', 'anima faces default me'],
    run: async (context) => {
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
    },
  });
  define(faces, {
    line: 'add <name> <file>',
    summary: 'upload a picture, head or clip to the catalog',
    examples: ['anima faces add me ~/me.jpg', 'anima faces add listening ~/me.mp4 --clip'],
    options: {
      clip: flag('add a clip, for render --source'),
      licence: text('<text>', 'licence of the file'),
      description,
    },
    run: async (context, { clip, licence, description }, name, path) => {
      const { catalog } = await context.avatar();
      const { fileFrom } = await import('@anima/client/node');
      const file = { name, file: await fileFrom(resolve(path)), ...given({ licence, description }) };
      const added = await context.progress.during(`Uploading ${path}`, async () =>
        clip ? catalog.addSource(file) : catalog.addFace(file),
      );
      context.output.answer(added, () =>
        context.output.say(green('Added '), added.name, dim(`  ${added.kind}`)),
      );
    },
  });
  entryCommands(faces, define, 'face', ['me', 'ada'], (catalog, name, clip) =>
    clip ? catalog.removeSource(name) : catalog.removeFace(name),
  );
}

type CatalogClient = AvatarClient['catalog'];

/** `remove` and `default`, of voices and of faces. */
function entryCommands(
  parent: Command,
  define: CommandDefiner['define'],
  kind: 'voice' | 'face',
  [own, shipped]: readonly [string, string],
  remove: (catalog: CatalogClient, name: string, clip: boolean) => Promise<unknown>,
): void {
  define(parent, {
    line: 'remove <name>',
    summary: `remove a ${kind} from the catalog`,
    examples: [`anima ${kind}s remove ${own}`],
    options: kind === 'face' ? { clip: flag('remove a clip with this name') } : {},
    run: async (context, { clip = false }: { clip?: boolean | undefined }, name) => {
      await remove((await context.avatar()).catalog, name, clip);
      context.output.answer({ removed: name }, () => context.output.say(green('Removed '), name));
    },
  });
  define(parent, {
    line: 'default <name>',
    summary: `set the default ${kind}`,
    examples: [`anima ${kind}s default ${shipped}`],
    run: async (context, _options, name) => {
      const defaults = await (await context.avatar()).catalog.setDefaults({ [kind]: name });
      context.output.answer(defaults, () => context.output.say(green(`Default ${kind}: `), name));
    },
  });
}

/** `backup create`, `list`, `restore`, `delete` of the avatar service. `anima export` backs up memories. */
function backupCommands(program: Command, { define, group }: CommandDefiner): void {
  const backup = group(program, 'backup', {
    summary: 'manage backups of catalog, voices, settings and jobs; for memories: anima export',
    examples: [
      'anima backup create before-the-move',
      'anima backup list',
      'anima backup restore before-the-move',
    ],
  });
  define(backup, {
    line: 'create [name]',
    summary: 'create a backup',
    examples: ['anima backup create', 'anima backup create whole --dir media --dir catalog --dir settings'],
    options: {
      dir: list('<name>', 'settings, catalog, voices, jobs, media or models'),
      ...encryptOptions,
    },
    run: async (context, { dir, ...secret }, name) => {
      const passphrase = await newPassphrase(context, secret);
      const { backups } = await context.avatar();
      const made = await context.progress.during('Creating a backup', () =>
        backups.create(given({ name, passphrase, dirs: dir as ['catalog'] | undefined })),
      );
      context.output.answer(made, () =>
        context.output.say(
          green('Created '),
          made.name,
          dim(`  ${made.dirs.join(', ')}, ${made.bytes} bytes`),
        ),
      );
    },
  });
  define(backup, {
    line: 'list',
    summary: 'list backups',
    examples: ['anima backup list --json'],
    run: async (context) => {
      const { backups } = await (await context.avatar()).backups.list();
      context.output.answer({ backups }, () =>
        context.output.table(
          backups.map(({ name, created_at, dirs, bytes, encrypted }) => [
            name,
            created_at.slice(0, 16).replace('T', ' '),
            `${bytes} bytes`,
            dirs.join(', ') + (encrypted ? ', encrypted' : ''),
          ]),
        ),
      );
    },
  });
  define(backup, {
    line: 'restore <name>',
    summary: 'restore a backup; the current state is backed up first',
    examples: ['anima backup restore before-the-move'],
    options: { passphraseFile: passphraseOption },
    run: async (context, secret, name) => {
      const { backups } = await context.avatar();
      const done = await withPassphrase(context, secret, (passphrase) =>
        context.progress.during(`Restoring ${name}`, () => backups.restore(name, given({ passphrase }))),
      );
      context.output.answer(done, () =>
        context.output.say(
          green('Restored '),
          name,
          dim(`  backup of the previous state: ${done.safety_backup.name}`),
        ),
      );
    },
  });
  define(backup, {
    line: 'delete <name>',
    summary: 'delete a backup',
    examples: ['anima backup delete before-the-move'],
    run: async (context, _options, name) => {
      await (await context.avatar()).backups.remove(name);
      context.output.answer({ deleted: name }, () => context.output.say(green('Deleted '), name));
    },
  });
}
