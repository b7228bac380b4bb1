import { registrationSteps } from '@institute/contract/registration-fields.constants';
import { consentText } from '@institute/contract/registrations.constants';
import type { Page } from '@playwright/test';
import { expect } from './expect.ts';

export const steps = registrationSteps;
export const consent = consentText;
export const guardianConsent = 'I am the parent or guardian and I agree to this registration';

export const findButton = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true });

export const findField = (page: Page, label: string) =>
  page.getByRole('main').getByLabel(label, { exact: true });

export async function expectStep(page: Page, title: (typeof steps)[number]) {
  await expect(page.getByRole('main').getByRole('heading', { level: 2, name: title })).toBeVisible();
}

export async function goOn(page: Page, to: (typeof steps)[number]) {
  const heading = page.getByRole('main').getByRole('heading', { level: 2, name: to });
  for (let tries = 0; tries < steps.length && !(await heading.isVisible()); tries += 1) {
    await findButton(page, 'Next').click();
  }
  await expect(heading).toBeVisible();
}

interface Applicant {
  firstName?: string;
  lastName?: string;
  email?: string;
  phone?: string;
  program?: string;
  /** False where the scripts that come later are missing. */
  hasReview?: boolean;
}

export async function fillIn(
  page: Page,
  {
    firstName = 'Amina',
    lastName = 'Story',
    email = 'amina.story@example.org',
    phone = '+256 700 123 456',
    program = 'Music & Guitar',
    hasReview = true,
  }: Applicant = {},
) {
  await findField(page, 'First Name').fill(firstName);
  await findField(page, 'Last Name').fill(lastName);
  await findField(page, 'Email').fill(email);
  await findField(page, 'Phone').fill(phone);
  await goOn(page, 'Program Selection');
  await findField(page, 'Program').selectOption({ label: program });
  await goOn(page, 'Review & Submit');
  if (hasReview) await giveConsent(page);
  else await findField(page, consent).check();
}

/** Waits for the review, which comes later and moves what is below it. */
export async function untilReviewed(page: Page) {
  const change = page.getByRole('main').getByRole('button', { name: /^Change: (?:Your|The) course$/ });
  await expect(change).toBeVisible();
}

export async function giveConsent(page: Page) {
  await untilReviewed(page);
  await findField(page, consent).check();
}
