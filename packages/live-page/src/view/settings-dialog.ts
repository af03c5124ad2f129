import { changedSettings, type StoredSettings } from '../access/kept-settings.js';
import { readAddress } from '../conversation/chat-server.js';
import { byId } from './element.js';

const FIELDS = {
  chatAddress: 'chat-address',
  chatModel: 'chat-model',
  chatKey: 'chat-key',
  systemPrompt: 'system-prompt',
  memoryAddress: 'memory-address',
  memoryToken: 'memory-token',
} as const;
type Field = keyof typeof FIELDS;

export interface SettingsDialog {
  open(first?: Field): void;
}

/** Servers, key, instructions: what is changed holds at once. */
export function createSettingsDialog(
  current: () => StoredSettings,
  onChange: (settings: StoredSettings) => void,
): SettingsDialog {
  const dialog = byId<HTMLDialogElement>('settings');
  const inputs = Object.entries(FIELDS).map(
    ([field, id]) => [field as Field, byId<HTMLInputElement | HTMLTextAreaElement>(id)] as const,
  );
  const expressions = byId<HTMLInputElement>('shows-expressions');
  const show = () => {
    for (const [field, input] of inputs) input.value = current()[field];
    expressions.checked = current().showsExpressions;
  };
  expressions.addEventListener('change', () => {
    onChange({ ...current(), showsExpressions: expressions.checked });
  });
  for (const [field, input] of inputs) {
    input.addEventListener('change', () => {
      const isAddress = field === 'chatAddress' || field === 'memoryAddress';
      input.setCustomValidity(
        isAddress && readAddress(input.value) === null
          ? 'Expected an address, as http://127.0.0.1:11434/v1'
          : '',
      );
      if (!input.reportValidity()) return;
      onChange(changedSettings(current(), { [field]: input.value.trim() }));
      show();
    });
  }
  byId('open-settings').addEventListener('click', () => dialog.showModal());
  show();
  return {
    open(first) {
      dialog.showModal();
      if (first !== undefined) byId(FIELDS[first]).focus();
    },
  };
}
