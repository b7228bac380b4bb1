import type { PageRenderer } from '@institute/contract/page-bundle';

/** Replaces the drawing of patterns in tests that show none. */
export const noDrawings: Pick<PageRenderer, 'pattern' | 'patternFile' | 'mark'> = {
  pattern: () => [],
  patternFile: () => '',
  mark: () => [],
};
