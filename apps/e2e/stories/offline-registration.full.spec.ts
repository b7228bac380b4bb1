import type { BrowserContext, Page } from '@playwright/test';
import { countCalls } from '../answers.ts';
import { expectClean } from '../axe.ts';
import { countReceived, expectKept, follow, newApplicant, revisit, successHeading } from '../offline.ts';
import { expect, makeProgram, makeUnique, test, untilHydrated } from '../story.ts';
import { findToast } from '../toasts.ts';
import { consent, fillIn, findButton, findField, giveConsent, goOn } from '../wizard.ts';

test.use({ serviceWorkers: 'allow' });
// The browser logs these without a connection.
test.use({
  expectedInConsole: /Failed to load resource|Failed to fetch|ApiFailure|ERR_INTERNET_DISCONNECTED/,
});

const saved = (page: Page) =>
  page.getByRole('heading', { name: 'Saved on this phone – will be sent when you are online' });

const mineHint = (page: Page) => page.getByText('An application was saved on this phone.');

const everythingStored = (page: Page) =>
  page.evaluate(async () => {
    const found: unknown[] = [{ ...localStorage }, { ...sessionStorage }, document.cookie, history.state];
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve) => {
        const opening = indexedDB.open(name);
        opening.onsuccess = () => resolve(opening.result);
      });
      for (const store of database.objectStoreNames) {
        const all = database.transaction(store).objectStore(store).getAll();
        found.push(await new Promise((resolve) => (all.onsuccess = () => resolve(all.result))));
      }
      database.close();
    }
    for (const name of await caches.keys()) {
      const store = await caches.open(name);
      for (const request of await store.keys()) found.push(await (await store.match(request))?.text());
    }
    return JSON.stringify(found);
  });

async function writeOffline(page: Page, context: BrowserContext, program?: string): Promise<string> {
  const email = newApplicant();
  await revisit(page, '/registration');
  await untilHydrated(page);
  await expectKept(page);
  await fillIn(page, { email, ...(program && { program }) });
  await page.getByRole('button', { name: 'Change: Your health' }).click();
  await findField(page, 'Allergies').fill('Groundnut allergy');
  await goOn(page, 'Review & Submit');
  await context.setOffline(true);
  await findButton(page, 'Submit').click();
  await expect(saved(page)).toBeVisible();
  return email;
}

const expectNothingLeft = async (page: Page, email: string) => {
  await expect
    .poll(async () => {
      const stored = await everythingStored(page);
      return ['Groundnut', email].filter((personal) => stored.includes(personal));
    })
    .toEqual([]);
};

test.describe('a registration written without a connection', () => {
  test('is saved, sent once when the connection is back, and then deleted from the device', async ({
    page,
    context,
    request,
    account,
  }) => {
    const calls = countCalls(page, 'POST', /\/api\/v1\/registrations$/);
    const email = await writeOffline(page, context);
    expect(calls).toHaveLength(0);
    await expectClean(page, 'the waiting screen');

    await context.setOffline(false);
    await expect(successHeading(page)).toBeVisible();
    await expect(page).toHaveURL(/registration-success/);
    expect(await countReceived(request, account.token, email)).toBe(1);
    expect(calls).toHaveLength(1);
    await expectNothingLeft(page, email);
  });

  test('survives a reload, waits on when its change is given up, and is sent once from another tab', async ({
    page,
    context,
    request,
    account,
  }) => {
    const email = await writeOffline(page, context);
    await page.reload();
    await expect(mineHint(page)).toBeVisible();
    await expect(saved(page)).toHaveCount(0);
    for (const label of ['First Name', 'Email', 'Phone'])
      await expect(findField(page, label)).toHaveValue('');
    // The header would cover a part of the notice.
    await page.evaluate(() => scrollTo(0, 0));
    await expectClean(page, 'a blank form beside a saved one');

    await page.goto('/registration/mine');
    await page.getByRole('link', { name: 'Open it' }).click();
    await findButton(page, 'Change it').click();
    await giveConsent(page);
    await page.goto('/registration/mine');
    await expect(page.getByRole('main').getByRole('listitem')).toContainText('You are changing it.');
    await page.getByRole('link', { name: 'Open it' }).click();
    await expect(page.getByText('Please write them again.')).toBeVisible();
    await page.close();

    const others = [await context.newPage(), await context.newPage()] as const;
    await context.setOffline(false);
    for (const other of others) await other.goto('/faq');
    await expect.poll(() => countReceived(request, account.token, email)).toBe(1);
    await expectNothingLeft(others[0], email);
  });

  test('can be changed as long as it waits, stays until then, and shows no health answers again', async ({
    page,
    context,
    request,
    account,
  }) => {
    const email = await writeOffline(page, context);
    await findButton(page, 'Change it').click();
    await expect(page.getByRole('main')).toContainText('Allergies: Not written again');
    await expect(findField(page, 'Allergies')).toHaveValue('');
    await expect(findField(page, consent)).not.toBeChecked();
    expect(await everythingStored(page)).toContain('Groundnut allergy');

    // Nobody sends it now: neither this tab after a reload, nor another one.
    await context.setOffline(false);
    await page.reload();
    await untilHydrated(page);
    const other = await context.newPage();
    await other.goto('/registration/mine');
    await expect(other.getByRole('main').getByRole('listitem')).toContainText('Waiting');
    await goOn(page, 'Review & Submit');
    await giveConsent(page);
    await findButton(page, 'Submit').click();
    await expect(successHeading(page)).toBeVisible();
    expect(await countReceived(request, account.token, email)).toBe(1);
    await expectNothingLeft(page, email);
  });

  test('can be read and removed without a connection in the list of this phone', async ({
    page,
    context,
    request,
    account,
  }) => {
    const email = await writeOffline(page, context);
    // The visitor follows a link before the page knows of its worker, while the browser claims to be online.
    await page.addInitScript(() => {
      const { ready } = navigator.serviceWorker;
      const isKnown = new Promise((resolve) => addEventListener('worker', resolve, { once: true }));
      Object.defineProperty(navigator.serviceWorker, 'ready', { get: () => isKnown.then(() => ready) });
      Object.defineProperty(navigator, 'onLine', { get: () => true });
    });
    await page.goto('/registration/mine');
    const entry = page.getByRole('main').getByRole('listitem');
    await expect(entry).toContainText(/Music & Guitar.*Waiting/s);
    await expectClean(page, 'a waiting registration in the list');
    await page.getByRole('link', { name: 'Open it' }).click();
    await expect(page).toHaveURL(/\/registration$/);
    await page.evaluate(() => dispatchEvent(new Event('worker')));
    await expect(saved(page)).toBeVisible();

    await page.getByRole('link', { name: 'My applications on this phone' }).click();
    // Without a connection the dialog cannot be loaded, and the browser asks.
    page.once('dialog', (dialog) => dialog.accept());
    await findButton(page, 'Remove it').click();
    await expect(page.getByText('There are no applications on this phone.')).toBeVisible();
    await expectNothingLeft(page, email);
    await context.setOffline(false);
    await page.goto('/registration');
    await untilHydrated(page);
    expect(await countReceived(request, account.token, email)).toBe(0);
  });

  test('leaves another one as it is that was begun meanwhile', async ({ page, context }) => {
    await writeOffline(page, context);
    await findButton(page, 'Write another application').click();
    await findField(page, 'First Name').fill('Second');
    await page.reload();
    await untilHydrated(page);
    await expect(saved(page)).toHaveCount(0);
    await expect(findField(page, 'First Name')).toHaveValue('Second');

    await page.goto('/registration/mine');
    await page.getByRole('link', { name: 'Open it' }).click();
    await expect(saved(page)).toBeVisible();
    await findButton(page, 'Write another application').click();
    await expect(findField(page, 'First Name')).toHaveValue('Second');
    await context.setOffline(false);
    await expect(successHeading(page)).toBeVisible();
    await expect(findField(page, 'First Name')).toHaveValue('Second');
  });

  test('is a banner on every page when it is refused, and keeps corrections over a second refusal', async ({
    page: writing,
    context,
    request,
    account,
  }) => {
    const gone = await makeProgram(request, account, { name: makeUnique('Gone first') });
    const next = await makeProgram(request, account, { name: makeUnique('Gone next') });
    const email = await writeOffline(writing, context, gone.name);
    await gone.remove();
    await writing.close();
    await context.setOffline(false);

    const page = await context.newPage();
    await page.goto('/faq');
    await expect(findToast(page, 'Registration Failed')).toBeVisible();
    const banner = page.getByText('Your application needs you');
    await expect(banner).toBeVisible();
    await expectClean(page, 'the banner');
    await expect.poll(() => everythingStored(page)).not.toContain('Groundnut');
    await follow(page, '/about');
    await expect(page).toHaveURL(/\/about$/);
    await expect(banner).toBeVisible();
    await page.goto('/');
    await expect(banner).toBeVisible();

    await page.getByRole('link', { name: 'See what to do' }).click();
    await expect(page).toHaveURL(/\/registration\/mine$/);
    await expect(page.getByRole('main').getByRole('listitem').first()).toContainText('Needs you');
    await expectClean(page, 'a refused registration in the list');
    await findButton(page, 'Remove it').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('link', { name: 'Correct it' }).click();
    await expect(findField(page, 'Program')).toHaveAttribute('aria-invalid', 'true');
    await expect(banner).toBeVisible();
    await findField(page, 'Program').selectOption({ label: next.name });
    await goOn(page, 'Emergency Contact');
    await findField(page, 'Emergency Contact Name').fill('Ruth Story');
    const expectCorrected = async () => {
      // By then the page knows what is saved on the device.
      await expect(banner).toBeVisible();
      await untilHydrated(page);
      await expect(findField(page, 'Emergency Contact Name')).toHaveValue('Ruth Story');
    };
    await page.reload();
    await expectCorrected();
    await goOn(page, 'Medical Information');
    await expect(page.getByText('Please write them again.')).toBeVisible();
    await findField(page, 'Allergies').fill('Pollen');
    await follow(page, '/programs');
    await expect(findField(page, 'Allergies')).toHaveCount(0);
    await page.goBack();
    await expect(findField(page, 'Allergies')).toHaveValue('Pollen');
    await goOn(page, 'Review & Submit');
    await expect(page.getByRole('main')).toContainText(`Program: ${next.name}`);
    await findField(page, consent).check();
    await next.remove();
    await findButton(page, 'Submit').click();

    await expect(findField(page, 'Program')).toHaveAttribute('aria-invalid', 'true');
    await findField(page, 'Program').selectOption({ label: 'Music & Guitar' });
    await page.reload();
    await expectCorrected();
    expect(await everythingStored(page)).not.toContain('Pollen');
    await goOn(page, 'Review & Submit');
    await expect(page.getByRole('main')).toContainText('Program: Music & Guitar');
    await findField(page, consent).check();
    await findButton(page, 'Submit').click();
    await expect(successHeading(page)).toBeVisible();
    await expect(banner).toHaveCount(0);
    expect(await countReceived(request, account.token, email)).toBe(1);
    await expectNothingLeft(page, email);

    await page.goto('/registration/mine');
    await findButton(page, 'Remove sent applications from this phone').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByText('There are no applications on this phone.')).toBeVisible();
    await expect(page.getByRole('main')).toBeFocused();
  });
});
