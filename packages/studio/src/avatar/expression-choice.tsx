import { EXPRESSIONS, type ExpressionName } from '@anima/face/expressions';

/** Selects the expression for text without expression tags. */
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
