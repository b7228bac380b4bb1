import { defineConfig } from '@playwright/test';
import stories from './playwright.config.ts';

const screenProject = (name: string, width: number, height: number) => ({
  name,
  grepInvert: [],
  use: { viewport: { width, height }, contextOptions: { reducedMotion: 'reduce' as const } },
});

/** Saves a screenshot of every page in docs/screenshots, at both widths. */
export default defineConfig(stories, {
  testDir: '.',
  testMatch: 'screenshots.ts',
  workers: 1,
  projects: [screenProject('phone', 390, 844), screenProject('desktop', 1280, 800)],
});
