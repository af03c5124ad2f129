/** The token that the user entered. It is stored for this tab only, and sent to the service of this page only. */
const KEY = 'anima-token';

export function loadToken(): string | null {
  return sessionStorage.getItem(KEY);
}

export function saveToken(token: string | null): void {
  if (token === null) sessionStorage.removeItem(KEY);
  else sessionStorage.setItem(KEY, token);
}
