import { asFields, asId, asList, asText, type ChatProtocol, type Fields, textOf } from '../chat-protocol.js';

/** Anthropic's Messages: `POST /v1/messages`. */
export const anthropicMessages: ChatProtocol = {
  list: 'messages',
  textType: 'text',
  writerOf({ role, content }) {
    if (role === 'assistant') return 'assistant';
    if (role !== 'user') return 'instructions';
    return asList(content).some(({ type }) => type === 'tool_result') && textOf(content) === ''
      ? 'tool'
      : 'user';
  },
  readAnswer(response) {
    const content = asList(response.content);
    return {
      id: asId(response.id),
      text: textOf(content),
      isComplete: response.stop_reason !== null && response.stop_reason !== undefined,
      callsTools: content.some(isToolCall),
    };
  },
  readEvents(events) {
    const parts = events.map(({ content_block: block, delta }) => {
      const text = asFields(delta).type === 'text_delta' ? asText(asFields(delta).text) : '';
      return asText(asFields(block).text) + text;
    });
    return {
      id: asId(asFields(events.find(({ type }) => type === 'message_start')?.message).id),
      text: parts.join(''),
      isComplete: events.some(({ type }) => type === 'message_stop'),
      callsTools: events.some(({ content_block }) => isToolCall(asFields(content_block))),
    };
  },
};

const isToolCall = ({ type }: Fields): boolean => type === 'tool_use';
