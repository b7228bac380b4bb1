import { join } from 'node:path';
import type { Page } from '@playwright/test';

/** Takes a picture where PICTURES names a folder, to compare browsers. */
export async function takePicture(page: Page, browser: string, name: string) {
  const folder = process.env.PICTURES;
  if (folder) await page.screenshot({ path: join(folder, `${name}-${browser}.png`) });
}
