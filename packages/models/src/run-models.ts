import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readRegistry, resolveModelsDir } from '@anima/inference';
import { type CommandContext, EXIT } from './commands/command.js';
import { fetchModels } from './commands/fetch.js';
import { list } from './commands/list.js';
import { createProgress } from './commands/progress.js';
import { remove } from './commands/remove.js';
import { verify } from './commands/verify.js';
import { ModelsError } from './errors.js';
import { resolveDataDir } from './model.js';
import { readTable } from './table/read-table.js';

const USAGE = `Usage: anima models COMMAND [NAME ...]

  list [--json]                      list all models with their state, size and licence
  fetch NAME ... [--accept-licence]  download models; resumes an unfinished download
  verify [NAME ...]                  read every byte of installed models
  remove NAME ...                    remove downloaded models

  --data-dir DIR        data directory of the avatar service (default: AVATAR_DATA_DIR, else ~/.anima/avatar)
  ANIMA_MODELS_MIRROR   https address that serves each file under its path in the data directory

Exit codes: 0 done, 1 damaged or rejected, 2 no connection, 64 invalid usage, 130 stopped.`;

const OPTIONS = {
  json: { type: 'boolean', default: false },
  'accept-licence': { type: 'boolean', default: false },
  'data-dir': { type: 'string' },
  help: { type: 'boolean', default: false },
} as const;

export interface RunOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
  readonly out: { write(text: string): unknown };
  /** Receives progress and error messages. */
  readonly err: { write(text: string): unknown; readonly isTTY?: boolean; readonly columns?: number };
}

/** Resolves with the exit code. Does not reject for errors that a caller can cause. */
export async function runModels(args: readonly string[], options: RunOptions): Promise<number> {
  const { env, signal, out, err } = options;
  const usage = (message: string): number => {
    err.write(`${message}\n${USAGE}\n`);
    return EXIT.usage;
  };
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse(args);
  } catch (error) {
    return usage((error as Error).message);
  }
  const { values, positionals } = parsed;
  const [command, ...names] = positionals;
  if (values.help || command === 'help') {
    out.write(`${USAGE}\n`);
    return EXIT.done;
  }
  if (command === undefined) return usage('Expected a command, received none');
  const commands: Readonly<Record<string, (context: CommandContext) => Promise<number>>> = {
    list: (context) => list(context, { json: values.json }),
    fetch: (context) => fetchModels(context, names, { acceptLicence: values['accept-licence'] }),
    verify: (context) => verify(context, names),
    remove: (context) => remove(context, names),
  };
  const run = Object.hasOwn(commands, command) ? commands[command] : undefined;
  if (run === undefined)
    return usage(`Expected one of ${Object.keys(commands).join(', ')}, received ${command}`);
  if (command === 'list' && names.length > 0)
    return usage(`Expected no names after list, received ${names[0]}`);
  if (['fetch', 'remove'].includes(command) && names.length === 0)
    return usage(`Expected names of models after ${command}, received none`);
  try {
    const dataDir = values['data-dir'] === undefined ? resolveDataDir(env) : resolve(values['data-dir']);
    const shippedDir = resolveModelsDir(env);
    return await run({
      dataDir,
      table: await readTable(dataDir, env.ANIMA_MODELS_MIRROR),
      shipped: await readRegistry(shippedDir),
      shippedDir,
      signal,
      say: (line) => out.write(`${line}\n`),
      progress: createProgress(err),
    });
  } catch (error) {
    if (signal.aborted && !(error instanceof ModelsError)) return EXIT.stopped;
    err.write(`${(error as Error).message}\n`);
    return exitCodeOf(error);
  }
}

function parse(args: readonly string[]) {
  return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true, strict: true });
}

function exitCodeOf(error: unknown): number {
  if (!(error instanceof ModelsError)) return EXIT.failed;
  if (error.code === 'unreachable') return EXIT.unreachable;
  return error.code === 'stopped' ? EXIT.stopped : EXIT.failed;
}
