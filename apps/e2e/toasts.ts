import type { Page } from '@playwright/test';

/** The toasts that hold a text. Screen readers are told of each outside of it, for a moment. */
export const toast = (page: Page, text: string | RegExp) =>
  page.locator('[data-slot=toast]').filter({ hasText: text });
