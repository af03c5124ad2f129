/**
 * How the leanings of a known model are read: logistic weights against "neither", of a bias and of each question of
 * yes-or-no.ts. Fitted on pairs written blind, whose author knew nothing of the questions.
 */
export interface JudgeCalibration {
  readonly conflict: readonly number[];
  readonly same: readonly number[];
}

/** By the name of the file without its ending, in small letters. */
export const judgeCalibrations: Readonly<Record<string, JudgeCalibration>> = {
  'qwen2.5-coder-1.5b-instruct-q4_k_m': { conflict: [-0.53, -0.3, 6.54], same: [-2.88, 2.85, 3.06] },
};
