import { type FormEvent, useState } from 'react';
import { saveToken } from './stored-token.js';
import { findService } from './which-service.js';

/** Prompts for the access token of the service. */
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
      <h1>Access token required</h1>
      <p>Enter the token of the service. It stays in this tab and is sent to {location.host} only.</p>
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
        <button type="submit">Continue</button>
      </form>
      <p role="status">{refused ? 'Invalid token.' : ''}</p>
    </main>
  );
}
