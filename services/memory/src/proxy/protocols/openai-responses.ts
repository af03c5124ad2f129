import { asFields, asId, asList, asText, type ChatProtocol, type Fields, textOf } from '../chat-protocol.js';

/** OpenAI's Responses: `POST /v1/responses`. */
export const openaiResponses: ChatProtocol = {
  list: 'input',
  textType: 'input_text',
  writerOf({ type = 'message', role }) {
    if (type !== 'message') return 'tool';
    return role === 'user' || role === 'assistant' ? role : 'instructions';
  },
  readAnswer(response) {
    const output = asList(response.output);
    return {
      id: asId(response.id),
      text: output
        .filter(({ type }) => type === 'message')
        .map(({ content }) => textOf(content))
        .join('\n'),
      isComplete: response.status === 'completed' || response.status === 'incomplete',
      callsTools: output.some(isToolCall),
    };
  },
  readEvents(events) {
    const last = events.find(({ type }) => type === 'response.completed' || type === 'response.incomplete');
    const whole = openaiResponses.readAnswer(asFields(last?.response));
    // Some servers omit the output at the end.
    const deltas = events.filter(({ type }) => type === 'response.output_text.delta');
    return {
      ...whole,
      text: whole.text || deltas.map(({ delta }) => asText(delta)).join(''),
      isComplete: last !== undefined,
      callsTools: whole.callsTools || events.some(({ item }) => isToolCall(asFields(item))),
    };
  },
};

/** Calls that the caller answers have a call id; those of the server itself, such as a web search, have none. */
const isToolCall = ({ type, call_id }: Fields): boolean =>
  asText(type).endsWith('_call') && typeof call_id === 'string';
