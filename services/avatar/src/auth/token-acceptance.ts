/** Fields of a token introspection response (RFC 7662, section 2.2) that this service reads. */
export interface IntrospectionAnswer {
  active: boolean;
  /** Seconds since the epoch: good before `exp`, not before `nbf`. */
  exp?: number;
  nbf?: number;
  /** Audience of the token. */
  aud?: string | string[];
  /** Separated by blanks. */
  scope?: string;
}

/** Required audience and scopes; null or empty: any. */
export interface TokenDemands {
  audience: string | null;
  scopes: readonly string[];
}

/** Returns null if the response is invalid. */
export function readIntrospection(answer: unknown): IntrospectionAnswer | null {
  if (typeof answer !== 'object' || answer === null) return null;
  const { active, exp, nbf, aud, scope } = answer as Record<string, unknown>;
  const isTime = (value: unknown) => value === undefined || Number.isFinite(value);
  const isText = (value: unknown) => value === undefined || typeof value === 'string';
  const isAudience = isText(aud) || (Array.isArray(aud) && aud.every((each) => typeof each === 'string'));
  if (typeof active !== 'boolean' || !isTime(exp) || !isTime(nbf) || !isText(scope) || !isAudience)
    return null;
  return answer as IntrospectionAnswer;
}

/**
 * Returns the expiry of a valid token in ms since the epoch, or null for an invalid token. A token without
 * `exp` does not expire by itself.
 */
export function goodUntil(answer: IntrospectionAnswer, demands: TokenDemands, now: number): number | null {
  const { active, exp = Number.POSITIVE_INFINITY, nbf = 0, aud = [], scope = '' } = answer;
  const audiences = [aud].flat();
  const scopes = new Set(scope.split(' '));
  const isGood =
    active &&
    exp * 1000 > now &&
    nbf * 1000 <= now &&
    (demands.audience === null || audiences.includes(demands.audience)) &&
    demands.scopes.every((each) => scopes.has(each));
  return isGood ? exp * 1000 : null;
}
