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
  type ExpressionMark,
  expressionMarkAt,
  type MarkedText,
  type MarkReader,
  MOST_MARKS,
  readMarks,
  withoutMarks,
} from './expression/expression-marks.js';
