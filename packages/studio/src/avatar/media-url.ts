import { useQuery } from '@tanstack/react-query';
import { loadToken } from '../shell/kept-token.js';
import { currentTicket } from './client.js';

/** The address under which an element may load what the service names by this one; undefined as long as that is not known. */
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
