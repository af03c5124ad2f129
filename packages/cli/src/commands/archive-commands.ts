import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import type { Context } from '../context.js';
import { type CommandDefiner, given, listOption } from '../define-command.js';
import { wrongUsage } from '../failure.js';
import {
  encryptOptions,
  newPassphrase,
  type PassphraseOptions,
  passphraseOption,
  withPassphrase,
} from '../passphrase.js';
import { dim, green, red } from '../terminal/output.js';

const speaksTo = ['memory'] as const;

/** `export` and `import`. The service reads and writes the files, so they lie on its machine. */
export function archiveCommands(program: Command, { define }: CommandDefiner): void {
  define<
    [string],
    { overwrite?: true; project?: string[]; since?: string; until?: string } & PassphraseOptions
  >(
    program,
    'export <file>',
    {
      summary: 'write memories, projects and audits into one archive',
      examples: ['anima export ~/memories.json', 'anima export ~/web.anima --project web --encrypt'],
      speaksTo,
      options: [
        new Option('--overwrite', 'replace an archive of that name'),
        listOption('--project <name>', 'only this project; may be given again'),
        new Option('--since <date>', 'only what was changed since'),
        new Option('--until <date>', 'only what was changed until then'),
        ...encryptOptions(),
      ],
    },
    async (context, { overwrite, project, since, until, ...secret }, file) => {
      const passphrase = await newPassphrase(context, secret);
      const client = await context.memory();
      const written = await context.progress.during(`Writing ${file}`, () =>
        client.archive.export({
          output_path: resolve(file),
          ...given({ overwrite, since, until, passphrase, project_filter: project }),
        }),
      );
      const { output } = context;
      output.answer(written, () => {
        const { memories, projects } = written.counts;
        output.say(green('Wrote '), written.output_path);
        const kept = written.encrypted ? ', encrypted' : '';
        output.say(dim(`  ${memories} memories of ${projects} projects, ${written.bytes} bytes${kept}`));
        for (const name of written.unknown_projects ?? []) output.say(red(`  no project is named ${name}`));
      });
      return undefined;
    },
  );

  define<
    [string | undefined],
    { scan?: true; dryRun?: true; format?: string; project?: string } & PassphraseOptions
  >(
    program,
    'import [file]',
    {
      summary: 'take in an archive, or what another tool wrote (CLAUDE.md, AGENTS.md, rules, ...)',
      examples: [
        'anima import ~/memories.json --dry-run',
        'anima import ./CLAUDE.md --project web',
        'anima import --scan',
      ],
      speaksTo,
      options: [
        new Option('--scan', 'show what of other tools lies on this machine'),
        new Option('--dry-run', 'say what would happen, and change nothing'),
        new Option('--format <name>', 'of another tool, as claude-md; default: told by the name of the file'),
        new Option('--project <name>', 'the project of what another tool wrote'),
        passphraseOption(),
      ],
    },
    async (context, { scan, dryRun, format, project, ...secret }, file) => {
      if (scan) return scanTools(context);
      if (file === undefined) throw wrongUsage('Expected a file to import, or --scan, received neither');
      const isArchive = format === undefined && /\.(?:json|anima)$/i.test(file);
      const client = await context.memory();
      const source_path = resolve(file);
      if (isArchive) {
        const done = await withPassphrase(context, secret, (passphrase) =>
          context.progress.during(`Reading ${file}`, () =>
            client.archive.import({ source_path, ...given({ dry_run: dryRun, passphrase }) }),
          ),
        );
        context.output.answer(done, () => {
          const { created, skipped, conflicts, invalid } = done.counts;
          context.output.say(
            green(done.dry_run ? 'Would import ' : 'Imported '),
            `${created} memories; ${skipped} were there, ${conflicts} differ and were kept, ${invalid} are invalid`,
          );
        });
        return undefined;
      }
      const done = await context.progress.during(`Reading ${file}`, () =>
        client.foreign.import({
          source_path,
          ...given({ dry_run: dryRun, project, format: format as 'auto' | undefined }),
        }),
      );
      context.output.answer(done, () => {
        const { created, skipped } = done.counts;
        context.output.say(
          green(done.dry_run ? 'Would import ' : 'Imported '),
          `${created} memories; ${skipped} were there`,
        );
        for (const { path, error } of done.files)
          if (error !== null) context.output.say(red(`  ${path}: ${error.message}`));
      });
      return done.counts.failed > 0 ? 1 : undefined;
    },
  );
}

async function scanTools({ memory, output, progress }: Context): Promise<undefined> {
  const client = await memory();
  const found = await progress.during('Looking for memories of other tools', () => client.foreign.scan());
  output.answer(found, () => {
    output.table(
      found.paths.map(({ path, format, memories_estimate, already_imported }) => [
        already_imported ? 'imported' : `about ${memories_estimate}`,
        format,
        path,
      ]),
    );
    if (found.truncated) output.note('There is more: the search was bounded.');
  });
  return undefined;
}
