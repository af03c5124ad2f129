/** Bytes of Y, U and V. */
export type Colour = readonly [y: number, u: number, v: number];

/** What the inside of a mouth is painted with. */
export interface MouthColours {
  readonly teeth: Colour;
  /** Of the lips: tongue and gums take after it. */
  readonly flesh: Colour;
  /** Of the picture, so that nothing in the mouth is sharper: standard deviation of its blur, in pixels. */
  readonly softness: number;
  /** Standard deviation of the picture's noise, in bytes of Y. */
  readonly grain: number;
}
