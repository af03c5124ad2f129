// What a face can show, and the marks in texts that name it, anywhere JavaScript runs. Nothing here, or behind it, knows Node.
export {
  EXPRESSIONS,
  type Expression,
  type ExpressionName,
  NEUTRAL,
  type TimedExpression,
} from './expression/expression.js';
export {
  createMarkReader,
  type ExpressionTag,
  type ExpressionTagParser,
  expressionMarkAt,
  MAX_MARKS,
  type MarkedText,
  parseExpressionTags,
  stripExpressionTags,
} from './expression/expression-marks.js';
