import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { createMemoryClient } from '@anima/client';
import type { Command } from 'commander';
import { memoryAddress } from '../addresses.js';
import type { Context } from '../context.js';
import { type CommandDefiners, text, whole } from '../define-command.js';
import { type EvaluationSet, MAX_FILE_BYTES, parseEvaluationSet } from '../eval/evaluation-set.js';
import { SUMMARY_HEAD, summarise, summariseKinds, summaryCells } from '../eval/metrics.js';
import { runEvaluation } from '../eval/run-evaluation.js';
import { EXIT, notFoundError, usageError } from '../failure.js';
import { dim, yellow } from '../terminal/output.js';

const DEFAULT_LIMIT = 100;
const REMOVAL_NOTES = {
  archived: 'are archived, not erased: the service or the token allows no erasure.',
  failed: 'could not be removed.',
};

/** `eval`. */
export function evalCommand(program: Command, definers: CommandDefiners): void {
  definers.calling('memory').define(program, {
    line: 'eval <file>',
    summary: 'measure recall with queries of which you know the answers',
    examples: [
      'anima eval queries.jsonl',
      'anima eval queries.json --project web',
      'anima eval set.json --json > result.json',
    ],
    options: {
      project: text('<name>', 'measure on this project; only for files without memories'),
      limit: whole('<n>', `number of memories per query; default ${DEFAULT_LIMIT}`, 1, 200),
    },
    run: async (context, { project, limit = DEFAULT_LIMIT }, file) => {
      const set = await readSet(file);
      if (project !== undefined && set.memories.length > 0)
        throw usageError(
          'Expected no --project for a file with memories: they are stored in a temporary project',
        );
      const evaluation = await runEvaluation(set, {
        ...{ limit, project },
        client: await context.memory(),
        cleaner: createMemoryClient(memoryAddress(context.env, context.addresses)),
        onNotRemoved: (name) =>
          context.output.note(yellow(`The memories of the project ${name} ${REMOVAL_NOTES.failed}`)),
        onProgress: (step, share) => context.progress.show(step, share),
      });
      context.progress.clear();
      report(context, basename(file), set, evaluation);
      return evaluation.removal === 'failed' ? EXIT.failed : EXIT.done;
    },
  });
}

async function readSet(file: string): Promise<EvaluationSet> {
  let bytes: Buffer;
  try {
    const { size, isFile } = await stat(file).then((found) => ({ size: found.size, isFile: found.isFile() }));
    if (!isFile) throw usageError(`Expected a file, received ${file}`);
    if (size > MAX_FILE_BYTES)
      throw usageError(`Expected a file of at most ${MAX_FILE_BYTES} bytes, ${file} has ${size}`);
    bytes = await readFile(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      throw notFoundError(`The file ${file} does not exist`);
    throw error;
  }
  let source: string;
  try {
    source = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw usageError(`Expected UTF-8 in ${file}, received other bytes`);
  }
  return parseEvaluationSet(source, basename(file));
}

function report(
  { output }: Context,
  name: string,
  set: EvaluationSet,
  { results, removal, project }: Awaited<ReturnType<typeof runEvaluation>>,
): void {
  const [summary, kinds] = [summarise(results), summariseKinds(results)];
  const document = {
    ...{ file: name, memories: set.memories.length, removal, ...summary, by_kind: kinds },
    results: results.map(({ isAnswerable, isStale, latencyMs, ...each }) => ({
      ...each,
      ...{ is_answerable: isAnswerable, is_stale: isStale, latency_ms: latencyMs },
    })),
  };
  if (removal === 'archived' || removal === 'failed')
    output.note(yellow(`The memories of the project ${project} ${REMOVAL_NOTES[removal]}`));
  output.answer(document, () => {
    const rows = [summaryCells(summary), ...Object.values(kinds).map(summaryCells)];
    const labels = ['all', ...Object.keys(kinds)];
    output.table([['', ...SUMMARY_HEAD], ...rows.map((row, at) => [labels[at]!, ...row])]);
    output.note(
      dim(
        'R@k: share of the answers among the first k. in 1k: share within 1,000 tokens. See docs/evaluation.md',
      ),
    );
  });
}
