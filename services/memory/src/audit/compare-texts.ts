import { CAREFUL_COSINE, type Calibration } from '../embedding/calibration/calibration.js';
import { embedWithRetry } from '../embedding/embed-patiently.js';
import type { Memory } from '../memory/memory.js';
import { pairDigest } from '../relations/relation.js';
import type { AuditDependencies } from './audit-dependencies.js';
import type { Observation, UndecidedPair } from './audit-run.js';
import { type ComparedText, comparedTexts, MAX_COMPARED_LENGTH, newestFirst } from './compared-text.js';
import type { ConfigStatement } from './config-texts.js';
import { evidenceLine } from './excerpt.js';
import { findCandidates } from './find-candidates.js';
import { findUndecided } from './find-undecided.js';
import { digest } from './fingerprint.js';
import { createJudging } from './judge-pairs.js';
import { keyOf, type OpenPair } from './judged-pair.js';
import type { Pacer } from './pacer.js';
import type { Progress } from './progress.js';
import { reportConflicts } from './report-conflicts.js';
import { duplicateGroups, reportDuplicates } from './report-duplicates.js';
import { storedJudgements } from './stored-judgements.js';

/** Maximum number of statements of config files that are compared. Each statement is embedded first. */
const MAX_CONFIG_STATEMENTS = 1_000;

/** Finds duplicates and conflicts among memories and statements of config files. */
export async function compareTexts(
  deps: AuditDependencies,
  memories: readonly Memory[],
  statements: readonly ConfigStatement[],
  undecidedLimit: number,
  pacer: Pacer,
  progress: Progress,
): Promise<{ observations: Observation[]; undecided: UndecidedPair[]; notes: string[] }> {
  const notes: string[] = [];
  const sameWords = await comparedTexts(memories, pacer);
  const long = sameWords.filter(({ text }) => text.length > MAX_COMPARED_LENGTH);
  if (long.length > 0) {
    notes.push(
      `${long.length} memories longer than ${MAX_COMPARED_LENGTH} characters were compared for equal words only`,
    );
  }
  const deciding = statements.filter(({ decides, text }) => decides && text.length <= MAX_COMPARED_LENGTH);
  if (deciding.length > MAX_CONFIG_STATEMENTS) {
    notes.push(
      `Of ${deciding.length} statements of config files the first ${MAX_CONFIG_STATEMENTS} were compared`,
    );
  }
  if (deps.calibration === null) {
    notes.push(
      'Nothing is known of the cosines of this embedding model: only texts that are nearly the same were compared, and no conflicts were looked for',
    );
  }
  const placed = await placeTexts(
    deps,
    sameWords.filter(({ text }) => text.length <= MAX_COMPARED_LENGTH),
    deciding.slice(0, MAX_CONFIG_STATEMENTS),
    pacer,
  );
  const texts = placed.map(({ text }) => text);
  const vectors = placed.map(({ vector }) => vector);
  const judging = createJudging(deps.quickJudge, texts, pacer);
  const candidates = await findCandidates(
    texts,
    (options) => deps.search.nearPairs(vectors, options),
    lowestCosines(deps.calibration),
    judging,
    pacer,
    (done, total) => progress('comparing', done, total),
  );
  const byRules = judging.judged();
  // Long texts are not compared with other texts, but several memories may have the same long text.
  const all = [...texts, ...long];
  const stored = await storedJudgements(deps.relations, all, pacer);
  const settled = new Set([...byRules.map(keyOf), ...stored.pairs]);
  const remaining = await findUndecided(
    deps,
    texts,
    candidates.nearest,
    { limit: undecidedLimit, isSettled: (a, b) => settled.has(keyOf({ a, b })) },
    pacer,
    (done, total) => progress('asking', done, total),
  );
  // Judgements of agents, persons and models take precedence over the rules.
  const judged = [
    ...byRules.filter((pair) => !stored.pairs.has(keyOf(pair))),
    ...remaining.judged,
    ...stored.judged,
  ];
  const groups = duplicateGroups(all, judged);
  const conflicts = await reportConflicts(all, groups, judged, pacer);
  const duplicates = await reportDuplicates(all, groups, judged, pacer);
  return {
    observations: [...conflicts.observations, ...duplicates],
    undecided: remaining.open.map((open) => toUndecided(texts, open)),
    notes: [...notes, ...candidates.notes, ...remaining.notes, ...conflicts.notes],
  };
}

function lowestCosines(calibration: Calibration | null) {
  return (
    calibration?.statements ?? {
      candidateCosine: CAREFUL_COSINE,
      duplicateCosine: CAREFUL_COSINE,
      // Without a calibration, the nearest texts are candidates at any positive cosine.
      undecidedCosine: 0,
    }
  );
}

function toUndecided(texts: readonly ComparedText[], { pair, why }: OpenPair): UndecidedPair {
  const [a, b] = [pair.places.a, pair.places.b].map((place) => texts[place]!.memories[0]!);
  const [newer, older] = [a!, b!].sort(newestFirst);
  return {
    memoryIds: [newer!.memoryId, older!.memoryId],
    digest: pairDigest(newer!, older!),
    similarity: pair.cosine,
    why: evidenceLine(why),
  };
}

interface PlacedText {
  text: ComparedText;
  /** The vector, or the key of the memory whose stored vector is used. */
  vector: Float32Array | number;
}

/**
 * Returns the texts in the order that `findCandidates` requires: statements of config files, then decisions
 * and preferences, then other memories. Memories are sorted newest first.
 */
async function placeTexts(
  { embedder }: AuditDependencies,
  compared: readonly ComparedText[],
  statements: readonly ConfigStatement[],
  pacer: Pacer,
): Promise<PlacedText[]> {
  const placed: PlacedText[] = [];
  for (const statement of statements) {
    const [windows] = await embedWithRetry(
      () => embedder.embed([statement.text], { signal: pacer.signal, priority: 'bulk' }),
      () => pacer.rest(),
    );
    placed.push({ text: configText(statement), vector: windows![0]! });
    if (pacer.due) await pacer.rest();
  }
  const inOrder = compared.toSorted(
    (a, b) => Number(b.decides) - Number(a.decides) || newestFirst(a.memories[0]!, b.memories[0]!),
  );
  return [...placed, ...inOrder.map((text) => ({ text, vector: text.memories[0]!.key }))];
}

function configText({ file, line, headings, text }: ConfigStatement): ComparedText {
  return {
    text,
    type: 'decision',
    decides: true,
    memories: [],
    place: { path: file.path, name: `${file.name}:${line}`, headings },
    projectId: null,
    conversation: null,
    subject: digest('config', file.path, text),
  };
}
