import type { Command } from 'commander';
import { type CommandDefiner, given, listOption } from '../define-command.js';
import {
  encryptOptions,
  newPassphrase,
  type PassphraseOptions,
  passphraseOption,
  withPassphrase,
} from '../passphrase.js';
import { dim, green } from '../terminal/output.js';

const speaksTo = ['avatar'] as const;

/** `backup create`, `list`, `restore`, `delete`: of the avatar service. Memories are backed up with `anima export`. */
export function backupCommands(program: Command, { define, group }: CommandDefiner): void {
  const backup = group(program, 'backup', {
    summary: 'backups of catalog, voices, settings and jobs; memories: anima export',
    examples: [
      'anima backup create before-the-move',
      'anima backup list',
      'anima backup restore before-the-move',
    ],
  });
  define<[string | undefined], { dir?: string[] } & PassphraseOptions>(
    backup,
    'create [name]',
    {
      summary: 'make one',
      examples: ['anima backup create', 'anima backup create whole --dir media --dir catalog --dir settings'],
      speaksTo,
      options: [
        listOption('--dir <name>', 'settings, catalog, voices, jobs, media or models; may be given again'),
        ...encryptOptions(),
      ],
    },
    async (context, { dir, ...secret }, name) => {
      const passphrase = await newPassphrase(context, secret);
      const { backups } = await context.avatar();
      const made = await context.progress.during('Making a backup', () =>
        backups.create(given({ name, passphrase, dirs: dir as ['catalog'] | undefined })),
      );
      context.output.answer(made, () =>
        context.output.say(green('Made '), made.name, dim(`  ${made.dirs.join(', ')}, ${made.bytes} bytes`)),
      );
      return undefined;
    },
  );
  define(
    backup,
    'list',
    { summary: 'what there is', examples: ['anima backup list --json'], speaksTo },
    async (context) => {
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
      return undefined;
    },
  );
  define<[string], PassphraseOptions>(
    backup,
    'restore <name>',
    {
      summary: 'put it in the place of what is there, of which a backup is made first',
      examples: ['anima backup restore before-the-move'],
      speaksTo,
      options: [passphraseOption()],
    },
    async (context, secret, name) => {
      const { backups } = await context.avatar();
      const done = await withPassphrase(context, secret, (passphrase) =>
        context.progress.during(`Restoring ${name}`, () => backups.restore(name, given({ passphrase }))),
      );
      context.output.answer(done, () =>
        context.output.say(green('Restored '), name, dim(`  what was there: ${done.safety_backup.name}`)),
      );
      return undefined;
    },
  );
  define<[string]>(
    backup,
    'delete <name>',
    { summary: 'delete one', examples: ['anima backup delete before-the-move'], speaksTo },
    async (context, _options, name) => {
      await (await context.avatar()).backups.remove(name);
      context.output.answer({ deleted: name }, () => context.output.say(green('Deleted '), name));
      return undefined;
    },
  );
}
