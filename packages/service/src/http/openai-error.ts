import type { Problem } from '../schema/schema.js';

/** Error object of OpenAI's protocol; use it as the `problemExtension` of a route. */
export const openAiError = ({ code, detail, status }: Problem) => ({
  error: {
    message: detail,
    type: status < 500 ? 'invalid_request_error' : 'server_error',
    param: null,
    code,
  },
});
