export interface ScoreParts {
  semantic: number;
  keyword: number;
  recency: number;
  importance: number;
}

const MEANING: Record<keyof ScoreParts, string> = {
  semantic: 'Semantic similarity',
  keyword: 'Keyword match',
  recency: 'Recency',
  importance: 'Importance',
};

/** The parts of the score that ranks a memory. */
export function Score({ score, parts }: { score: number; parts: ScoreParts }) {
  return (
    <details className="score small">
      <summary>Score {score.toFixed(2)}</summary>
      <dl>
        {(Object.keys(MEANING) as (keyof ScoreParts)[]).map((part) => (
          <div key={part}>
            <dt>{MEANING[part]}</dt>
            <dd>
              <meter min={0} max={1} value={parts[part]} aria-label={part} /> {parts[part].toFixed(2)}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
