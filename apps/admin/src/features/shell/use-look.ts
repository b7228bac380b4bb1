import type { ShownSite } from '@institute/contract';
import { applyLook } from '@institute/ui/apply-look.ts';
import { useEffect } from 'react';

/** The page comes with the colours. After another choice it follows at once. */
export function useLook({ institute }: Pick<ShownSite, 'institute'>): void {
  useEffect(() => applyLook(institute), [institute]);
}
