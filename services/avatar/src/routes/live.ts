import { setImmediate } from 'node:timers/promises';
import { AppError } from '@anima/service/errors';
import { PAGE_POLICY, type ServiceApp, serveWebFiles } from '@anima/service/http';
import websocket, { type WebSocket } from '@fastify/websocket';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { uuidv7 } from 'uuidv7';
import type { Catalog } from '../domain/catalog/catalog.js';
import type { SettingsKeeper } from '../domain/engine-settings.js';
import type { LiveMeter } from '../domain/live/live-meter.js';
import { createLiveSession } from '../domain/live/live-session.js';
import type { LiveSpeech } from '../domain/live/live-speech.js';
import type { StreamSlots } from '../domain/speech/stream-places.js';
import type { LiveMotion, LiveShapes } from '../ports/live-motion.js';
import { createLiveChoices } from './live-choices.js';
import { type ClientMessage, checkMessage, parseMessage, utteranceOf } from './live-messages.js';
import { createSocketClient } from './socket-client.js';
import { upgradesTo } from './upgrades.js';

export interface LiveRouteOptions {
  speech: LiveSpeech;
  catalog: Pick<Catalog, 'voices' | 'read' | 'find'>;
  settings: Pick<SettingsKeeper, 'current'>;
  sessions: StreamSlots;
  meter: LiveMeter;
  /** Of pages that may open a session, beside those that the service serves. */
  allowedOrigins: readonly string[];
  /** Files of the page for people. */
  pageFolder: string;
}

const PROTOCOL = 'anima.live.1';
/** Of a message: a lexicon of a thousand words, each character of it escaped. */
const MAX_MESSAGE_BYTES = 1024 * 1024;
/** A socket whose other end has gone without a word is noticed after twice as long. */
const HEARTBEAT_MS = 30_000;
const FAREWELL_MS = 1_000;
/** Characters of a message after which other callers get a turn. */
const LONG_MESSAGE = 2_000;
/** Whom the page converses with is for the person before it to say: any chat server, and the memory service. */
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
    // One that is refused before the plugin looks at it is nobody's else: half open, it would stay.
    scope.addHook('onResponse', async ({ raw }) => {
      if ('upgrade' in raw && raw.upgrade === true) raw.socket.destroySoon();
    });
    await scope.register(websocket, {
      options: {
        server: upgrades as never,
        maxPayload: MAX_MESSAGE_BYTES,
        // Of @types/ws nothing knows it yet: how long whoever was told to close is waited for.
        ...{ closeTimeout: FAREWELL_MS },
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
        summary: 'A WebSocket: text goes in as it is written, sound, words and the motion of a face come out',
        description:
          'Subprotocol `anima.live.1`. What is said through it stands in /asyncapi.json. A page on another origin may open it where ' +
          'AVATAR_ALLOWED_ORIGINS names it. Of sessions there are few at a time, half of them for tickets (the setting live_sessions): ' +
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

/** Before the service stops. Who does not answer is not waited for. */
function closeSockets(this: FastifyInstance, done: () => void): void {
  const { clients } = this.websocketServer;
  // Whose credentials are still looked at.
  this.websocketServer.on('connection', (late) => late.terminate());
  for (const client of clients) client.close(1001, 'stopping');
  setTimeout(() => {
    for (const client of clients) client.terminate();
  }, FAREWELL_MS).unref();
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
  const client = createSocketClient(socket, uuidv7());
  const refuse = (error: unknown, { utterance = null as string | null, fatal = false } = {}) =>
    client.tell({ type: 'error', error, utterance, fatal });
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
    // What comes meanwhile is meant for the session as it will be.
    socket.pause();
    const chosen = await choices.with(message ?? {}, gone.signal).finally(() => socket.resume());
    if (gone.signal.aborted) return;
    const { manner, spoken, shapes, fps, leadMs } = chosen;
    // A face that goes on as it was does not begin anew.
    if (moved?.shapes !== shapes || moved.motion.fps !== fps)
      moved = { shapes, motion: speech.motion(shapes, fps) };
    const { motion } = moved;
    motion.express(manner.expression);
    session.change({ ...manner, fps, shapes: motion.shapes }, spoken, motion, leadMs);
    // Ahead of the first word; what fails is told where it is spoken.
    speech.load(spoken.voice, gone.signal).catch(() => {});
  }

  async function handle(text: string): Promise<void> {
    let utterance: string | null = null;
    try {
      const message = parseMessage(text);
      utterance = utteranceOf(message);
      await obey(checkMessage(message));
    } catch (error) {
      if (!(error instanceof AppError)) onBroken(error);
      refuse(error, { utterance });
    }
  }

  async function obey(message: ClientMessage): Promise<void> {
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
