import { readFile, realpath, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { MemoryClient } from '@anima/client';
import { type Command, Option } from 'commander';
import type { Context } from '../context.js';
import { type CommandDefiner, given, listOption } from '../define-command.js';
import { notFoundError, usageError } from '../failure.js';
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
          audit_runs: true,
          ...given({ overwrite, since, until, passphrase, project_filter: project }),
        }),
      );
      const { output } = context;
      output.answer(written, () => {
        const { memories, projects, audit_runs: audits } = written.counts;
        output.say(green('Wrote '), written.output_path);
        const kept = written.encrypted ? ', encrypted' : '';
        output.say(
          dim(
            `  ${memories} memories of ${projects} projects, ${audits} audits, ${written.bytes} bytes${kept}`,
          ),
        );
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
        new Option(
          '--project <name>',
          'project of what another tool wrote; default: the project that its folder names',
        ),
        passphraseOption(),
      ],
    },
    async (context, { scan, dryRun, format, project, ...secret }, file) => {
      if (scan) return scanTools(context);
      if (file === undefined) throw usageError('Expected a file to import, or --scan, received neither');
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
      const options = given({ dry_run: dryRun, project, format: format as 'auto' | undefined });
      const done = await context.progress.during(`Reading ${file}`, () =>
        importToolFile(client, source_path, options),
      );
      context.output.answer(done, () => {
        const { created, unchanged, changed, removed } = done.counts;
        context.output.say(
          green(done.dry_run ? 'Would import ' : 'Imported '),
          `${created} memories; ${changed} changed, ${removed} removed, ${unchanged} unchanged`,
        );
        for (const item of done.items) {
          if (item.action === 'changed' || item.action === 'removed')
            context.output.say(dim(`  ${item.action}: ${item.content}`));
        }
        for (const { path, error, project: into, moved_from } of done.files) {
          if (error !== null) context.output.say(red(`  ${path}: ${error.message}`));
          else if (into !== null) context.output.say(dim(`  ${path} belongs to the project ${into}`));
          if (moved_from !== null) context.output.say(dim(`  ${path} was ${moved_from}`));
        }
      });
      return done.counts.failed > 0 ? 1 : undefined;
    },
  );
}

/**
 * Imports a file or folder that another tool wrote. The service reads it, unless it may not: then the text of a file is
 * sent to it.
 */
async function importToolFile(
  client: MemoryClient,
  source_path: string,
  options: { dry_run?: boolean; project?: string; format?: 'auto' },
): Promise<Awaited<ReturnType<MemoryClient['foreign']['import']>>> {
  try {
    return await client.foreign.import({ source_path, ...options });
  } catch (error) {
    const { code } = error as { code?: string };
    if (code !== 'path_not_allowed' && code !== 'path_not_found') throw error;
    const local = await stat(source_path).catch(() => null);
    if (local === null) throw notFoundError(`No file is at ${source_path}`);
    if (!local.isFile()) throw error;
    const path = await realpath(source_path);
    if (!isMemoryFileName(path)) {
      throw usageError(
        `Expected Markdown or a file of rules (CLAUDE.md, .cursorrules, ...), received ${source_path}`,
      );
    }
    const content = await readFile(path, 'utf8');
    return client.foreign.import({ source_path: path, content, ...options });
  }
}

/** As the service, which reads nothing under the names of other programs. */
function isMemoryFileName(path: string): boolean {
  return /\.(?:md|mdc)$/i.test(path) || /[\\/]\.(?:cursorrules|windsurfrules|clinerules)$/.test(path);
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
