import './style/tokens.css';
import './style/base.css';
import './style/parts.css';
import './style/shell.css';
import './style/memory.css';
import './style/avatar.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { showTheme } from './shell/stored-theme.js';
import { Studio } from './shell/studio.js';

showTheme();
const queries = new QueryClient({
  defaultOptions: {
    // The services run on this machine, so they are reachable without a network.
    queries: { retry: false, staleTime: 5_000, refetchOnWindowFocus: true, networkMode: 'always' },
    mutations: { networkMode: 'always' },
  },
});
createRoot(document.getElementById('studio')!).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <Studio />
    </QueryClientProvider>
  </StrictMode>,
);
