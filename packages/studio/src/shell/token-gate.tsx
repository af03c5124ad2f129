import { type FormEvent, useState } from 'react';
import { saveToken } from './kept-token.js';
import { findService } from './which-service.js';

/** Asks for a token where the service wants one. */
export function TokenGate({ onLetIn }: { onLetIn: () => void }) {
  const [token, setToken] = useState('');
  const [refused, setRefused] = useState(false);

  async function tryIt(event: FormEvent) {
    event.preventDefault();
    saveToken(token.trim());
    const served = await findService().catch(() => null);
    if (served?.letIn) return onLetIn();
    saveToken(null);
    setRefused(true);
  }

  return (
    <main className="gate">
      <h1>This service wants a token</h1>
      <p>The one it was started with. It stays in this tab, and goes to {location.host} alone.</p>
      <form onSubmit={(event) => void tryIt(event)}>
        <label>
          Token
          <input
            type="password"
            autoComplete="off"
            required
            value={token}
            onChange={(event) => setToken(event.target.value)}
          />
        </label>
        <button type="submit">Go on</button>
      </form>
      <p role="status">{refused ? 'This token is not known.' : ''}</p>
    </main>
  );
}
