import type { Page } from '@playwright/test';

/** The toasts that contain a text. The announcement for screen readers is a separate element. */
export const toast = (page: Page, text: string | RegExp) =>
  page.locator('[data-slot=toast]').filter({ hasText: text });
