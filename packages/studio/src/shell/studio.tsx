import { useQuery } from '@tanstack/react-query';
import { Router } from 'wouter';
import { useHashLocation } from 'wouter/use-hash-location';
import { avatarPages } from '../avatar/pages.js';
import { ConflictWatch } from '../memory/conflict-watch.js';
import { memoryPages } from '../memory/pages.js';
import { Notes } from '../parts/notes.js';
import { Frame } from './frame.js';
import { TokenGate } from './token-gate.js';
import { findService } from './which-service.js';

/** The pages of the service that serves this page. The other service has its pages at its own origin. */
export function Studio() {
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['served by'],
    queryFn: findService,
    staleTime: Number.POSITIVE_INFINITY,
    retry: 3,
  });
  if (isPending) return <p className="waiting">Connecting …</p>;
  if (error !== null)
    return (
      <main className="gate">
        <h1>The service is not running</h1>
        <p>
          The service at {location.host} does not respond. Start it with <code>npm start</code>, then retry.
        </p>
        <button type="button" onClick={() => void refetch()}>
          Retry
        </button>
      </main>
    );
  if (!data.letIn) return <TokenGate onLetIn={() => void refetch()} />;
  const pages = data.name === 'memory' ? memoryPages : avatarPages;
  return (
    <Router hook={useHashLocation}>
      <Notes>
        {data.name === 'memory' && <ConflictWatch />}
        <Frame service={data.name} pages={pages} />
      </Notes>
    </Router>
  );
}
