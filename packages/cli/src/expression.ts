import { EXPRESSIONS, type ExpressionName } from '@anima/face/expressions';
import { usageError } from './failure.js';

/** As the service takes it. */
export interface Expression {
  name: ExpressionName;
  strength?: number;
}

/** "happy", or "happy:0.5". */
export function expressionOf(written: string): Expression {
  const [named, strength] = written.split(':') as [string, string?];
  const name = EXPRESSIONS.find((each) => each === named);
  if (name === undefined)
    throw usageError(`Expected one of ${EXPRESSIONS.join(', ')} for --expression, received ${named}`);
  if (strength === undefined) return { name };
  const amount = strength === '' ? Number.NaN : Number(strength);
  if (!(amount >= 0 && amount <= 1))
    throw usageError(`Expected a strength from 0 to 1 for --expression, received "${strength}"`);
  return { name, strength: amount };
}
