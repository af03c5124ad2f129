/** A hit of a response, best first in its list. */
export interface Hit {
  memoryId: string;
  content: string;
  /** The text that a model would read: the passage of a long memory, else the content. */
  text: string;
}

/** The measurement of one query. */
export interface QueryResult {
  id: string;
  kind: string | null;
  isAnswerable: boolean;
  /** Position of each answer in the response, from 1; null if the response does not contain it. */
  ranks: (number | null)[];
  /** Share of the answers within a budget of tokens, in the order of `TOKEN_BUDGETS`. Empty without answers. */
  evidence: number[];
  /** True if an outdated memory ranks above every answer. Null if the query names no outdated memories. */
  isStale: boolean | null;
  /** Probability from 0 to 1 that the response answers the query; null if the service does not report it. */
  answerable: number | null;
  latencyMs: number;
}

/** Means over queries. Recall, MRR and evidence are null without queries that have answers. */
export interface Summary {
  queries: number;
  unanswerable: number;
  recall_at: Record<`${(typeof DEPTHS)[number]}`, number> | null;
  mrr: number | null;
  evidence_within: Record<`${(typeof TOKEN_BUDGETS)[number]}`, number> | null;
  stale_rate: number | null;
  answerable_auc: number | null;
  latency_ms: { p50: number; p95: number };
}

export const DEPTHS = [1, 5, 10] as const;
export const TOKEN_BUDGETS = [1_000, 2_000, 4_000] as const;

/** Returns the position of the first hit that matches, from 1, or null. */
export function rankOf(hits: readonly Hit[], matches: (hit: Hit) => boolean): number | null {
  const at = hits.findIndex(matches);
  return at === -1 ? null : at + 1;
}

/** Returns the share of answers among the first `depth` hits. */
export function recallAt(ranks: readonly (number | null)[], depth: number): number {
  return mean(ranks.map((rank) => (rank !== null && rank <= depth ? 1 : 0)));
}

/** Returns 1 / rank of the first answer, or 0 if no answer was found. */
export function reciprocalRank(ranks: readonly (number | null)[]): number {
  const first = firstOf(ranks);
  return first === null ? 0 : 1 / first;
}

/**
 * Returns the hits that fit into a budget, the first ones first. Hits that exceed the rest of the budget are skipped, as in
 * the texts that the service and the hooks write.
 */
export function packWithin(hits: readonly Hit[], tokens: number, estimate: (text: string) => number): Hit[] {
  let rest = tokens;
  return hits.filter(({ text }) => {
    const cost = estimate(text);
    if (cost > rest) return false;
    rest -= cost;
    return true;
  });
}

/** Returns true if the first outdated memory ranks above the first answer, or if only outdated memories were found. */
export function isStale(answers: readonly (number | null)[], outdated: readonly (number | null)[]): boolean {
  const [answer, old] = [firstOf(answers), firstOf(outdated)];
  return old !== null && (answer === null || old < answer);
}

/**
 * Returns the probability that a random value of `positives` exceeds a random value of `negatives`, with half the weight for
 * equal values: the area under the ROC curve. Null if one of them is empty.
 */
export function areaUnderCurve(positives: readonly number[], negatives: readonly number[]): number | null {
  if (positives.length === 0 || negatives.length === 0) return null;
  const wins = positives.map((value) =>
    mean(negatives.map((other) => (value > other ? 1 : value === other ? 0.5 : 0))),
  );
  return mean(wins);
}

/** Returns the value below which the share `p` (0 to 1) of the values is found. Expects at least one value. */
export function percentile(values: readonly number[], p: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(p * sorted.length))]!;
}

export function summarise(results: readonly QueryResult[]): Summary {
  const answered = results.filter(({ ranks }) => ranks.length > 0);
  const judged = results.filter((result) => result.isStale !== null);
  const scores = (isAnswerable: boolean) =>
    results.flatMap((each) =>
      each.isAnswerable === isAnswerable && each.answerable !== null ? [each.answerable] : [],
    );
  const latencies = results.map(({ latencyMs }) => latencyMs);
  return {
    queries: results.length,
    unanswerable: results.filter((each) => !each.isAnswerable).length,
    recall_at: byKey(DEPTHS, answered, ({ ranks }, depth) => recallAt(ranks, depth)),
    mrr: answered.length === 0 ? null : mean(answered.map(({ ranks }) => reciprocalRank(ranks))),
    evidence_within: byKey(TOKEN_BUDGETS, answered, ({ evidence }, _tokens, at) => evidence[at]!),
    stale_rate: judged.length === 0 ? null : mean(judged.map((result) => Number(result.isStale))),
    answerable_auc: areaUnderCurve(scores(true), scores(false)),
    latency_ms: { p50: percentile(latencies, 0.5), p95: percentile(latencies, 0.95) },
  };
}

/** Returns the summaries of the kinds of queries, in the order of their first query. */
export function summariseKinds(results: readonly QueryResult[]): Record<string, Summary> {
  const kinds = new Set(results.map(({ kind }) => kind).filter((kind) => kind !== null));
  const own = (kind: string) => summarise(results.filter((result) => result.kind === kind));
  return Object.fromEntries([...kinds].map((kind) => [kind, own(kind)]));
}

export const SUMMARY_HEAD = [
  ...['queries', ...DEPTHS.map((depth) => `R@${depth}`), 'MRR'],
  ...TOKEN_BUDGETS.map((tokens) => `in ${tokens / 1_000}k`),
  ...['stale', 'AUC', 'p50 ms', 'p95 ms'],
];

/** Returns the cells of a summary in the order of `SUMMARY_HEAD`, with '-' for values that were not measured. */
export function summaryCells(summary: Summary): string[] {
  const { queries, recall_at, mrr, evidence_within, stale_rate, answerable_auc, latency_ms } = summary;
  const shares = [
    ...DEPTHS.map((depth) => recall_at?.[`${depth}`] ?? null),
    mrr,
    ...TOKEN_BUDGETS.map((tokens) => evidence_within?.[`${tokens}`] ?? null),
    ...[stale_rate, answerable_auc],
  ];
  return [
    String(queries),
    ...shares.map((share) => (share === null ? '-' : share.toFixed(3))),
    ...[latency_ms.p50, latency_ms.p95].map((ms) => ms.toFixed(1)),
  ];
}

function byKey<Key extends number>(
  keys: readonly Key[],
  results: readonly QueryResult[],
  measure: (result: QueryResult, key: Key, at: number) => number,
): Record<`${Key}`, number> | null {
  if (results.length === 0) return null;
  const entries = keys.map((key, at) => [key, mean(results.map((each) => measure(each, key, at)))]);
  return Object.fromEntries(entries) as Record<`${Key}`, number>;
}

function firstOf(ranks: readonly (number | null)[]): number | null {
  const found = ranks.filter((rank) => rank !== null);
  return found.length === 0 ? null : Math.min(...found);
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
