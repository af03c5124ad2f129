export { type AccessToken, parseAccessTokens } from '../access-token.js';
