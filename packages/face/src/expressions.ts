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
  type ExpressionTag,
  type ExpressionTagParser,
  expressionMarkAt,
  MAX_MARKS,
  type MarkedText,
  parseExpressionTags,
  stripExpressionTags,
} from './expression/expression-marks.js';
