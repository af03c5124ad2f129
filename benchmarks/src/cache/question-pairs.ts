import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Two questions and whether the answer of one may be given for the other. */
export interface QuestionPair {
  readonly a: string;
  readonly b: string;
  readonly same: boolean;
}

const evaluationData =
  process.env.ANIMA_EVAL_DIR ?? fileURLToPath(new URL('../../../../shared/data', import.meta.url));

/** QQP-dev: 8,000 pairs as Quora's readers labelled them, at their natural proportions. Undefined where it is absent. */
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

/** Groups of one subject each; a group is clusters of questions that ask the same. */
export function readQuestionGroups(): string[][][] {
  return JSON.parse(readFileSync(new URL('question-groups.json', fixtures), 'utf8')) as string[][][];
}

/** Every two questions of one group: of one cluster the same, of two clusters not. */
export function groupPairs(clusters: readonly (readonly string[])[]): QuestionPair[] {
  const questions = clusters.flatMap((cluster, at) => cluster.map((text) => ({ text, at })));
  return questions.flatMap((first, place) =>
    questions
      .slice(place + 1)
      .map((second) => ({ a: first.text, b: second.text, same: first.at === second.at })),
  );
}

/** A pair that must never hit, and what makes it another question. */
export interface Trap extends QuestionPair {
  readonly kind: string;
}

/** Our traps, and those that came with the project's data where it is present. */
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

/** Prompts of other authors, see benchmarks/pairs/README.md. */
export function ownPromptFiles(): string[] {
  const folder = fileURLToPath(new URL('../../pairs/', import.meta.url));
  return readdirSync(folder)
    .filter((name) => name.includes('prompts-') && name.endsWith('.jsonl'))
    .sort()
    .map((name) => join(folder, name));
}

/** Pairs of prompts in JSON lines: `cached`, `asked`, `label` (same or different), `level`. */
export function readPrompts(file: string): (QuestionPair & { readonly level: string })[] {
  return readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { cached: string; asked: string; label: string; level?: string })
    .map(({ cached, asked, label, level = '' }) => ({ a: cached, b: asked, same: label === 'same', level }));
}

/** Questions of the sets in data/judge, each with its label; undefined where they are absent. */
export function readJudgeQuestions(name: string): QuestionPair[] | undefined {
  const file = join(evaluationData, 'judge', `questions-${name}.jsonl`);
  if (!existsSync(file)) return undefined;
  return readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { a: string; b: string; label: string })
    .map(({ a, b, label }) => ({ a, b, same: label === 'same' }));
}
