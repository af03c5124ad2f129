/** Pattern of one kind of credential in a text. */
export interface SecretShape {
  kind: string;
  /** In lower case. Every text with such a secret contains one of them. If empty, all texts are searched. */
  keywords: readonly string[];
  /** The secret is the first group that matched, else the complete match. Takes linear time. */
  pattern: RegExp;
  /** Distinguishes a real value from a placeholder if the pattern cannot do that. */
  plausible?: (value: string) => boolean;
}

/**
 * Shapes that the gitleaks list lacks or has only for source code: notes mention a token in the middle of a
 * sentence. A shape that requires text after a run of characters starts only where a run starts: `-eyJ-eyJ`
 * is one run, not thousands.
 */
export const ownShapes: readonly SecretShape[] = [
  {
    kind: 'private_key',
    keywords: ['private key'],
    pattern:
      /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----[\s\S]{16,}?(?:-----END [A-Z0-9 ]{0,60}-----|$)/g,
    plausible: holdsKeyData,
  },
  {
    kind: 'private_key',
    keywords: ['putty-user-key-file'],
    pattern: /\bPuTTY-User-Key-File-\d:[\s\S]{16,}?(?:\bPrivate-MAC: ?[0-9a-f]{40,64}|$)/g,
  },
  { kind: 'aws_access_key', keywords: ['akia', 'asia'], pattern: /\b(?:AKIA|ASIA)[A-Z2-7]{16}\b/g },
  {
    kind: 'github_token',
    keywords: ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_', 'github_pat_'],
    pattern: /\b(?:gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_[A-Za-z0-9_]{22,255})\b/g,
  },
  { kind: 'gitlab_token', keywords: ['glpat-'], pattern: /\bglpat-[A-Za-z0-9_-]{20,}/g },
  { kind: 'anthropic_api_key', keywords: ['sk-ant-'], pattern: /\bsk-ant-[A-Za-z0-9_-]{20,}/g },
  {
    kind: 'openai_api_key',
    keywords: ['sk-'],
    pattern: /\bsk-(?!ant-)(?:proj-|svcacct-|admin-)?[A-Za-z0-9_-]{20,}/g,
    plausible: varied,
  },
  {
    kind: 'stripe_key',
    keywords: ['sk_live', 'sk_test', 'rk_live', 'rk_test'],
    pattern: /\b[rs]k_(?:live|test)_[A-Za-z0-9]{16,}\b/g,
  },
  { kind: 'google_api_key', keywords: ['aiza'], pattern: /\bAIza[A-Za-z0-9_-]{35}(?![A-Za-z0-9_-])/g },
  { kind: 'slack_token', keywords: ['xox'], pattern: /\bxox[abeoprs]-[A-Za-z0-9-]{10,}/g },
  {
    kind: 'slack_webhook',
    keywords: ['hooks.slack.com'],
    pattern: /https:\/\/hooks\.slack\.com\/services\/[A-Za-z0-9/]{20,}/g,
  },
  { kind: 'npm_token', keywords: ['npm_'], pattern: /\bnpm_[A-Za-z0-9]{36}\b/g },
  { kind: 'huggingface_token', keywords: ['hf_'], pattern: /\bhf_[A-Za-z0-9]{30,}\b/g },
  {
    kind: 'sendgrid_key',
    keywords: ['sg.'],
    pattern: /(?<![A-Za-z0-9_.-])SG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}/g,
  },
  {
    kind: 'discord_token',
    keywords: [],
    pattern: /(?<![\w.-])[MNO][A-Za-z0-9_-]{23,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,38}(?![\w-])/g,
  },
  {
    kind: 'telegram_bot_token',
    keywords: [':aa'],
    pattern: /(?<![\w-])\d{8,10}:AA[A-Za-z0-9_-]{33}(?![\w-])/g,
  },
  { kind: 'docker_token', keywords: ['dckr_'], pattern: /\bdckr_[po]at_[A-Za-z0-9_-]{27,}/g },
  { kind: 'figma_token', keywords: ['fig'], pattern: /\bfig[a-z]_[A-Za-z0-9_-]{40,}/g },
  { kind: 'google_oauth_secret', keywords: ['gocspx-'], pattern: /\bGOCSPX-[A-Za-z0-9_-]{28}(?![\w-])/g },
  { kind: 'google_oauth_token', keywords: ['ya29.'], pattern: /\bya29\.[A-Za-z0-9_-]{30,}/g },
  { kind: 'groq_api_key', keywords: ['gsk_'], pattern: /\bgsk_[A-Za-z0-9]{40,}\b/g },
  { kind: 'xai_api_key', keywords: ['xai-'], pattern: /\bxai-[A-Za-z0-9]{60,}\b/g },
  { kind: 'replicate_token', keywords: ['r8_'], pattern: /\br8_[A-Za-z0-9]{37}\b/g },
  { kind: 'supabase_token', keywords: ['sbp_'], pattern: /\bsbp_[a-f0-9]{40}\b/g },
  {
    kind: 'tailscale_key',
    keywords: ['tskey-'],
    pattern: /\btskey-[a-z]{2,16}-[A-Za-z0-9]{8,}-[A-Za-z0-9]{16,}\b/g,
  },
  { kind: 'mailgun_key', keywords: ['key-'], pattern: /(?<![\w-])key-[a-f0-9]{32}(?![\w-])/g },
  { kind: 'new_relic_key', keywords: ['nrak-'], pattern: /\bNRAK-[A-Z0-9]{27}\b/g },
  { kind: 'notion_token', keywords: ['secret_'], pattern: /(?<![\w-])secret_[A-Za-z0-9]{43}(?![\w-])/g },
  { kind: 'square_secret', keywords: ['sq0csp-'], pattern: /\bsq0csp-[A-Za-z0-9_-]{43}(?![\w-])/g },
  { kind: 'vault_token', keywords: ['hvs.', 'hvb.', 'hvr.'], pattern: /\bhv[sbr]\.[A-Za-z0-9_-]{24,}/g },
  { kind: 'azure_storage_key', keywords: ['accountkey='], pattern: /\bAccountKey=([A-Za-z0-9+/]{86}==)/g },
  {
    kind: 'json_web_token',
    keywords: ['eyj'],
    pattern: /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}/g,
  },
  {
    kind: 'password_in_url',
    keywords: ['://'],
    pattern: /\b[a-z][a-z0-9+.-]{1,30}:\/\/[^\s:/@]{0,128}:([^\s/@]{3,256})@/gi,
    plausible: notPlaceholder,
  },
  {
    kind: 'bearer_token',
    keywords: ['bearer'],
    pattern: /\bbearer\s{1,16}([A-Za-z0-9._~+/-]{20,}=*)/gi,
    plausible: varied,
  },
  {
    kind: 'credential',
    keywords: [
      'password',
      'passwd',
      'pwd',
      'secret',
      'token',
      'api_key',
      'api-key',
      'apikey',
      'access_key',
      'access-key',
      'accesskey',
    ],
    pattern:
      /(?<![a-z0-9])(?:password|passwd|pwd|secret|token|api[_-]?key|access[_-]?key|secret[_-]?key|client[_-]?secret)["']?\s{0,4}(?:=|:|:=|=>)\s{0,4}["']?([^\s"'`,;<>{}()]{8,256})/gi,
    plausible: (value) => notPlaceholder(value) && varied(value),
  },
  {
    kind: 'credential',
    keywords: ['password', 'secret', 'token', 'apikey', 'accesskey'],
    pattern:
      /(?<=[a-z0-9])(?:Password|Secret|Token|ApiKey|AccessKey)["']?\s{0,4}(?:=|:|:=|=>)\s{0,4}["']?([^\s"'`,;<>{}()]{8,256})/g,
    plausible: (value) => notPlaceholder(value) && varied(value),
  },
];

/** Returns whether the value contains key data, and not only the header line of a key. */
function holdsKeyData(value: string): boolean {
  const runs = value.match(/[A-Za-z0-9+/]{16,}/g) ?? [];
  return runs.some((run) => /[A-Z]/.test(run) && /[a-z0-9]/.test(run));
}

/** Random strings mix kinds of characters; words and file names seldom do. */
function varied(value: string): boolean {
  const kinds = [/[a-z]/, /[A-Z]/, /[0-9]/, /[^A-Za-z0-9]/].filter((kind) => kind.test(value)).length;
  return kinds >= 2 && /[0-9]|[^\w.:/-]/.test(value) && new Set(value).size >= 6;
}

function notPlaceholder(value: string): boolean {
  return !/^(?:\$|%|<|\[|\*+$|x{3,}$|\.{3}|(?:your|my|the|some|example|changeme|placeholder|redacted|password|secret|token|process\.env|env\.|os\.environ)(?![a-z]*[0-9]))/i.test(
    value,
  );
}
