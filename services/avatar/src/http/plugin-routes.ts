import type { ServiceApp } from '@anima/service/http';
import Type from 'typebox';
import { TICKET_SECONDS } from '../auth/tickets.js';
import { type AuthMode, authModes, baseUrlOf } from './binary-response.js';
import {
  type Capability,
  capabilities,
  endpoints,
  isOffered,
  type Permission,
  permissions,
  ticketPermissions,
} from './endpoints.js';

/** Frozen: no field of it goes, and none comes, without another `manifest_version`. */
const PluginManifest = Type.Object(
  {
    manifest_version: Type.Literal('1.1'),
    id: Type.Literal('anima.avatar'),
    name: Type.String(),
    version: Type.String({ description: 'Of the service' }),
    description: Type.String(),
    entry: Type.Object({
      base_url: Type.String({ description: 'The address by which this client reached the service' }),
      health: Type.String(),
      docs: Type.String(),
    }),
    auth: Type.Object({
      mode: Type.Enum([...authModes]),
      token: Type.Object({ header: Type.String(), scheme: Type.String() }),
      ticket: Type.Object({
        path: Type.String(),
        seconds: Type.Integer(),
        header: Type.String(),
        query: Type.String(),
      }),
    }),
    capabilities: Type.Array(Type.Object({ name: Type.String(), description: Type.String() })),
    endpoints: Type.Array(
      Type.Object({
        id: Type.String({ description: 'The operation in /openapi.json' }),
        method: Type.String(),
        path: Type.String({ description: 'Under base_url; variables in braces' }),
        capability: Type.String(),
        permission: Type.String(),
      }),
    ),
    permissions: Type.Array(
      Type.Object({
        name: Type.String(),
        description: Type.String(),
        ticket: Type.Boolean({ description: 'A ticket grants it' }),
      }),
    ),
  },
  { description: 'The plugin manifest, version 1.1' },
);

export function pluginRoutes(
  app: ServiceApp,
  { version, authMode }: { version: string; authMode: AuthMode },
): void {
  app.get(
    '/plugin/manifest',
    {
      config: { ticket: true },
      schema: {
        operationId: 'getPluginManifest',
        summary: 'The frozen plugin manifest, version 1.1',
        tags: ['engine'],
        response: { 200: PluginManifest },
      },
    },
    async (request) => ({
      manifest_version: '1.1' as const,
      id: 'anima.avatar' as const,
      name: 'Anima Avatar',
      version,
      description: 'Speech with word times, lip-synced clips and face restoration, as jobs.',
      entry: { base_url: baseUrlOf(request), health: '/health', docs: '/docs' },
      auth: {
        mode: authMode,
        token: { header: 'Authorization', scheme: 'Bearer' },
        ticket: {
          path: '/auth/ticket',
          seconds: TICKET_SECONDS,
          header: 'X-Avatar-Ticket',
          query: 'ticket',
        },
      },
      capabilities: (Object.entries(capabilities) as [Capability, string][])
        .filter(([name]) => isOffered(name))
        .map(([name, description]) => ({ name, description })),
      endpoints: endpoints.map((endpoint) => ({ ...endpoint })),
      permissions: (Object.entries(permissions) as [Permission, string][]).map(([name, description]) => ({
        name,
        description,
        ticket: ticketPermissions.includes(name),
      })),
    }),
  );
}
