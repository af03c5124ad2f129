import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ownShapes } from './own-shapes.js';
import { readGitleaksRules, shapesIn, toShape } from './secret-shapes.js';
import { findSecrets, redactSecrets } from './secrets.js';

const { rules: gitleaksRules } = readGitleaksRules();

// Every value is made up. Joined from parts, so that scanners of source code stay quiet.
const random = 'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0eF3hJ6';

const hex = (length: number) => '0f1e2d3c4b5a69788796a5b4c3d2e1f0'.repeat(5).slice(0, length);
const mixed = (length: number) => random.repeat(10).slice(0, length);
const upper = (length: number) => mixed(length).toUpperCase();

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
  [
    'private_key',
    `PuTTY-User-Key-File-${'3'}: ssh-ed25519\nPrivate-Lines: 1\nAAAAIB\nPrivate-MAC: ${hex(64)}`,
  ],
  ['aws_access_token', `ABIA${upper(16).replace(/[01 89]/g, 'X')}`],
  ['credential', `"accessToken": "${mixed(20)}"`],
  ['credential', `dbPassword=${'hunter2'}Xyz!9`],
  ['credential', `aws_secret_access_key = ${mixed(40)}`],
  ['azure_storage_key', `AccountKey=${mixed(86)}==`],
  ['azure_ad_client_secret', `abc8Q~${mixed(34)}`],
  ['google_oauth_secret', `GOCSPX-${mixed(28)}`],
  ['google_oauth_token', `ya29.${mixed(60)}`],
  ['github_token', `gho_${mixed(36)}`],
  ['github_token', `ghs_${mixed(36)}`],
  ['gitlab_runner_authentication_token', `glrt-${mixed(20)}`],
  ['gitlab_deploy_token', `gldt-${mixed(20)}`],
  ['gitlab_ptt', `glptt-${hex(40)}`],
  ['slack_app_token', `xapp-1-${upper(11)}-123456789012-${hex(64)}`],
  ['stripe_key', `rk_live_${mixed(24)}`],
  ['twilio_api_key', `SK${hex(32)}`],
  ['sendgrid_key', `SG.${mixed(22)}.${mixed(43)}`],
  ['mailgun_key', `key-${hex(32)}`],
  ['pypi_upload_token', `pypi-AgEIcHlwaS5vcmc${mixed(80)}`],
  ['rubygems_api_token', `rubygems_${hex(48)}`],
  ['docker_token', `dckr_pat_${mixed(27)}`],
  ['digitalocean_pat', `dop_v1_${hex(64)}`],
  ['heroku_api_key', `heroku: ${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`],
  ['heroku_api_key_v2', `HRKU-AA${mixed(58)}`],
  ['cloudflare_api_key', `cloudflare key: ${mixed(40)}`],
  ['cloudflare_origin_ca_key', `v1.0-${hex(24)}-${hex(146)}`],
  ['datadog_access_token', `datadog app = ${hex(40)}`],
  ['new_relic_key', `NRAK-${upper(27)}`],
  ['shopify_access_token', `shpat_${hex(32)}`],
  ['square_access_token', `sq0atp-${mixed(22)}`],
  ['square_secret', `sq0csp-${mixed(43)}`],
  ['telegram_bot_token', `123456789:AA${mixed(33)}`],
  ['discord_token', `M${mixed(23)}.${mixed(6)}.${mixed(27)}`],
  ['linear_api_key', `lin_api_${mixed(40)}`],
  ['notion_api_token', `ntn_12345678901${mixed(35)}`],
  ['notion_token', `secret_${mixed(43)}`],
  ['figma_token', `figd_${mixed(40)}`],
  ['databricks_api_token', `dapi${hex(32)}`],
  ['doppler_api_token', `dp.pt.${mixed(43)}`],
  ['vault_token', `hvs.${mixed(95)}`],
  ['age_secret_key', `AGE-SECRET-KEY-1${'QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L'.repeat(2).slice(0, 58)}`],
  ['1password_secret_key', `A3-${'Z7K2Q9'}-${'B4M8X1'}-${'T6R3W'}-${'H5N0J'}-${'P2D9V'}-${'C8L4G'}`],
  ['perplexity_api_key', `pplx-${mixed(48)}`],
  ['groq_api_key', `gsk_${mixed(52)}`],
  ['xai_api_key', `xai-${mixed(80)}`],
  ['replicate_token', `r8_${mixed(37)}`],
  ['supabase_token', `sbp_${hex(40)}`],
  ['tailscale_key', `tskey-auth-${mixed(12)}-${mixed(32)}`],
  ['postman_api_token', `PMAK-${hex(24)}-${hex(34)}`],
  ['planetscale_api_token', `pscale_tkn_${mixed(43)}`],
  ['pulumi_api_token', `pul-${hex(40)}`],
  ['grafana_service_account_token', `glsa_${mixed(32)}_${hex(8)}`],
  ['hashicorp_tf_api_token', `${mixed(14)}.atlasv1.${mixed(67)}`],
  ['atlassian_api_token', `ATATT3${mixed(186)}`],
  ['sentry_user_token', `sntryu_${hex(64)}`],
  ['flyio_access_token', `fo1_${mixed(43)}`],
  ['prefect_api_token', `pnu_${mixed(36)}`],
  ['readme_api_token', `rdme_${mixed(70).toLowerCase()}`],
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
  'Sourcegraph shows commit 3f786850e387550fdab836ed7e6dc881de23001b',
  'Cloudflare, Datadog and Okta are paid by the platform team',
  'Request 0f1e2d3c-4b5a-4978-8796-a5b4c3d2e1f0 went to Heroku',
  '"integrity": "sha512-aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0eF3hJ6aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0eF3hJ6=="',
  'jira: PROJ-1234 is done',
  `Never commit a file with -----BEGIN RSA ${'PRIVATE'} KEY----- in it, the hook of the repository refuses it anyway`,
  'The accessToken: string is passed on, and refreshToken = null',
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

  it('redacts several secrets and keeps the text between them', () => {
    const text = `a AKIA${'IOSFODNN7EXAMPLE'} b ghp_${random} c`;
    expect(redactSecrets(text, findSecrets(text))).toBe(
      'a [redacted aws_access_key] b [redacted github_token] c',
    );
  });

  it('covers a token that is longer than its shape, to its last character', () => {
    for (const text of [`eyJhbGciOiJI.eyJzdWIiOiIx.${'x1'.repeat(4000)}`, `ghp_${mixed(1600)}`]) {
      expect(findSecrets(text)).toMatchObject([{ start: 0, end: text.length }]);
    }
  });

  it('takes overlapping shapes together', () => {
    const text = `api_key=sk_live_${random} and Bearer ${random}.${random}`;
    expect(redactSecrets(text, findSecrets(text))).toBe(
      'api_key=[redacted stripe_key] and Bearer [redacted bearer_token]',
    );
  });
});

describe('the shapes of the list', () => {
  // Zero-width parts say where a token begins and ends; the generator knows none.
  const bare = ({ source }: RegExp) =>
    new RegExp(
      source
        .replace('(?<=[a-z0-9])', '[a-z0-9]')
        .replace(/\(\?<?!(?:\[(?:\\.|[^\]\\])*\]|[^)])*\)|(?<!\\)\\b/g, ''),
    );
  const shapes = [...ownShapes, ...gitleaksRules.map((rule) => toShape(rule))].map((shape) => {
    const drawn = fc.sample(fc.stringMatching(bare(shape.pattern)), { seed: 1, numRuns: 100 });
    return { ...shape, drawn, word: shape.keywords[0] ?? '' };
  });

  it.each(shapes.map((shape) => [shape.kind, shape] as const))('%s finds what it describes', (_, shape) => {
    const found = shape.drawn.some((each) => {
      const sentence = `For ${shape.word} use ${each} here`;
      return shapesIn(sentence).some(
        ({ kind, pattern }) => kind === shape.kind && sentence.match(pattern) !== null,
      );
    });
    expect(found).toBe(true);
  });

  it('have no repetition without a bound', () => {
    for (const { name = '', pattern } of gitleaksRules) {
      const withoutSets = (name + pattern).replace(/\\./g, '').replace(/\[[^\]]*\]/g, '');
      expect(withoutSets).not.toMatch(/[*+]|\{\d+,\}/);
    }
  });

  // A pattern that backtracks takes minutes for one of these; all of them together take some seconds.
  it('read texts that are made to hurt them', () => {
    const filled = (part: string) => part.repeat(Math.ceil(65_536 / part.length)).slice(0, 65_536);
    for (const { drawn, keywords } of shapes) {
      const [sample] = drawn;
      const almost = sample!.slice(0, -1);
      const parts = [
        `${almost}!`,
        `${almost} `,
        sample!.slice(0, sample!.length / 2),
        ...keywords.map((word) => `${word}-`),
      ];
      for (const part of parts) findSecrets(filled(part === '' ? ' ' : part));
    }
    for (const part of [
      'a',
      ' ',
      '\n',
      '-',
      'a-',
      'a_',
      '1.',
      '-eyJ',
      'eyJ',
      'eyJaaaaaaaa.',
      'x://',
      '://:',
      'x://x:',
    ]) {
      findSecrets(filled(part));
    }
    for (const { word } of shapes) findSecrets(`${word}${filled(' ')}`);
    findSecrets(filled(shapes.map(({ word }) => word).join(' = ')));
  }, 120_000);
});
