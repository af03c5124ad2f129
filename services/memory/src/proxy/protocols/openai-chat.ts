import { asFields, asId, asList, type ChatProtocol, type Fields, textOf } from '../chat-protocol.js';

/** OpenAI's Chat Completions: `POST /v1/chat/completions`. Of several choices, the first one is read. */
export const openaiChat: ChatProtocol = {
  list: 'messages',
  textType: 'text',
  writerOf({ role }) {
    if (role === 'user' || role === 'assistant') return role;
    return role === 'tool' || role === 'function' ? 'tool' : 'instructions';
  },
  readAnswer(response) {
    const [choice = {}] = asList(response.choices);
    const message = asFields(choice.message);
    return {
      id: asId(response.id),
      text: textOf(message.content),
      isComplete: true,
      callsTools: callsTools(message),
    };
  },
  readEvents(events, isDone) {
    const first = events.flatMap(({ choices }) => asList(choices).filter(({ index = 0 }) => index === 0));
    const deltas = first.map(({ delta }) => asFields(delta));
    return {
      id: asId(events[0]?.id),
      text: deltas.map(({ content }) => textOf(content)).join(''),
      isComplete: isDone || first.some(({ finish_reason: reason }) => typeof reason === 'string'),
      callsTools: deltas.some(callsTools),
    };
  },
};

const callsTools = ({ tool_calls, function_call }: Fields): boolean =>
  asList(tool_calls).length > 0 || (function_call !== undefined && function_call !== null);
