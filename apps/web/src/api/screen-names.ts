import { type ContentKey, isContentKey } from './content-resources.ts';

/** Each is a name in every visitor's first load, where a route of its own would cost more. */
const office = ['about', 'accounts', 'api-keys', 'mail', 'webhooks'] as const;

export type OfficeScreen = (typeof office)[number];
export type ScreenName = ContentKey | OfficeScreen;

/** The screens of the content resources and those of the office that need nothing from the address. */
export const isScreenName = (text: string): text is ScreenName =>
  isContentKey(text) || office.some((screen) => screen === text);
