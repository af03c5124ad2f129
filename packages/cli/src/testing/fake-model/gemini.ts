import { type ModelProtocol, type Reply, textOf } from './model-protocol.js';

interface Part {
  text?: string;
  functionResponse?: object;
}
interface Body {
  tools?: { functionDeclarations?: { name: string }[] }[];
  contents?: { role?: string; parts?: Part[] }[];
  generationConfig?: { responseJsonSchema?: Schema; responseSchema?: Schema };
}
interface Schema {
  properties?: Record<string, { enum?: string[]; type?: string }>;
}

/** Gemini generateContent, which Gemini CLI speaks. */
export const gemini: ModelProtocol<Body> = {
  read({ contents = [], tools = [] }) {
    let results = 0;
    let prompt = '';
    for (const { role, parts = [] } of contents.toReversed()) {
      if (role !== 'user') continue;
      const returned = parts.filter((part) => part.functionResponse !== undefined).length;
      results += returned;
      if (returned > 0) continue;
      prompt = textOf(parts);
      break;
    }
    const names = tools.flatMap(({ functionDeclarations = [] }) => functionDeclarations);
    return { prompt, results, tools: names.map(({ name }) => name) };
  },
  whole: candidate,
  events: (reply, id, body) => [{ data: candidate(reply, id, body) }],
};

function candidate(reply: Reply, _id: string, { generationConfig }: Body) {
  const schema = generationConfig?.responseJsonSchema ?? generationConfig?.responseSchema;
  const part =
    'tool' in reply
      ? { functionCall: { name: reply.tool, args: reply.args } }
      : { text: schema === undefined ? reply.text : JSON.stringify(exampleOf(schema)) };
  return {
    candidates: [{ content: { role: 'model', parts: [part] }, finishReason: 'STOP', index: 0 }],
    usageMetadata: { promptTokenCount: 100, candidatesTokenCount: 10, totalTokenCount: 110 },
  };
}

/** Gemini CLI also asks for JSON, for instance which model suits the prompt. */
function exampleOf({ properties = {} }: Schema): object {
  const examples: Record<string, unknown> = { number: 1, integer: 1, boolean: false };
  return Object.fromEntries(
    Object.entries(properties).map(([name, { enum: values, type = '' }]) => [
      name,
      values?.[0] ?? examples[type.toLowerCase()] ?? 'user',
    ]),
  );
}
