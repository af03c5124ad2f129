import { useQuery } from '@tanstack/react-query';
import { loadToken } from '../shell/stored-token.js';
import { currentTicket } from './client.js';

/** Returns the address with a ticket from which an element can load media; undefined until the ticket is known. */
export function useMediaUrl(url: string | undefined): string | undefined {
  const { data } = useQuery({
    queryKey: ['ticket'],
    queryFn: currentTicket,
    enabled: loadToken() !== null,
    refetchInterval: 60_000,
  });
  if (url === undefined) return undefined;
  const path = new URL(url, location.origin);
  if (loadToken() !== null) {
    if (data == null) return undefined;
    path.searchParams.set('ticket', data);
  }
  return path.href;
}
