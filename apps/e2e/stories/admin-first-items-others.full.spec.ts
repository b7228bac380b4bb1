import { contentResources } from '@institute/contract';
import { withOwner } from '../first-office.ts';
import {
  listButtons,
  makesNewItem,
  officeScreens,
  openScreen,
  tryButton,
  tryForms,
} from '../office-forms.ts';
import { owner } from '../owner.ts';
import { enterOffice } from '../story.ts';

const test = withOwner({ SEED_DEMO: 'false' });

test.use({ expectedInConsole: /TRPCClientError|status of 400/, actionTimeout: 60_000 });

test.beforeEach(async ({ page }) => {
  await enterOffice(page, owner);
  await page.addInitScript(() => {
    window.print = () => undefined;
  });
});

const contentScreens = Object.keys(contentResources).map((kind) => `/admin/${kind}`);
const screens = officeScreens.filter((path) => path !== '/admin/site' && !contentScreens.includes(path));

for (const path of screens) {
  test(`${path}: no form is silent, and new items take the least that is asked`, async ({ page }) => {
    await openScreen(page, path);
    const names = await listButtons(page.getByRole('main'));
    let isFresh = (await tryForms(page, false)) === 0;
    for (const name of names) {
      if (!isFresh) await openScreen(page, path);
      await test.step(name, async () => {
        isFresh = await tryButton(page, page.getByRole('main'), name, makesNewItem(name));
      });
    }
  });
}
