export { type AccessToken, parseAccessTokens } from '../security/access-token.js';
