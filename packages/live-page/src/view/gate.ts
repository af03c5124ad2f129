import type { ServiceAccess } from '../access/service-access.js';
import { byId } from './element.js';

/** Asks for a token until one is let in. */
export function askForToken(access: ServiceAccess): Promise<void> {
  const dialog = byId<HTMLDialogElement>('gate');
  const token = byId<HTMLInputElement>('gate-token');
  const problem = byId('gate-problem');
  // There is nothing behind it.
  const done = new AbortController();
  const { signal } = done;
  dialog.addEventListener('cancel', (event) => event.preventDefault(), { signal });
  dialog.showModal();
  return new Promise((resolve) => {
    const tryIt = async (event: Event) => {
      event.preventDefault();
      const letIn = await access.letIn(token.value.trim()).catch(() => false);
      problem.hidden = letIn;
      problem.textContent = letIn ? '' : 'This token is not known, or the service does not answer.';
      if (!letIn) return;
      token.value = '';
      done.abort();
      dialog.close();
      resolve();
    };
    byId('gate-form').addEventListener('submit', (event) => void tryIt(event), { signal });
  });
}
