import { siteSettings } from '@institute/contract';
import { smsTextDefaults } from '@institute/contract/sms-texts.constants';
import addresses from './images.json' with { type: 'json' };
import content from './site.json' with { type: 'json' };

/**
 * Addresses under `.example` reach nobody, so no stranger gets an email or a payment; the merchant code is
 * made up. Nothing is erased before the owner has decided it.
 */
export const site = siteSettings.parse({
  ...content,
  messages: { ...content.messages, sms: smsTextDefaults },
});

/** It holds one folder for each demo image, with one file for each width. */
export const DEMO_FOLDER = '/images/demo';

export const demoImages = addresses.map((url, index) => {
  const name = url.split('/').at(-2) ?? '';
  const [width = 0, height = 0] = (/-(\d+)x(\d+)-/.exec(name) ?? []).slice(1).map(Number);
  return { place: index + 1, name, url, width, height };
});
