import { execFile } from 'node:child_process';
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** A field of the input of each form, and the screen that sends it. */
const renamed = {
  chargeInput: ['label', 'fees/fee-dialogs'],
  reversalInput: ['reason', 'fees/fee-dialogs'],
  feeCounterInput: ['reason', 'fees/fee-dialogs'],
  feeUnassignInput: ['partId', 'fees/fee-dialogs'],
  feeMoveInput: ['amount', 'fees/fee-dialogs'],
  refundInput: ['operatorId', 'fees/fee-dialogs'],
  feeAssignment: ['parts', 'fees/unassigned/unassigned-page'],
  feePaymentInput: ['bank', 'fees/record-payment-dialog'],
  manyChargesInput: ['dueOn', 'fees/accounts/many-charges-button'],
  manyReversalsInput: ['reason', 'fees/accounts/many-charges-button'],
  closingInput: ['counted', 'fees/books/closing-page'],
  certificateCorrection: ['result', 'certificates/certificate-dialogs'],
  certificateWithdrawal: ['reason', 'certificates/certificate-dialogs'],
  certificateIssue: ['issuedOn', 'certificates/issue-dialog'],
  receivedMoney: ['note', 'donations/donation-step-dialogs'],
  cancellation: ['reason', 'donations/donation-step-dialogs'],
  correctedDonation: ['phone', 'donations/received-donation-dialog'],
  apiKeyInput: ['expiresAt', 'api-keys/new-key-dialog'],
  webhookInput: ['description', 'webhooks/webhook-dialog'],
  campaignInput: ['subject', 'newsletter/campaign-form'],
  programInput: ['instalments', 'programs/programs.screen'],
  intakeCreateInput: ['seats', 'intakes/intakes.screen'],
  coachInput: ['specialties', 'coaches/coaches.screen'],
  galleryCreateInput: ['videoUrl', 'gallery/gallery.screen'],
  facilityInput: ['features', 'facilities/facilities.screen'],
  alumnusInput: ['position', 'routes/admin/alumni'],
  postInput: ['category', 'writing/posts.screen'],
  siteSettings: ['menu', 'site/site-fields'],
  changePasswordInput: ['currentPassword', 'accounts/password-form'],
  currentPasswordInput: ['currentPassword', 'shell/password-dialog'],
  invitationInput: ['role', 'accounts/invite-dialog'],
  linkPasswordInput: ['confirmPassword', 'session/link-password-page'],
  personErasure: ['confirm', 'accounts/personal-data-panel'],
  secondFactorCode: ['code', 'accounts/two-step-form'],
} as const;

const renameField = `import * as z from 'zod';
export const renameField = <Shape extends z.ZodRawShape, Old extends keyof Shape, New extends string>(
  schema: z.ZodObject<Shape>,
  old: Old,
  name: New,
) => schema as unknown as z.ZodObject<{ [Name in keyof Shape as Name extends Old ? New : Name]: Shape[Name] }>;
`;

/** A name that only the renamed field has. */
const newName = (schema: string) => `${schema}Renamed`;

function copyContract(to: string): void {
  cpSync(join(root, 'packages/contract/src'), to, { recursive: true });
  writeFileSync(join(to, 'rename-field.ts'), renameField);
  for (const file of globSync('api/{office,public}/*.ts', { cwd: to })) {
    const path = join(to, file);
    const text = readFileSync(path, 'utf8');
    const found = Object.entries(renamed).filter(([schema]) => text.includes(`export const ${schema} =`));
    const changed = found.reduce(
      (now, [schema, [field]]) =>
        `${now.replace(`export const ${schema} =`, `const ${schema}Before =`)}
export const ${schema} = renameField(${schema}Before, '${field}', '${newName(schema)}');`,
      text,
    );
    if (found.length > 0)
      writeFileSync(path, `import { renameField } from '../../rename-field.ts';\n${changed}`);
  }
}

/** What the compiler says about the office over such a contract, one text for each error. */
function compileOffice(): Promise<string[]> {
  mkdirSync(join(root, '.cache'), { recursive: true });
  const folder = mkdtempSync(join(root, '.cache/renamed-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  copyContract(join(folder, 'contract'));
  const admin = join(root, 'apps/admin');
  const config = {
    extends: join(admin, 'tsconfig.json'),
    compilerOptions: { noErrorTruncation: true, paths: { '@institute/contract': ['./contract/index.ts'] } },
    include: [join(admin, 'src')],
    exclude: [join(admin, 'src/**/*.test.*')],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  return new Promise((resolve) => {
    const options = { cwd: root, maxBuffer: 64 * 1024 * 1024 };
    execFile(process.execPath, [tsc, '-p', folder, '--pretty', 'false'], options, (_, said) =>
      resolve(said.split(/\n(?=\S)/)),
    );
  });
}

test('a field that the contract renames does not compile in the screen that sends it', async () => {
  const errors = await compileOffice();
  const silent = Object.entries(renamed).filter(
    ([schema, [, screen]]) =>
      !errors.some(
        (error) =>
          error.startsWith('apps/admin/src/') &&
          error.includes(`/${screen}.ts`) &&
          error.includes(newName(schema)),
      ),
  );
  expect(silent).toEqual([]);
});
