import { siteSettings } from '@institute/contract';
import content from './site.json' with { type: 'json' };

/**
 * Addresses under `.example` reach nobody, so no stranger gets an email or a payment; the merchant code is
 * made up. Nothing is erased before the owner has decided it.
 */
export const site = siteSettings.parse(content);
