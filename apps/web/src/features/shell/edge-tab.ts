import { cx } from '@institute/ui/cx.ts';

/**
 * A floating button beside the content that never covers it: as wide as the padding of `Container`, with a
 * label where the margin has room. `docked` puts it at the end of the page.
 */
export const edgeTabClass = cx(
  'fixed z-20 h-14 w-[24px] overflow-hidden px-0! shadow-float focus-visible:-outline-offset-4 print:hidden [&_svg]:size-[18px]!',
  'xl:w-9 min-[100rem]:w-auto min-[100rem]:px-4!',
  'docked:static docked:shadow-none docked:h-auto docked:w-auto docked:rounded-control docked:border docked:px-4!',
);

export const edgeLabelClass = 'sr-only docked:not-sr-only min-[100rem]:not-sr-only';
