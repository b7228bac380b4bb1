import type { PageRenderer } from '@institute/contract/page-bundle';

/** For renderers of tests that show no pattern. */
export const noDrawings: Pick<PageRenderer, 'pattern' | 'patternFile' | 'mark'> = {
  pattern: () => [],
  patternFile: () => '',
  mark: () => [],
};
