import { readFile, realpath, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { MemoryClient } from '@anima/client';
import type { Command } from 'commander';
import type { Context } from '../context.js';
import { type CommandDefiners, flag, given, list, text } from '../define-command.js';
import { EXIT, notFoundError, usageError } from '../failure.js';
import { encryptOptions, newPassphrase, passphraseOption, withPassphrase } from '../passphrase.js';
import { dim, green, red } from '../terminal/output.js';

/** `export` and `import`. The service reads and writes the files, so they are on its machine. */
export function archiveCommands(program: Command, definers: CommandDefiners): void {
  const { define } = definers.calling('memory');
  define(program, {
    line: 'export <file>',
    summary: 'write memories, projects and audits to an archive',
    examples: ['anima export ~/memories.json', 'anima export ~/web.anima --project web --encrypt'],
    options: {
      overwrite: flag('replace an existing archive'),
      project: list('<name>', 'export this project only'),
      since: text('<date>', 'export only memories that changed on this date or later'),
      until: text('<date>', 'export only memories that changed on this date or earlier'),
      ...encryptOptions,
    },
    run: async (context, { overwrite, project, since, until, ...secret }, file) => {
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
        const ending = written.encrypted ? ', encrypted' : '';
        output.say(green('Wrote '), written.output_path);
        output.say(
          dim(
            `  ${memories} memories of ${projects} projects, ${audits} audits, ${written.bytes} bytes${ending}`,
          ),
        );
        for (const name of written.unknown_projects ?? []) output.say(red(`  no project is named ${name}`));
      });
    },
  });
  define(program, {
    line: 'import [file]',
    summary: 'import an archive or memory files of other tools (CLAUDE.md, AGENTS.md, rules, ...)',
    examples: [
      'anima import ~/memories.json --dry-run',
      'anima import ./CLAUDE.md --project web',
      'anima import --scan',
    ],
    options: {
      scan: flag('list memory files of other tools on this machine'),
      dryRun: flag('show the changes without applying them'),
      format: text(
        '<name>',
        'format of a file of another tool, for example claude-md; default: from its name',
      ),
      project: text(
        '<name>',
        'project of a file of another tool; default: the project that its folder names',
      ),
      passphraseFile: passphraseOption,
    },
    run: async (context, { scan, dryRun, format, project, ...secret }, file) => {
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
            `${created} memories; skipped ${skipped} existing, ${conflicts} with another text, ${invalid} invalid`,
          );
        });
        return EXIT.done;
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
      return done.counts.failed > 0 ? EXIT.failed : EXIT.done;
    },
  });
}

/**
 * Imports a file or folder of another tool. The service reads it; if the service may not read it, the command sends the text
 * of the file.
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
    if (local === null) throw notFoundError(`File not found: ${source_path}`);
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

/** The file names that the service accepts. */
function isMemoryFileName(path: string): boolean {
  return /\.(?:md|mdc)$/i.test(path) || /[\\/]\.(?:cursorrules|windsurfrules|clinerules)$/.test(path);
}

async function scanTools({ memory, output, progress }: Context): Promise<number> {
  const client = await memory();
  const found = await progress.during('Searching for memory files of other tools', () =>
    client.foreign.scan(),
  );
  output.answer(found, () => {
    output.table(
      found.paths.map(({ path, format, memories_estimate, already_imported }) => [
        already_imported ? 'imported' : `about ${memories_estimate}`,
        format,
        path,
      ]),
    );
    if (found.truncated) output.note('The search reached its limit: more files may exist.');
  });
  return EXIT.done;
}
