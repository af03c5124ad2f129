import {
  LiveError,
  type LiveExpression,
  type LiveExpressionName,
  type LiveSessionRecord,
  type LiveSpeechOptions,
} from '@anima/client/live';
import { createPlayer, type Player, type TicketSource } from '../player.js';
import type { PlayerEvents, PlayerProblem } from '../player-events.js';
import type { Speakable } from '../speaking/text-pieces.js';
import type { PlayedText, Said } from '../speaking/utterance.js';
import { createCaptions } from './captions.js';
import { createGestureButton } from './gesture.js';
import { problemWords } from './problem-words.js';
import { createStage, type Stage } from './stage.js';
import { STYLE } from './style.js';

/** Address from which this module was loaded: the default service of elements without `server`. */
const HOME = new URL('.', import.meta.url).href;
const STILL = '(prefers-reduced-motion: reduce)';
const FORWARDED_EVENTS = ['ready', 'started', 'word', 'ended', 'interrupted', 'error'] as const;

/**
 * `<anima-avatar>`: a face that speaks. Attributes: `server`, `ticket`, `voice`, `face`, `speed`,
 * `expression` ("happy", "thinking 0.5"), `muted`, `captions`, `offset-ms`. Events, with the `detail` of
 * `PlayerEvents`: `ready`, `started`, `word`, `ended`, `interrupted`, `error`. Parts: `stage`, `canvas`,
 * `captions`, `word`, `lit`, `notice`, `gesture`.
 */
export class AvatarElement extends HTMLElement {
  static readonly observedAttributes = [
    ...['server', 'ticket', 'voice', 'face', 'speed', 'expression', 'muted', 'captions', 'offset-ms'],
  ];

  readonly #notice = document.createElement('p');
  readonly #captions = createCaptions();
  readonly #gesture = createGestureButton(() => this.#player?.resume());
  readonly #over = document.createElement('div');
  readonly #still = matchMedia(STILL);
  #player: Player | null = null;
  #stage: Stage | null = null;
  #ticket: Exclude<TicketSource, string> | null = null;
  #changes: LiveSpeechOptions = {};
  #isChanging = false;

  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open' });
    const style = new CSSStyleSheet();
    style.replaceSync(STYLE);
    root.adoptedStyleSheets = [style];
    this.#notice.className = 'notice';
    this.#notice.setAttribute('part', 'notice');
    this.#notice.setAttribute('role', 'status');
    this.#over.className = 'over';
    this.#over.append(this.#gesture.element, this.#notice, this.#captions.element);
    this.#say(null);
    root.append(this.#over);
  }

  /** The voice and the motion behind the element; null while it is in no page. */
  get player(): Player | null {
    return this.#player;
  }

  get session(): LiveSessionRecord | null {
    return this.#player?.session ?? null;
  }

  get muted(): boolean {
    return this.hasAttribute('muted');
  }

  set muted(isMuted: boolean) {
    this.toggleAttribute('muted', isMuted);
  }

  get captions(): boolean {
    return this.hasAttribute('captions');
  }

  set captions(areShown: boolean) {
    this.toggleAttribute('captions', areShown);
  }

  /** Expression without a tag in a text: "happy", "thinking 0.5"; null: neutral. */
  get expression(): string | null {
    return this.getAttribute('expression');
  }

  set expression(expression: string | null) {
    if (expression === null) this.removeAttribute('expression');
    else this.setAttribute('expression', expression);
  }

  get ticket(): string | null {
    return this.getAttribute('ticket');
  }

  /** Sets the ticket of the next session; a function is called for a ticket before each session. */
  set ticket(ticket: TicketSource | null) {
    this.#ticket = typeof ticket === 'function' ? ticket : null;
    if (typeof ticket === 'string') this.setAttribute('ticket', ticket);
    else this.removeAttribute('ticket');
    this.#connect();
  }

  /** See `Player.say`. */
  say(text: Speakable): Promise<Said> {
    return this.#player?.say(text) ?? Promise.reject(notInPage());
  }

  /** See `Player.interrupt`. */
  async interrupt(): Promise<PlayedText> {
    return (await this.#player?.interrupt()) ?? { heardText: '', heardCharEnd: 0 };
  }

  /** As `Player.warm`; and the face is drawn. */
  async warm(): Promise<LiveSessionRecord> {
    if (this.#player === null) throw notInPage();
    const session = await this.#player.warm();
    await this.#show(session);
    return session;
  }

  connectedCallback(): void {
    if (this.#player === null) this.#begin();
  }

  disconnectedCallback(): void {
    // An element that is moved within a page continues to speak.
    queueMicrotask(() => {
      if (!this.isConnected) this.#end();
    });
  }

  attributeChangedCallback(name: string, before: string | null, now: string | null): void {
    const player = this.#player;
    if (player === null || before === now) return;
    if (name === 'server') {
      this.#end();
      if (this.isConnected) this.#begin();
    } else if (name === 'ticket') this.#connect();
    else if (name === 'muted') this.#mute(player);
    else if (name === 'captions') this.#captions.clearAll();
    else if (name === 'offset-ms') player.offsetMs = this.#offsetMs();
    else if (name === 'expression') this.#change({ ...this.#manner(), expression: expressionOf(now) });
    else this.#change({ ...this.#manner(), ...this.#changes });
  }

  get #server(): string {
    return new URL(this.getAttribute('server') ?? HOME, location.href).href;
  }

  #offsetMs(): number {
    return numberOf(this.getAttribute('offset-ms')) ?? 0;
  }

  #manner(): LiveSpeechOptions {
    const [voice, face] = [this.getAttribute('voice'), this.getAttribute('face')];
    const speed = numberOf(this.getAttribute('speed'));
    return {
      ...(voice ? { voice } : {}),
      ...(face ? { face } : {}),
      ...(speed === null ? {} : { speed }),
      ...(this.expression === null ? {} : { expression: expressionOf(this.expression) }),
    };
  }

  #begin(): void {
    const player = createPlayer({
      ...{ ...this.#manner(), server: this.#server },
      ...{ offsetMs: this.#offsetMs(), muted: this.muted, life: !this.#still.matches },
      ticket: () => this.#currentTicket(),
    });
    this.#player = player;
    this.#stage = createStage({ values: () => player.values(), onProblem: (words) => this.#say(words) });
    this.shadowRoot!.prepend(this.#stage.element);
    this.#still.addEventListener('change', this.#onStill);
    this.#mute(player);
    player.on('ready', (session) => {
      this.#say(null);
      void this.#show(session);
    });
    player.on('error', (problem) => this.#explain(problem));
    player.on('gesture', ({ wanted }) => this.#gesture.want(wanted));
    player.on('words', ({ utterance, text, words }) => {
      if (this.captions) this.#captions.add(utterance, text, words);
    });
    player.on('word', ({ utterance, ...word }) => {
      if (this.captions) this.#captions.light(utterance, word);
    });
    player.on('ended', ({ utterance }) => this.#captions.clear(utterance));
    player.on('interrupted', () => this.#captions.clearAll());
    for (const type of FORWARDED_EVENTS) player.on(type, (detail) => this.#tell(type, detail));
    this.#connect();
  }

  #end(): void {
    this.#player?.close();
    this.#player = null;
    this.#stage?.element.remove();
    this.#stage?.dispose();
    this.#stage = null;
    this.#still.removeEventListener('change', this.#onStill);
    this.#gesture.want(false);
    this.#captions.clearAll();
    this.#say(null);
  }

  async #currentTicket(): Promise<string | undefined> {
    return (await this.#ticket?.()) ?? this.ticket ?? undefined;
  }

  /** Failures are reported by the event `error`. */
  #connect(): void {
    this.#player?.connect().catch(() => {});
  }

  #tell<Type extends keyof PlayerEvents>(type: Type, detail: PlayerEvents[Type]): void {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }

  #explain(problem: PlayerProblem): void {
    // Errors of one utterance are reported to the caller of `say`.
    if (problem.fatal) this.#say(problemWords(problem, this.#server));
    if (problem.fatal) this.#captions.clearAll();
  }

  #say(words: string | null): void {
    this.#notice.textContent = words;
    this.#notice.hidden = words === null;
  }

  async #show({ face }: LiveSessionRecord): Promise<void> {
    if (face === null) return;
    // If no ticket can be had, the service rejects the request with a clear error.
    const ticket = await this.#currentTicket().catch(() => undefined);
    await this.#stage?.show(face, ticket === undefined ? {} : { headers: { 'x-avatar-ticket': ticket } });
  }

  #mute(player: Player): void {
    player.muted = this.muted;
    // Screen readers read captions only if the audio is muted.
    this.#captions.element.setAttribute('aria-live', this.muted ? 'polite' : 'off');
  }

  /** Attributes that change together make one change. */
  #change(changes: LiveSpeechOptions): void {
    this.#changes = changes;
    if (this.#isChanging) return;
    this.#isChanging = true;
    queueMicrotask(async () => {
      this.#isChanging = false;
      const speechOptions = this.#changes;
      this.#changes = {};
      try {
        const session = await this.#player?.update(speechOptions);
        if (session !== undefined) void this.#show(session);
      } catch (error) {
        if (!(error instanceof LiveError) || error.fatal) return;
        const { code, message: detail } = error;
        this.#say(detail);
        this.#tell('error', { code, detail, fatal: false, utterance: null, retryMs: null });
      }
    });
  }

  readonly #onStill = () => {
    if (this.#player !== null) this.#player.life = !this.#still.matches;
  };
}

/** Parses an expression, with or without brackets. The service rejects unknown names. */
function expressionOf(text: string | null): LiveExpression {
  const [name = '', strength] = (text ?? '').replace(/[[\]]/g, ' ').trim().toLowerCase().split(/\s+/);
  if (name === '') return 'neutral';
  const amount = numberOf(strength ?? null);
  return { name: name as LiveExpressionName, ...(amount === null ? {} : { strength: amount }) };
}

function numberOf(text: string | null): number | null {
  const number = text === null || text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(number) ? number : null;
}

function notInPage(): LiveError {
  return new LiveError('closed', 'Expected an <anima-avatar> that is in a page', { fatal: true });
}
