import type { JudgePrompt, StatementOpinion } from './inquiry.js';
import { judgeCalibrations } from './readings.js';
import { threeWay } from './three-way.js';
import { yesOrNo } from './yes-or-no.js';

/** The way of asking that is known to suit the model; models of which nothing is known are asked in the plainest one. */
export function statementInquiry(model: string): JudgePrompt<StatementOpinion> {
  const reading = judgeCalibrations[model.toLowerCase()];
  return reading === undefined ? threeWay : yesOrNo(reading);
}
