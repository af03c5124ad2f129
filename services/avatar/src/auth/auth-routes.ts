import type { ServiceApp } from '@anima/service/http';
import { IsoTime, isoTime } from '@anima/service/schema';
import Type from 'typebox';
import type { Tickets } from './tickets.js';

export function authRoutes(app: ServiceApp, tickets: Tickets): void {
  app.get(
    '/auth/ticket',
    {
      config: { serviceTokenOnly: true, errors: ['auth_unavailable'] },
      schema: {
        operationId: 'issueTicket',
        summary: 'Issue a ticket for a client that cannot keep the service token',
        description:
          'Good for five minutes: to read catalog, media and jobs, and to start jobs. Sent as "Authorization: Bearer", ' +
          'as X-Avatar-Ticket or as ?ticket=.',
        tags: ['auth'],
        response: { 200: Type.Object({ ticket: Type.String(), expires_at: IsoTime }) },
      },
    },
    async (_request, reply) => {
      const { ticket, expiresAt } = await tickets.issue();
      reply.header('cache-control', 'no-store');
      return { ticket, expires_at: isoTime(expiresAt) };
    },
  );
}
