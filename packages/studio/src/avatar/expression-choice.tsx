import { EXPRESSIONS, type ExpressionName } from '@anima/face/expressions';

/** What a face shows where no mark in its text says otherwise. */
export function ExpressionChoice({
  value,
  onChange,
}: {
  value: ExpressionName;
  onChange: (expression: ExpressionName) => void;
}) {
  return (
    <label className="grow">
      Expression
      <select value={value} onChange={(event) => onChange(event.target.value as ExpressionName)}>
        {EXPRESSIONS.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
    </label>
  );
}
