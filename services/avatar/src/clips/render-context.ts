/** What work that takes long is given: whether it is wanted still, and whom to tell how far it is. */
export interface RenderContext {
  signal: AbortSignal;
  progress(fraction: number, stage: string): void;
}
