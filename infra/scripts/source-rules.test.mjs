import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './checkout.mjs';
import { listRefusals, rules } from './source-rules.mjs';

const src = 'apps/server/src';
const entity = (name, table) =>
  `export const ${name}Entity = defineEntity({\n  name: '${name}',\n  tableName: '${table}',\n  properties: {},\n});`;
const library = {
  [`${src}/modules/school/books/book.entity.ts`]: entity('Book', 'books'),
  [`${src}/modules/school/books/book.resource.ts`]:
    'export const bookResource = contentResource({\n  entity: BookEntity,\n});',
  [`${src}/modules/school/loans/loan.entity.ts`]: entity('Loan', 'loans'),
  [`${src}/modules/school/loans/loan.service.ts`]: 'tx.em.create(LoanEntity, {});',
};

const refusedIn = (files) =>
  listRefusals(Object.entries({ ...library, ...files }).map(([file, text]) => ({ file, text })));

const importOf = (path) => `import { lend } from '${path}';`;

const service = `${src}/modules/school/books/book.service.ts`;
const story = 'apps/e2e/stories/books.spec.ts';
const manifest = 'apps/server/package.json';

// Each with what it refuses, the place that it names, and what it takes.
const samples = [
  [
    'drawer-file',
    { 'packages/ui/src/utils.ts': '' },
    'packages/ui/src/utils.ts',
    { 'packages/ui/src/amount.ts': '' },
  ],
  [
    'feature-file',
    { 'apps/admin/src/features/books/lending.tsx': '' },
    'apps/admin/src/features/books/lending.tsx',
    {
      'apps/admin/src/features/books/lending-dialog.tsx': '',
      'apps/admin/src/features/books/use-lending.tsx': '',
      'apps/admin/src/features/shell/frame.tsx': '',
    },
  ],
  [
    'too-long',
    { 'packages/ui/src/long.ts': '\n'.repeat(401) },
    'packages/ui/src/long.ts: 401 lines',
    { 'packages/ui/src/long.ts': '\n'.repeat(400) },
  ],
  [
    'forbidden-word',
    { [service]: `// ${['TO', 'DO'].join('')}: lend` },
    `${service}: TO`,
    { [service]: '// Lends' },
  ],
  [
    'cast-past-types',
    { [service]: 'lend(book as never);' },
    `${service}: as never`,
    {
      [service]: 'lend(book as Book);',
      'apps/server/src/database/page.ts': 'rows.select(columns as never);',
    },
  ],
  [
    'no-extension',
    { [service]: importOf('./lend') },
    `${service}: ./lend`,
    { [service]: importOf('./lend.ts') },
  ],
  [
    'long-title',
    { [story]: `test('${'long '.repeat(21)}', lend);` },
    `${story}: long long`,
    { [story]: "test('lends a book', lend);" },
  ],
  [
    'service-takes-from-context',
    { [service]: 'const lent = new Date();' },
    `${service}: new Date()`,
    { [service]: 'const lent = ctx.now();' },
  ],
  [
    'page-reads-day',
    { 'apps/web/src/features/loans/loans.tsx': 'const lent = new Date();' },
    'apps/web/src/features/loans/loans.tsx: new Date()',
    { 'apps/web/src/features/loans/loans.tsx': 'const lent = readToday();' },
  ],
  [
    'named-message-kind',
    { [service]: "em.execute(`delete from messages where kind = 'loan-ends'`);" },
    `${service}: kind = 'loan-ends'`,
    { [service]: "em.execute('delete from messages where kind = ?', [loanEnds.kind]);" },
  ],
  [
    'one-writer',
    { [service]: 'tx.em.nativeUpdate(LoanEntity, {}, {});' },
    'loans is written in',
    { [service]: '// Not tx.em.nativeUpdate(LoanEntity, {}, {});\nendLoan(tx);' },
  ],
  [
    'one-writer',
    { [service]: "tx.em.execute('delete from loans');" },
    'loans is written in',
    {
      [service]: "tx.em.execute('select count(*) from loans');",
      [`${src}/modules/school/loans/desk/desk.service.ts`]: "tx.em.execute('delete from loans');",
    },
  ],
  [
    'named-content-table',
    { [service]: "em.execute('select title from books');" },
    `${service}: from books`,
    { [service]: "em.execute('select title from ' + BOOKS);" },
  ],
  [
    'undeclared-rows',
    { [service]: "const [row] = await tx.em.execute<{ count: number }[]>('select 1 as count');" },
    `${service}: execute<`,
    { [service]: "const [row] = await readRows(tx.em, { count: int })('select 1 as count');" },
  ],
  [
    'undeclared-rows',
    { [service]: "const listLoans = ({ em }) =>\n  em.execute('select id from loans');" },
    `${service}: =>`,
    { [service]: "  await em.execute('lock table loans');" },
  ],
  [
    'module-state',
    { [service]: 'const lent = new Map<number, Loan>();' },
    `${service}: const lent = new Map<number, Loan>()`,
    { [service]: 'const lent = new WeakMap<App, Loan>();' },
  ],
  [
    'unsteady-story',
    { [story]: 'await page.waitForTimeout(100);' },
    `${story}: waitForTimeout`,
    { [story]: "await expect(page.getByText('Lent')).toBeVisible();" },
  ],
  [
    'loose-version',
    { [manifest]: '{"dependencies":{"zod":"*"}}' },
    `${manifest}: zod *`,
    { [manifest]: '{"dependencies":{"zod":"^4.6.7"}}' },
  ],
  [
    'name-ends-in-of',
    { [service]: 'const titleOf = (book: Book) => book.title;' },
    `titleOf in ${service}`,
    { [service]: 'const titleOf = books.get(1);\nconst readTitle = (book: Book) => book.title;' },
  ],
  [
    'name-of-one-word',
    { [service]: 'export function lendBook() {\n  const borrowed = () => true;\n}' },
    'borrowed in',
    { [service]: 'export function findBook() {\n  const open = () => true;\n}' },
  ],
  [
    'name-in-many-files',
    Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [`${src}/${name}.ts`, 'function open() {}'])),
    `open in ${src}/a.ts, `,
    Object.fromEntries(['a', 'b', 'c'].map((name) => [`${src}/${name}.ts`, 'function open() {}'])),
  ],
  [
    'small-letter',
    { [service]: '// lends a book\nlendBook();' },
    `${service}:1: lends a book`,
    { [service]: '// Lends a book\n// to somebody, as npm does.\nlendBook();' },
  ],
];

test.each(samples)('the rule %s refuses its sample and says the way out', (name, refused, place, allowed) => {
  const [refusal, ...others] = refusedIn(refused);
  expect(others).toEqual([]);
  expect(refusal).toContain(`${name}: ${place}`);
  expect(refusal).toContain(`\n  → ${rules.find((rule) => rule.name === name).wayOut}`);
  expect(refusedIn(allowed)).toEqual([]);
});

test('every rule has a sample', () => {
  expect([...new Set(samples.map(([name]) => name))]).toEqual(rules.map(({ name }) => name));
});

test('every rule of imports says the way out', () => {
  const { forbidden } = createRequire(import.meta.url)(join(root, '.dependency-cruiser.cjs'));
  expect(forbidden.length).toBeGreaterThan(30);
  for (const { name, comment } of forbidden) expect(comment, name).toMatch(/^[A-Z].{20,}\.$/);
});
