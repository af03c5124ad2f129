import type { ServiceAccess } from '../access/service-access.js';
import { byId } from './element.js';

/** Shows the dialog for an access token until the service accepts one. */
export function requestToken(access: ServiceAccess): Promise<void> {
  const dialog = byId<HTMLDialogElement>('gate');
  const token = byId<HTMLInputElement>('gate-token');
  const problem = byId('gate-problem');
  // The page cannot be used without a token, so the dialog cannot be cancelled.
  const done = new AbortController();
  const { signal } = done;
  dialog.addEventListener('cancel', (event) => event.preventDefault(), { signal });
  dialog.showModal();
  return new Promise((resolve) => {
    const tryIt = async (event: Event) => {
      event.preventDefault();
      const isAccepted = await access.authenticate(token.value.trim()).catch(() => false);
      problem.hidden = isAccepted;
      problem.textContent = isAccepted ? '' : 'Invalid token, or the service is not running.';
      if (!isAccepted) return;
      token.value = '';
      done.abort();
      dialog.close();
      resolve();
    };
    byId('gate-form').addEventListener('submit', (event) => void tryIt(event), { signal });
  });
}
