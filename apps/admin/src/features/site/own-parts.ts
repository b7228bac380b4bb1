import type { SitePart } from '@institute/contract/site-parts.constants';
import type { ComponentType } from 'react';
import { LookPart } from './look-form.tsx';
import { MenuPart } from './menu-form.tsx';

/**
 * Fields of parts that `siteFields` cannot describe. They read and write the form of their part by
 * `useFormContext`, whose names are the paths of `siteParts`.
 */
export const ownParts: Partial<Record<SitePart, ComponentType>> = { look: LookPart, menu: MenuPart };
