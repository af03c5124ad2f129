/** Asks another server how long an access token is good. Rejects with `auth_unavailable` when that cannot be known. */
export interface TokenIntrospection {
  /** In ms since the epoch, Infinity for one without an end of its own; null for one that is not good. */
  goodUntil(token: string): Promise<number | null>;
}
