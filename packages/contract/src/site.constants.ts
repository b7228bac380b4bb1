export const faqCategories = ['Programs & Training', 'Registration & Fees', 'Facilities'] as const;

/** Settings that decide where money goes. Only the owner changes them. */
export const moneySettings = ['donations', 'institute.paypalUrl'] as const;

/** Settings that decide where visitors are sent. Only the owner changes them. */
export const visitorSettings = ['socials', 'institute.chatPhone'] as const;

/** Settings that erase data for good. Only the owner changes them. */
export const erasingSettings = ['retention'] as const;

/** Loaded only when a visitor chooses another language. */
export const translatorScript = 'https://translate.google.com/translate_a/element.js';
