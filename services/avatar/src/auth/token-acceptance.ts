/** What an authentication server says of a token (RFC 7662, section 2.2), as far as it matters here. */
export interface IntrospectionAnswer {
  active: boolean;
  /** Seconds since the epoch: good before `exp`, not before `nbf`. */
  exp?: number;
  nbf?: number;
  /** For whom the token is meant. */
  aud?: string | string[];
  /** Separated by blanks. */
  scope?: string;
}

/** What a token must be meant for; null: anything. */
export interface TokenDemands {
  audience: string | null;
  scopes: readonly string[];
}

/** Null where the answer is none: then nothing is known of the token. */
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

/** Until when the token is good, in ms since the epoch; null where it is not. One without `exp` has no end of its own. */
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
