/** Quality of a ranked list for one question. */
export interface Outcome {
  /** Share of the correct memories among the first 5, 10, 20 and 100. */
  recall: Record<5 | 10 | 20 | 100, number>;
  /** 1 / rank of the first correct memory. 0 if the list has no correct memory. */
  reciprocalRank: number;
}

export const DEPTHS = [5, 10, 20, 100] as const;

/**
 * Computes the quality of a list. `ranks` are the positions, from 0, of the correct memories in the list;
 * `right` is the number of all correct memories.
 */
export function outcomeOf(ranks: readonly number[], right: number): Outcome {
  const recall = Object.fromEntries(
    DEPTHS.map((depth) => [depth, ranks.filter((rank) => rank < depth).length / right]),
  ) as Outcome['recall'];
  return { recall, reciprocalRank: ranks.length === 0 ? 0 : 1 / (1 + Math.min(...ranks)) };
}

export const TABLE_HEAD =
  '| set | questions | R@5 | R@10 | R@20 | R@100 | MRR |\n|---|---|---|---|---|---|---|';

/** Returns the means over the questions, as a row of a Markdown table. */
export function tableRow(name: string, outcomes: readonly Outcome[]): string {
  const mean = (value: (outcome: Outcome) => number): string =>
    (outcomes.reduce((sum, outcome) => sum + value(outcome), 0) / outcomes.length).toFixed(3);
  const recalls = DEPTHS.map((depth) => mean(({ recall }) => recall[depth]));
  return `| ${[name, outcomes.length, ...recalls, mean(({ reciprocalRank }) => reciprocalRank)].join(' | ')} |`;
}
