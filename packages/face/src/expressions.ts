// Expressions of a face and expression tags in texts, for any JavaScript runtime. No module here needs Node.
export {
  EXPRESSIONS,
  type Expression,
  type ExpressionName,
  NEUTRAL,
  type TimedExpression,
} from './expression/expression.js';
export {
  createMarkReader,
  type ExpressionMark,
  expressionMarkAt,
  type MarkedText,
  type MarkReader,
  readMarks,
  withoutMarks,
} from './expression/expression-tags.js';
