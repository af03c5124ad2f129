/** How near two questions must be to have the same answer; the cosines of each level are in the calibration of the model. */
export const strictnesses = ['strict', 'normal', 'loose'] as const;
export type Strictness = (typeof strictnesses)[number];
