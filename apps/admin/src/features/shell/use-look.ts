import type { ShownSite } from '@institute/contract';
import { browserBar, lookStyle, lookStyleId } from '@institute/contract/look';
import { useEffect } from 'react';

/** The page comes with the rule. After another choice of colours it follows at once. */
export function useLook({ institute }: Pick<ShownSite, 'institute'>): void {
  useEffect(() => {
    const style = document.getElementById(lookStyleId);
    if (style) style.textContent = lookStyle(institute);
    document.querySelector('meta[name="theme-color"]')?.setAttribute('content', browserBar(institute.colors));
  }, [institute]);
}
