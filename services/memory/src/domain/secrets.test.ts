import { describe, expect, it } from 'vitest';
import { findSecrets, redactSecrets } from './secrets.js';

// Every value is made up. Joined from parts, so that scanners of source code stay quiet.
const random = 'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0eF3hJ6';

const secrets: [kind: string, text: string][] = [
  ['private_key', '-----BEGIN RSA ' + 'PRIVATE KEY-----\nMIIEpAIBAAKCAQEAx\n-----END RSA PRIVATE KEY-----'],
  ['private_key', '-----BEGIN OPENSSH ' + 'PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEAAAAA'],
  [
    'private_key',
    '-----BEGIN PGP ' +
      'PRIVATE KEY BLOCK-----\nlQOYBGN0a2tlZXBhbGl2ZQ==\n-----END PGP PRIVATE KEY BLOCK-----',
  ],
  ['aws_access_key', 'AKIA' + 'IOSFODNN7EXAMPLE'],
  ['github_token', `ghp_${random}`],
  ['github_token', `github_pat_${random}_${random}`],
  ['gitlab_token', `glpat-${random.slice(0, 20)}`],
  ['anthropic_api_key', `sk-ant-api03-${random}`],
  ['openai_api_key', `sk-proj-${random}`],
  ['openai_api_key', `sk-${random}`],
  ['stripe_key', `sk_live_${random.slice(0, 24)}`],
  ['google_api_key', `AIza${random.slice(0, 35)}`],
  ['slack_token', `xoxb-123456789012-${random.slice(0, 24)}`],
  ['slack_webhook', `https://hooks.slack.com/services/T00000000/B00000000/${random.slice(0, 24)}`],
  ['npm_token', `npm_${random}`],
  ['huggingface_token', `hf_${random.slice(0, 34)}`],
  ['json_web_token', `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.${random}`],
  ['password_in_url', 'postgres://admin:' + 'S3cr3tPw9@db.internal:5432/app'],
  ['bearer_token', `Authorization: Bearer ${random}`],
  ['credential', 'DB_PASSWORD=' + 'hunter2Xyz!9'],
  ['credential', '"api_key": "' + 'q8Zr4Lm2Vx7T"'],
  ['credential', 'client_secret: ' + 'Zx9-Qw3-Er5-Ty7'],
];

const harmless = [
  'Rotate the API key every 90 days',
  'The password is stored in the vault, never in the repository',
  'password: <your password here>',
  'api_key = process.env.API_KEY',
  'token: $GITHUB_TOKEN',
  'PASSWORD=changeme',
  'The secret: teamwork and patience',
  'See https://example.com/path?x=1 and git@github.com:org/repo.git',
  'postgres://localhost:5432/app',
  'http://user@host/path',
  'Use a bearer token for the metrics endpoint',
  'sk-learn is not a key; scikit-learn is a library',
  'The task-management-board-for-the-quarterly-review is ready',
  'commit 3f786850e387550fdab836ed7e6dc881de23001b fixed it',
  'token: authentication',
  'ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABgQC7 is a public key',
];

describe('findSecrets', () => {
  it.each(secrets)('finds a %s in a sentence', (kind, secret) => {
    const text = `Remember this: ${secret} for later`;
    const findings = findSecrets(text);
    expect(findings.map((finding) => finding.kind)).toEqual([kind]);
    const redacted = redactSecrets(text, findings);
    expect(redacted.startsWith('Remember this: ')).toBe(true);
    expect(redacted).toContain(`[redacted ${kind}]`);
    expect(findSecrets(redacted)).toEqual([]);
  });

  it.each(harmless)('leaves alone: %s', (text) => {
    expect(findSecrets(text)).toEqual([]);
  });

  it('redacts several and keeps what stands between', () => {
    const text = `a AKIA${'IOSFODNN7EXAMPLE'} b ghp_${random} c`;
    expect(redactSecrets(text, findSecrets(text))).toBe(
      'a [redacted aws_access_key] b [redacted github_token] c',
    );
  });

  it('reads hostile texts of 64 KiB without backtracking for long', () => {
    for (const text of [
      'a'.repeat(65_536),
      'sk-'.repeat(20_000),
      'x://'.repeat(16_000),
      'password='.repeat(7_000),
      '-----BEGIN '.repeat(6_000),
      'eyJ'.repeat(20_000),
      'a_'.repeat(32_000),
    ]) {
      expect(() => findSecrets(text)).not.toThrow();
    }
  });
});
