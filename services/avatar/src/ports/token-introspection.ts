/** Asks another server whether an access token is good. Rejects with `auth_unavailable` when that cannot be known. */
export interface TokenIntrospection {
  isActive(token: string): Promise<boolean>;
}
