export const faqCategories = ['Programs & Training', 'Registration & Fees', 'Facilities'] as const;

/**
 * Settings that only owners change, after typing their password again, by what they decide. `institute.name` signs every
 * email, and the addresses of the map and the document may be shown in a frame.
 */
export const ownerSettings = {
  'where messages go': ['institute.emails', 'institute.phones', 'institute.chatPhone', 'departments'],
  'who messages come from': ['institute.name'],
  'where money goes': ['donations', 'institute.paypalUrl'],
  'where visitors are sent': [
    'socials',
    'institute.mapUrl',
    'institute.directionsUrl',
    'institute.aboutDocumentUrl',
  ],
  'the legal texts': ['privacy', 'terms'],
  'what is erased': ['retention'],
} as const;

/** Loaded only when a visitor chooses another language. */
export const translatorScript = 'https://translate.google.com/translate_a/element.js';
