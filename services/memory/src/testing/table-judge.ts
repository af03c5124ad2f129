import type { ContradictionReason, JudgeBudget, PairJudge, TextPair } from '../judge/pair-judge.js';

/** Verdicts on two texts, in either order. */
export interface TableRow {
  texts: readonly [string, string];
  sameQuestion?: boolean | 'open';
  sameStatement?: boolean | 'open';
  contradiction?: ContradictionReason | 'open';
}

const CONFIDENCE = 0.9;

/**
 * Creates a judge with the verdicts of a table. It judges two equal texts as the same and all other pairs
 * with no. As with a model, each pair is charged to the budget once.
 */
export function createTableJudge(table: readonly TableRow[], by = 'model:table'): PairJudge {
  const rowOf = ({ a, b }: TextPair): Omit<TableRow, 'texts'> =>
    a.text === b.text
      ? { sameQuestion: true, sameStatement: true }
      : (table.find(({ texts }) => texts.includes(a.text) && texts.includes(b.text)) ?? {});
  const paid = new Set<string>();
  function isTooMuch({ a, b }: TextPair, budget: JudgeBudget | undefined): boolean {
    const key = JSON.stringify([a.text, b.text].sort());
    if (!paid.has(key) && budget?.take() === false) return true;
    paid.add(key);
    return false;
  }
  const no = { by, answer: 'no', confidence: 0, evidence: [] } as const;
  const open = { by, answer: 'open', confidence: 0, evidence: ['the table leaves it open'] } as const;

  function same(question: 'sameQuestion' | 'sameStatement'): PairJudge['sameQuestion'] {
    return (pairs, options) =>
      oneByOne(pairs, options, (pair) => {
        if (isTooMuch(pair, options?.budget)) return open;
        const known = rowOf(pair)[question] ?? false;
        if (known === 'open') return open;
        return known ? { by, answer: 'yes', confidence: CONFIDENCE, evidence: ['the table says so'] } : no;
      });
  }

  return {
    sameQuestion: same('sameQuestion'),
    sameStatement: same('sameStatement'),
    contradiction: (pairs, options) =>
      oneByOne(pairs, options, (pair) => {
        if (isTooMuch(pair, options?.budget)) return open;
        const { contradiction: reason } = rowOf(pair);
        if (reason === undefined) return no;
        if (reason === 'open') return open;
        return {
          by,
          answer: 'yes',
          reason,
          confidence: CONFIDENCE,
          evidence: ['the table says so'],
        };
      }),
  };
}

async function oneByOne<Verdict>(
  pairs: readonly TextPair[],
  { signal, between }: Parameters<PairJudge['sameQuestion']>[1] = {},
  judge: (pair: TextPair) => Verdict,
): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const pair of pairs) {
    await null;
    signal?.throwIfAborted();
    verdicts.push(judge(pair));
    await between?.();
  }
  return verdicts;
}
