import { EXPRESSIONS, type Expression } from '@anima/face/expressions';
import { strictObject } from '@anima/service/schema';
import Type, { type Static } from 'typebox';

const ExpressionName = Type.Enum([...EXPRESSIONS]);

/** Schema of an expression: a name, or a name and a strength. */
export const ExpressionField = Type.Union(
  [
    ExpressionName,
    strictObject({
      name: ExpressionName,
      strength: Type.Optional(Type.Number({ minimum: 0, maximum: 1, description: 'Default: 1' })),
    }),
  ],
  {
    description:
      'Expression of the face without a tag in the text, such as [happy] or [thinking 0.5]. Default: neutral',
  },
);

/** Schema of an expression in responses. */
export const ExpressionRecord = Type.Object({ name: ExpressionName, strength: Type.Number() });

export function toExpression(asked: Static<typeof ExpressionField> = 'neutral'): Expression {
  return typeof asked === 'string' ? { name: asked, strength: 1 } : { strength: 1, ...asked };
}
