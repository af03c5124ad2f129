import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Two questions, and whether the response to one also answers the other. */
export interface QuestionPair {
  readonly a: string;
  readonly b: string;
  readonly same: boolean;
}

const evaluationData =
  process.env.ANIMA_EVAL_DIR ?? fileURLToPath(new URL('../../../../shared/data', import.meta.url));

/**
 * Reads QQP-dev: 8,000 pairs with the labels of Quora's readers, in natural proportions. Returns undefined if
 * the file does not exist.
 */
export function readQuoraPairs(): QuestionPair[] | undefined {
  const file = join(evaluationData, 'qqp-dev.tsv');
  if (!existsSync(file)) return undefined;
  const [, ...lines] = readFileSync(file, 'utf8').trimEnd().split('\n');
  return lines.map((line) => {
    const [same, a, b] = line.split('\t');
    return { a: a!, b: b!, same: same === '1' };
  });
}

const fixtures = new URL('../../../services/memory/fixtures/meaning/', import.meta.url);

/**
 * Reads groups of questions about one subject each. A group is a list of clusters; the questions of a cluster
 * have the same meaning.
 */
export function readQuestionGroups(): string[][][] {
  return JSON.parse(readFileSync(new URL('question-groups.json', fixtures), 'utf8')) as string[][][];
}

/**
 * Returns every pair of questions of one group. Pairs within a cluster are the same, pairs across clusters
 * are not.
 */
export function groupPairs(clusters: readonly (readonly string[])[]): QuestionPair[] {
  const questions = clusters.flatMap((cluster, at) => cluster.map((text) => ({ text, at })));
  return questions.flatMap((first, place) =>
    questions
      .slice(place + 1)
      .map((second) => ({ a: first.text, b: second.text, same: first.at === second.at })),
  );
}

/** A pair that must never hit. `kind` names the difference between its questions. */
export interface Trap extends QuestionPair {
  readonly kind: string;
}

/** Reads the traps of this repository and, if they exist, the traps of the project's data. */
export function readTraps(): Trap[] {
  const own = JSON.parse(readFileSync(new URL('cache-traps.json', fixtures), 'utf8')) as {
    kind: string;
    a: string;
    b: string;
  }[];
  const given = readGivenPairs()?.traps ?? [];
  return [
    ...own.map(({ kind, a, b }) => ({ kind, a, b, same: false })),
    ...given.map(([a, b]) => ({ kind: "of the project's data", a, b, same: false })),
  ];
}

export function readParaphrases(): QuestionPair[] {
  const own = JSON.parse(readFileSync(new URL('cache-paraphrases.json', fixtures), 'utf8')) as {
    a: string;
    b: string;
  }[];
  const given = readGivenPairs()?.same ?? [];
  return [...own.map(({ a, b }) => ({ a, b, same: true })), ...given.map(([a, b]) => ({ a, b, same: true }))];
}

function readGivenPairs(): { traps: [string, string][]; same: [string, string][] } | undefined {
  const file = join(evaluationData, 'pairs', 'cache-traps-own.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/** Returns the paths of the prompt files of other authors, see benchmarks/pairs/README.md. */
export function ownPromptFiles(): string[] {
  const folder = fileURLToPath(new URL('../../pairs/', import.meta.url));
  return readdirSync(folder)
    .filter((name) => name.includes('prompts-') && name.endsWith('.jsonl'))
    .sort()
    .map((name) => join(folder, name));
}

/** Reads pairs of prompts in JSON lines: `cached`, `asked`, `label` (same or different), `level`. */
export function readPrompts(file: string): (QuestionPair & { readonly level: string })[] {
  return readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { cached: string; asked: string; label: string; level?: string })
    .map(({ cached, asked, label, level = '' }) => ({ a: cached, b: asked, same: label === 'same', level }));
}

/** Reads the labelled questions of a set in data/judge. Returns undefined if the file does not exist. */
export function readJudgeQuestions(name: string): QuestionPair[] | undefined {
  const file = join(evaluationData, 'judge', `questions-${name}.jsonl`);
  if (!existsSync(file)) return undefined;
  return readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { a: string; b: string; label: string })
    .map(({ a, b, label }) => ({ a, b, same: label === 'same' }));
}
