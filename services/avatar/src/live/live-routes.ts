import { setImmediate } from 'node:timers/promises';
import { AppError } from '@anima/service/errors';
import { PAGE_POLICY, type ServiceApp, serveWebFiles } from '@anima/service/http';
import websocket, { type WebSocket } from '@fastify/websocket';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { uuidv7 } from 'uuidv7';
import type { Catalog } from '../catalog/catalog.js';
import type { SettingsKeeper } from '../settings/engine-settings.js';
import type { StreamSlots } from '../speech/stream-slots.js';
import { createLiveChoices } from './live-choices.js';
import {
  type ClientMessage,
  checkMessage,
  errorMessage,
  parseMessage,
  utteranceOf,
} from './live-messages.js';
import type { LiveMeter } from './live-metrics.js';
import type { LiveMotion, LiveShapes } from './live-motion.js';
import { createLiveSession } from './live-session.js';
import type { LiveSpeech } from './live-speech.js';
import { createSocketClient, upgradesTo } from './socket-client.js';

export interface LiveRouteOptions {
  speech: LiveSpeech;
  catalog: Pick<Catalog, 'voices' | 'read' | 'find'>;
  settings: Pick<SettingsKeeper, 'current'>;
  sessions: StreamSlots;
  meter: LiveMeter;
  /** Origins that may open a session, besides pages of the service itself. */
  allowedOrigins: readonly string[];
  /** Files of the page for people. */
  pageFolder: string;
}

const PROTOCOL = 'anima.live.1';
/** Maximum message size: a lexicon of a thousand words with every character escaped. */
const MAX_MESSAGE_BYTES = 1024 * 1024;
/** A socket whose other end has gone without a word is noticed after twice as long. */
const HEARTBEAT_MS = 30_000;
const CLOSE_TIMEOUT_MS = 1_000;
/** Characters of a message after which other callers get a turn. */
const LONG_MESSAGE = 2_000;
/** The user of the page chooses its servers: any chat server, and the memory service. */
const LIVE_PAGE_POLICY = PAGE_POLICY.replace(
  "connect-src 'self'",
  "connect-src 'self' http: https: ws: wss: blob: data:",
);

/** Live speech through a WebSocket, and a page for people at the same address. */
export function liveRoutes(app: ServiceApp, options: LiveRouteOptions): void {
  const upgrades = upgradesTo(app, '/live');
  const { sendPage } = serveWebFiles(app, {
    ...{ url: '/live', folder: options.pageFolder },
    ...{ policy: LIVE_PAGE_POLICY, withoutPage: true },
  });
  app.register(async (scope) => {
    // A request that is rejected before the plugin handles it would leave a half-open socket.
    scope.addHook('onResponse', async ({ raw }) => {
      if ('upgrade' in raw && raw.upgrade === true) raw.socket.destroySoon();
    });
    await scope.register(websocket, {
      options: {
        server: upgrades as never,
        maxPayload: MAX_MESSAGE_BYTES,
        // Missing in @types/ws: timeout of the closing handshake.
        ...{ closeTimeout: CLOSE_TIMEOUT_MS },
        handleProtocols: (offered) => (offered.has(PROTOCOL) ? PROTOCOL : false),
      },
      preClose: closeSockets,
      errorHandler: (error, socket, request) => {
        request.log.info({ err: error }, 'a live session broke off');
        socket.terminate();
      },
    });
    scope.route({
      method: 'GET',
      url: '/live',
      exposeHeadRoute: false,
      config: { ticket: true, page: true, pageBesideSocket: true, errors: ['upgrade_required'] },
      schema: {
        operationId: 'openLive',
        summary:
          'Open a WebSocket that takes text while it is written and sends audio, words and the motion of a face',
        description:
          'Subprotocol `anima.live.1`. /asyncapi.json describes its messages. A page on another origin may open it if ' +
          'AVATAR_ALLOWED_ORIGINS names it. The setting live_sessions limits concurrent sessions, half of them for tickets: ' +
          'the next is closed with 1013. Who asks for `text/html` instead gets the page for people, which needs no token.',
        tags: ['speech'],
        response: {
          101: { description: 'The socket is open', type: 'null' },
          200: { description: 'The page', content: { 'text/html': { schema: { type: 'string' } } } },
        },
      },
      onRequest: async (request) => refuseOtherPages(request, options.allowedOrigins),
      handler: async (request, reply) => {
        reply.header('vary', 'accept, origin');
        if (request.headers.accept?.includes('text/html')) return sendPage(request, reply);
        throw new AppError('upgrade_required', 'Expected a request to open a WebSocket', {
          headers: { upgrade: 'websocket' },
        });
      },
      wsHandler: (socket, request) => {
        app.holdConnection(request.raw.socket);
        openSession(socket, request, options);
      },
    });
  });
}

/** Runs before the service stops. It does not wait for clients. */
function closeSockets(this: FastifyInstance, done: () => void): void {
  const { clients } = this.websocketServer;
  // Connections whose credentials are still being checked.
  this.websocketServer.on('connection', (late) => late.terminate());
  for (const client of clients) client.close(1001, 'stopping');
  setTimeout(() => {
    for (const client of clients) client.terminate();
  }, CLOSE_TIMEOUT_MS).unref();
  done();
}

/** A page may not speak for another: a socket needs no leave of CORS. */
function refuseOtherPages({ headers }: FastifyRequest, allowed: readonly string[]): void {
  const { origin, host = '' } = headers;
  if (origin === undefined || allowed.includes(origin)) return;
  if (origin.replace(/^https?:\/\//, '').toLowerCase() === host.toLowerCase()) return;
  throw new AppError(
    'origin_not_allowed',
    'Expected a page of this service, or one of AVATAR_ALLOWED_ORIGINS',
  );
}

function openSession(socket: WebSocket, request: FastifyRequest, options: LiveRouteOptions): void {
  const { speech, sessions, meter } = options;
  const client = createSocketClient(socket);
  const sessionId = uuidv7();
  const refuse = (error: unknown, about: Parameters<typeof errorMessage>[1] = {}) =>
    client.tell(errorMessage(error, about));
  let leavePlace: () => void;
  try {
    leavePlace = sessions.take({ hasTicket: request.identity.rights === 'ticket' });
  } catch (error) {
    refuse(error, { fatal: true });
    client.close('too_many_sessions');
    return;
  }
  const onBroken = (error: unknown) => request.log.error({ err: error }, 'live speech broke off');
  const session = createLiveSession({ live: speech, client, meter, onBroken });
  const choices = createLiveChoices(options);
  const gone = new AbortController();
  let moved: { shapes: LiveShapes; motion: LiveMotion } | null = null;

  async function update(message: Extract<ClientMessage, { type: 'session.update' }> | null): Promise<void> {
    session.assertIdle();
    // Later messages are meant for the changed session.
    socket.pause();
    const chosen = await choices.with(message ?? {}, gone.signal).finally(() => socket.resume());
    if (gone.signal.aborted) return;
    const { manner, spoken, shapes, fps, leadMs } = chosen;
    // A face without changes continues its motion.
    if (moved?.shapes !== shapes || moved.motion.fps !== fps)
      moved = { shapes, motion: speech.motion(shapes, fps) };
    const { motion } = moved;
    motion.express(manner.expression);
    const settings = { session_id: sessionId, ...manner, motion: { fps, shapes: [...motion.shapes] } };
    session.change(settings, spoken, motion, leadMs);
    // Loads the voice before the first word. A failure is reported when it speaks.
    speech.load(spoken.voice, gone.signal).catch(() => {});
  }

  async function handle(text: string): Promise<void> {
    let utterance: string | null = null;
    try {
      const message = parseMessage(text);
      utterance = utteranceOf(message);
      await handleMessage(checkMessage(message));
    } catch (error) {
      if (!(error instanceof AppError)) onBroken(error);
      refuse(error, { utterance });
    }
  }

  async function handleMessage(message: ClientMessage): Promise<void> {
    if (message.type === 'ping') client.tell({ type: 'pong' });
    else if (message.type === 'text') session.text(message.utterance, message.text);
    else if (message.type === 'flush') session.flush(message.utterance);
    else if (message.type === 'end') session.end(message.utterance);
    else if (message.type === 'interrupt') session.interrupt(message);
    else await update(message);
  }

  let last: Promise<void> = update(null).catch((error) => {
    refuse(error, { fatal: true });
    session.close();
    socket.close(1011);
  });
  socket.on('message', (data, isBinary) => {
    if (isBinary) {
      refuse(new AppError('validation_failed', 'Expected a message as text, received a binary one'));
      return;
    }
    const text = data.toString();
    last = last.then(() => handle(text));
    // Other callers are served between the long messages of a client that sends many at once.
    if (text.length > LONG_MESSAGE) last = last.then(() => setImmediate());
  });
  const forgetHeartbeat = watch(socket);
  socket.once('close', () => {
    forgetHeartbeat();
    gone.abort(new AppError('request_timeout', 'The client has gone'));
    session.close();
    leavePlace();
  });
}

/** Ends a socket that answers nothing any more. */
function watch(socket: WebSocket): () => void {
  let isAlive = true;
  socket.on('pong', () => {
    isAlive = true;
  });
  const timer = setInterval(() => {
    if (!isAlive) socket.terminate();
    isAlive = false;
    socket.ping();
  }, HEARTBEAT_MS);
  return () => clearInterval(timer);
}
