// The page /live: a face that says what is typed, or what a chat server answers.
import './style/page.css';
import { keepSettings, readSettings, type StoredSettings, withServedMemory } from './access/kept-settings.js';
import { createServiceAccess } from './access/service-access.js';
import { readAddress } from './conversation/chat-server.js';
import { type Conversation, createConversation } from './conversation/conversation.js';
import { createMemoryService, memoryAnswers } from './conversation/memory-service.js';
import { createTextQueue } from './conversation/text-queue.js';
import { randomId } from './random-id.js';
import { createReadAloud } from './read-aloud.js';
import { type AvatarElement, createAvatarVoice } from './speech/avatar-voice.js';
import { createTypedSpeech } from './speech/typed-speech.js';
import { createCaptionsView } from './view/captions-view.js';
import { offerChoices } from './view/catalog-choices.js';
import { byId } from './view/element.js';
import { askForToken } from './view/gate.js';
import { createSettingsDialog } from './view/settings-dialog.js';
import { createStatusLine } from './view/status-line.js';
import { offerThemes } from './view/theme.js';
import { createTurnsView } from './view/turns-view.js';

const PLAYER = '/player.js';

offerThemes();
const status = createStatusLine();
const captions = createCaptionsView();
const readTurns = createTurnsView('read-turns');
const conversationTurns = createTurnsView('conversation-turns');
const text = byId<HTMLTextAreaElement>('text');
const whileTyping = byId<HTMLInputElement>('while-typing');
const remember = byId<HTMLInputElement>('remember');
const interruptButton = byId<HTMLButtonElement>('interrupt');
let settings = await withServedMemory(readSettings());
/** Where a memory service answers. */
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
const voice = createAvatarVoice(avatar, {
  onWord: (spoken, word) => captions.show(spoken, word),
  onBusy: (isBusy) => {
    interruptButton.disabled = !isBusy;
    if (!isBusy) captions.clear();
  },
});
const readAloud = createReadAloud({ voice, onTurn: readTurns.show, onFailure: tellFailure });
const typed = createTypedSpeech({ say: (pieces) => void readAloud(pieces) });
let conversation = beginConversation();

listen();
showMode();
void lookForMemory();

/** The element as any page would have it, with what the catalog offers. */
async function openAvatar(): Promise<AvatarElement> {
  const access = createServiceAccess((ticket) => element.setAttribute('ticket', ticket));
  const element = document.createElement('anima-avatar') as AvatarElement;
  element.setAttribute('server', location.origin);
  element.addEventListener('error', (event) => {
    const { detail } = event as Event as CustomEvent<{ detail: string; fatal: boolean }>;
    // What ends a session the element says itself.
    if (!detail.fatal) status.tell(detail.detail, true);
  });
  element.addEventListener('ready', status.clear);
  try {
    let choices = await access.catalog();
    while (choices === null) {
      await askForToken(access);
      choices = await access.catalog();
    }
    offerChoices(element, choices);
    await import(/* @vite-ignore */ PLAYER);
    byId('face').append(element);
  } catch (error) {
    tellFailure(error);
  }
  return element;
}

function beginConversation(): Conversation {
  const begun = createConversation({
    voice: {
      say: (pieces) => voice.say(pieces, ({ charEnd }) => begun.heard(charEnd)),
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
  return begun;
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
    // What an input method has not settled yet is no word.
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
  await voice.interrupt().catch(tellFailure);
}

function change(next: StoredSettings): void {
  settings = next;
  keepSettings(next);
}

function showMode(): void {
  const converses = settings.mode === 'converse';
  for (const choice of document.querySelectorAll<HTMLInputElement>('input[name="mode"]'))
    choice.checked = choice.value === settings.mode;
  byId('send').textContent = converses ? 'Send' : 'Speak';
  byId('text-label').textContent = converses ? 'What you say' : 'What should be said';
  byId('while-typing-choice').hidden = converses;
  byId('read-turns').hidden = converses;
  byId('conversation-turns').hidden = !converses;
  byId('begin-anew').hidden = !converses;
  byId('remember-choice').hidden = !converses || memoryAddress === null;
  remember.checked = settings.remember;
  byId('hint').textContent = converses
    ? 'Write to the chat server named in the settings; its words are spoken as they come. Write again, or press Escape, and it stops.'
    : 'Enter speaks what you wrote. Escape stops it.';
}

/** "Remember" is offered where a memory service answers. */
async function lookForMemory(): Promise<void> {
  const asked = settings.memoryAddress;
  const address = readAddress(asked) ?? asked;
  const answers = await memoryAnswers({ address });
  if (asked !== settings.memoryAddress) return;
  memoryAddress = answers ? address : null;
  byId('memory-state').textContent = answers
    ? 'The memory service answers: “Remember” recalls before each turn and stores what was said and heard after it.'
    : `No memory service answers at ${address}. It must run, and name ${location.origin} in MEMORY_ALLOWED_ORIGINS (a start of both does).`;
  showMode();
}

function tellFailure(error: unknown): void {
  status.tell(error instanceof Error ? error.message : String(error), true);
}
