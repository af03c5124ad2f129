/** A model that is loaded before its first use, or ahead of it so that the first job need not wait. */
export interface Loadable {
  readonly kind: LoadableKind;
  readonly name: string;
  readonly isLoaded: boolean;
  /** Loads it; at once when it is loaded. */
  load(): Promise<void>;
}

export const loadableKinds = ['engine', 'voice', 'face'] as const;
export type LoadableKind = (typeof loadableKinds)[number];
