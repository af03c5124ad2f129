import { wrongUsage } from './failure.js';

/** What a face can show, as the service has it. */
export const expressions = [
  'neutral',
  'happy',
  'sad',
  'surprised',
  'angry',
  'thinking',
  'listening',
] as const;
export interface Expression {
  name: (typeof expressions)[number];
  strength?: number;
}

/** "happy", or "happy:0.5". */
export function expressionOf(written: string): Expression {
  const [named, strength] = written.split(':') as [string, string?];
  const name = expressions.find((each) => each === named);
  if (name === undefined)
    throw wrongUsage(`Expected one of ${expressions.join(', ')} for --expression, received ${named}`);
  if (strength === undefined) return { name };
  const amount = strength === '' ? Number.NaN : Number(strength);
  if (!(amount >= 0 && amount <= 1))
    throw wrongUsage(`Expected a strength from 0 to 1 for --expression, received "${strength}"`);
  return { name, strength: amount };
}
