// The page /live: a face that speaks typed text, or the answers of a chat server.
import './style/page.css';
import { createServiceAccess } from './access/service-access.js';
import {
  readSettings,
  type StoredSettings,
  storeSettings,
  withServedMemory,
} from './access/stored-settings.js';
import { readAddress } from './conversation/chat-server.js';
import { type Conversation, createConversation } from './conversation/conversation.js';
import { createMemoryService, memoryAnswers } from './conversation/memory-service.js';
import { createTextQueue } from './conversation/text-queue.js';
import { randomId } from './random-id.js';
import { createReadAloud } from './read-aloud.js';
import { type AvatarElement, createAvatarVoice } from './speech/avatar-voice.js';
import { createTypedSpeech } from './speech/typed-speech.js';
import { offerChoices } from './view/catalog-choices.js';
import { byId } from './view/element.js';
import { requestToken } from './view/gate.js';
import { createSettingsDialog } from './view/settings-dialog.js';
import { createStatusLine } from './view/status-line.js';
import { offerThemes } from './view/theme.js';
import { createTurnsView } from './view/turns-view.js';

const PLAYER = '/player.js';

offerThemes();
const status = createStatusLine();
const readTurns = createTurnsView('read-turns');
const conversationTurns = createTurnsView('conversation-turns');
const text = byId<HTMLTextAreaElement>('text');
const whileTyping = byId<HTMLInputElement>('while-typing');
const remember = byId<HTMLInputElement>('remember');
const interruptButton = byId<HTMLButtonElement>('interrupt');
let settings = await withServedMemory(readSettings());
/** Address of a memory service that responds; null if none does. */
let memoryAddress: string | null = null;

const settingsDialog = createSettingsDialog(
  () => settings,
  (next) => {
    const isElsewhere = next.memoryAddress !== settings.memoryAddress;
    change(next);
    if (isElsewhere) void lookForMemory();
  },
);
const avatar = await openAvatar();
const voice = createAvatarVoice(avatar, (isBusy) => {
  interruptButton.disabled = !isBusy;
});
const readAloud = createReadAloud({ voice, onTurn: readTurns.show, onFailure: reportFailure });
const typed = createTypedSpeech({ say: (pieces) => void readAloud(pieces) });
let conversation = beginConversation();

listen();
showMode();
void lookForMemory();

/** Creates the element as any page does, with the choices of the catalog. */
async function openAvatar(): Promise<AvatarElement> {
  const access = createServiceAccess((ticket) => element.setAttribute('ticket', ticket));
  const element = document.createElement('anima-avatar') as AvatarElement;
  element.setAttribute('server', location.origin);
  element.setAttribute('captions', '');
  element.addEventListener('error', (event) => {
    const { detail } = event as Event as CustomEvent<{ detail: string; fatal: boolean }>;
    // The element itself shows errors that end a session.
    if (!detail.fatal) status.tell(detail.detail, true);
  });
  element.addEventListener('ready', status.clear);
  try {
    let choices = await access.catalog();
    while (choices === null) {
      await requestToken(access);
      choices = await access.catalog();
    }
    offerChoices(element, choices);
    await import(/* @vite-ignore */ PLAYER);
    byId('face').append(element);
  } catch (error) {
    reportFailure(error);
  }
  return element;
}

function beginConversation(): Conversation {
  const started = createConversation({
    voice: {
      say: (pieces) => voice.say(pieces, ({ charEnd }) => started.playback(charEnd)),
      interrupt: voice.interrupt,
    },
    settings: () => ({
      server: { address: settings.chatAddress, model: settings.chatModel, key: settings.chatKey },
      ...{ systemPrompt: settings.systemPrompt, showsExpressions: settings.showsExpressions },
      memory:
        memoryAddress !== null && settings.remember
          ? createMemoryService({ address: memoryAddress, token: settings.memoryToken })
          : null,
    }),
    origin: location.origin,
    onTurn: conversationTurns.show,
    onHeard: conversationTurns.show,
    onNotice: (notice) => status.tell(notice),
    newId: randomId,
  });
  return started;
}

function listen(): void {
  byId('composer').addEventListener('submit', (event) => {
    event.preventDefault();
    void send();
  });
  text.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    void send();
  });
  text.addEventListener('input', (event) => {
    // Skips text that an input method may still change.
    if ((event as InputEvent).isComposing) return;
    if (settings.mode === 'read' && whileTyping.checked) typed.typed(text.value);
  });
  whileTyping.addEventListener('change', () => typed.end(''));
  interruptButton.addEventListener('click', () => void interrupt());
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && document.querySelector('dialog[open]') === null) void interrupt();
  });
  for (const choice of document.querySelectorAll<HTMLInputElement>('input[name="mode"]')) {
    choice.addEventListener('change', () => {
      change({ ...settings, mode: choice.value as StoredSettings['mode'] });
      showMode();
    });
  }
  // It may have been started since.
  byId('open-settings').addEventListener('click', () => void lookForMemory());
  remember.addEventListener('change', () => change({ ...settings, remember: remember.checked }));
  byId('begin-anew').addEventListener('click', async () => {
    await interrupt();
    conversationTurns.clear();
    status.clear();
    conversation = beginConversation();
    text.focus();
  });
}

async function send(): Promise<void> {
  const written = text.value;
  if (written.trim() === '') return;
  if (settings.mode === 'converse' && settings.chatModel === '') {
    settingsDialog.open('chatModel');
    return;
  }
  text.value = '';
  status.clear();
  if (settings.mode === 'converse') {
    interruptButton.disabled = false;
    await conversation.say(written.trim());
  } else if (whileTyping.checked) typed.end(written);
  else {
    const queue = createTextQueue();
    queue.push(written);
    queue.end();
    await readAloud(queue);
  }
}

async function interrupt(): Promise<void> {
  typed.stop(text.value);
  await conversation.interrupt();
  await voice.interrupt().catch(reportFailure);
}

function change(next: StoredSettings): void {
  settings = next;
  storeSettings(next);
}

function showMode(): void {
  const converses = settings.mode === 'converse';
  for (const choice of document.querySelectorAll<HTMLInputElement>('input[name="mode"]'))
    choice.checked = choice.value === settings.mode;
  byId('send').textContent = converses ? 'Send' : 'Speak';
  byId('text-label').textContent = converses ? 'Message' : 'Text to speak';
  byId('while-typing-choice').hidden = converses;
  byId('read-turns').hidden = converses;
  byId('conversation-turns').hidden = !converses;
  byId('begin-anew').hidden = !converses;
  byId('remember-choice').hidden = !converses || memoryAddress === null;
  remember.checked = settings.remember;
  byId('hint').textContent = converses
    ? 'Send a message to the chat server of the settings: its answer is spoken as it arrives. Send another message or press Escape to stop it.'
    : 'Press Enter to speak the text, Escape to stop.';
}

/** "Remember" is offered where a memory service answers. */
async function lookForMemory(): Promise<void> {
  const requested = settings.memoryAddress;
  const address = readAddress(requested) ?? requested;
  const answers = await memoryAnswers({ address });
  if (requested !== settings.memoryAddress) return;
  memoryAddress = answers ? address : null;
  byId('memory-state').textContent = answers
    ? 'Connected. “Remember” recalls memories before each turn, and stores the turn afterwards.'
    : `No memory service responds at ${address}. Start it with ${location.origin} in MEMORY_ALLOWED_ORIGINS (npm start sets it).`;
  showMode();
}

function reportFailure(error: unknown): void {
  status.tell(error instanceof Error ? error.message : String(error), true);
}
