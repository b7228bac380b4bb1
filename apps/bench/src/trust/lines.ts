/** What the product promises to those who trust it, and what proves it. */
export interface Line {
  line: string;
  figure: string;
  /** Test files from the root. */
  tests?: readonly string[];
  /** Names of files in `scenarios`. */
  scenarios?: readonly string[];
  /** What of `docs/benchmarks.md` must be met, by its target there. */
  benchmark?: string;
}

const server = (...names: string[]) => names.map((name) => `apps/server/src/${name}.test.ts`);
const story = (...names: string[]) => names.map((name) => `apps/e2e/stories/${name}.spec.ts`);

/** Numbers in the words are limits that the tests check themselves. */
export const lines: readonly Line[] = [
  {
    line: 'Cached reads',
    figure: 'equal keys of the cache mean equal input, on every cached route',
    tests: server('http/read-key', 'http/cached-reads', 'http/page-cache'),
  },
  {
    line: 'First account',
    figure: 'no stranger makes an account on an exposed machine',
    tests: server('modules/accounts/set-up-code', 'modules/accounts/sign-up', 'config'),
  },
  { line: 'Host', figure: 'other hosts and origins are refused', tests: server('http/own-host') },
  {
    line: 'Medical reads and the medical right',
    figure:
      'every way out of medical text is on record, and hidden without the right, also from held answers',
    tests: [...server('modules/registrations/registration-medical'), ...story('admin-accounts-medical')],
  },
  {
    line: 'Lock-out',
    figure: 'wrong tries slow down, and never lock the owner out',
    tests: server(
      ...['modules/accounts/sign-in-limits', 'modules/accounts/access-emails'],
      'modules/donations/receipt-check',
    ),
  },
  {
    line: 'Sandbox payments',
    figure: 'an exposed site has no sandbox; test donations are marked and not counted',
    tests: [
      ...server('modules/donations/online-giving', 'modules/donations/sandbox'),
      ...story('sandbox-payments'),
    ],
  },
  {
    line: 'Mail to strangers',
    figure: 'a mailbox gets few mails, which repeat nothing that was typed but the first name',
    tests: server('modules/emails/email-cap', 'composition/emails', 'modules/newsletter/newsletter'),
  },
  {
    line: 'Content policy',
    figure: 'scripts are named before content enters; the admin area demands trusted types',
    tests: [...server('pages/content-policy', 'pages/page-scripts'), ...story('admin-posts')],
  },
  {
    line: 'Stalls',
    figure: 'a frozen database, a rush of sign-ins and large bodies stop nobody else',
    tests: server(
      ...['database/fail-fast', 'http/request-bodies', 'modules/accounts/sign-in-rush'],
      'modules/accounts/auth',
    ),
    scenarios: ['sign-in-rush', 'database-faults'],
  },
  {
    line: 'Typed text',
    figure: 'names hold no control characters; only owners change where messages, money and visitors go',
    tests: [
      ...server('modules/site/site', 'modules/site/site.routes'),
      'packages/contract/src/names.test.ts',
    ],
  },
  {
    line: 'Saved state',
    figure: 'sessions end, refresh tokens and export tickets are used once, a restore signs everybody out',
    tests: server(
      ...['modules/accounts/refresh', 'modules/accounts/session-purge', 'database/backup'],
      'exports/exports',
    ),
  },
  {
    line: 'Stored account',
    figure: 'one of a wrong shape counts as signed out',
    tests: story('session'),
  },
  {
    line: 'Faults',
    figure: 'nothing acknowledged is lost, and the product is back by itself',
    tests: server(
      'database/migrate',
      'modules/idempotency/idempotency',
      'background/schedules',
      'modules/uploads/s3-store',
    ),
    scenarios: ['database-faults', 'stops-under-load', 'full-disk', 'backup-and-restore'],
  },
  {
    line: 'Load',
    figure: 'answers stay quick, and what is too much waits and is then refused with 503',
    scenarios: ['load', 'slow-connections'],
  },
  {
    line: 'Crowds',
    figure: 'a class that opens the site together gets every file, and its forms are sent by themselves',
    tests: [
      ...server('work-queue', 'http/request-queue', 'http/rate-limit', 'pages/plain-forms'),
      ...story('busy-site', 'first-move'),
      'infra/checkers/checkers.test.mjs',
    ],
    scenarios: ['class-rush'],
  },
  {
    line: 'Bad input',
    figure: 'every call is fuzzed from its own schema; no text, body or upload makes a fault',
    tests: server(
      ...['1', '2', '3'].flatMap((part) => [`trust/every-call.${part}`, `trust/corpus.${part}`]),
      ...['trust/large-bodies', 'trust/odd-bodies'],
    ),
    scenarios: ['hostile-input'],
  },
  {
    line: 'Access',
    figure: 'every address and procedure × six callers × path tricks answers as the access table says',
    tests: server('trust/access', 'admin/access', 'modules/accounts/bearer'),
  },
  {
    line: 'Addresses and answers',
    figure: 'at least 30 redirects and 40 internal addresses lead nowhere; keys of public answers are pinned',
    tests: server(
      ...['trust/addresses', 'trust/public-answers', 'modules/accounts/auth', 'pages/one-spelling'],
    ),
  },
  {
    line: 'Headers',
    figure: 'every kind of answer has its headers',
    tests: server('trust/answer-headers', 'http/security'),
  },
  {
    line: 'Stored scripts',
    figure: 'of at least 150 texts none runs: pages, feeds, mails, receipts, previews, the office',
    tests: [...server('modules/posts/post-html'), ...story('shown-texts')],
    scenarios: ['hostile-input'],
  },
  {
    line: 'Two steps',
    figure: 'codes work once, secrets are under the data key, the account hears when it is off',
    tests: [
      ...server(
        'modules/accounts/second-factor',
        'database/account-secrets',
        'modules/accounts/confirmation',
      ),
      ...server('modules/accounts/account-notices'),
      ...story('admin-two-step'),
    ],
  },
  {
    line: 'Spam',
    figure: 'at most 5 % of 200 posts of six scripts reach the inbox, and each of 50 visitors',
    tests: [...server('trust/spam', 'pages/plain-forms'), 'apps/web/src/ui/trap.test.tsx'],
  },
  {
    line: 'Health answers',
    figure: 'encrypted at rest, found from three letters on, in no column, backup, log or mail',
    tests: server('medical-canary', 'database/encrypt-medical', 'database/rotate-data-key', 'data-keys'),
  },
  {
    line: 'Search',
    figure: 'searches of 100,000 registrations, health answers too, answer within 50 ms (p95)',
    benchmark: '≤ 50 ms',
  },
  {
    line: 'Children and consent',
    figure: 'a child needs a guardian; the office reads the text that was agreed to',
    tests: [
      ...server('modules/registrations/registration-guardian', 'modules/site/legal'),
      ...story('registration-guardian'),
    ],
  },
  { line: 'Privacy page', figure: 'linked, editable, in plain words', tests: story('legal-pages') },
  {
    line: 'Retention, export and erasure',
    figure: 'a job erases in time, and owners find, copy and erase a person',
    tests: [
      ...server('modules/privacy/retention', 'modules/privacy/person', 'modules/trash/trash-traces'),
      ...story('admin-personal-data'),
    ],
  },
  {
    line: 'Habits',
    figure: 'dependencies, install scripts, secrets, settings',
    tests: [
      'infra/scripts/audit.test.mjs',
      'infra/scripts/repository.test.mjs',
      ...server('feeds/feeds', 'modules/stats/setting-warnings'),
    ],
  },
];
