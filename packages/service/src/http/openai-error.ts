import type { Problem } from '../schema/schema.js';

/** The error object in which clients of OpenAI's protocol look for what was wrong; a `problemExtension` of its routes. */
export const openAiError = ({ code, detail, status }: Problem) => ({
  error: {
    message: detail,
    type: status < 500 ? 'invalid_request_error' : 'server_error',
    param: null,
    code,
  },
});
