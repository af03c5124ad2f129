/** The token a person gave a page of this origin: kept for the tab alone, sent to the service of this page only. */
const KEY = 'anima-token';

export function loadToken(): string | null {
  return sessionStorage.getItem(KEY);
}

export function saveToken(token: string | null): void {
  if (token === null) sessionStorage.removeItem(KEY);
  else sessionStorage.setItem(KEY, token);
}
