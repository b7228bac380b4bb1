/**
 * The numbers and words of the specification that both sides need. This file imports nothing,
 * so that public pages can use it without carrying the schemas.
 */

export const apiPrefix = '/api/v1';

export const programCategories = ['training', 'camp', 'clinic'] as const;
export const postCategories = ['news', 'events', 'achievements', 'announcements', 'community'] as const;
/** The order and the choice of the public filter; "news" is found under all. */
export const newsFilters = ['events', 'achievements', 'announcements', 'community'] as const;
export const alumniCategories = ['professional', 'college', 'youth'] as const;
export const galleryCategories = ['events', 'facilities', 'training', 'competitions', 'videos'] as const;
export const galleryFilters = ['events', 'facilities', 'training', 'competitions'] as const;
export const galleryTypes = ['image', 'video'] as const;
/** Members of the team whose role holds the word. */
export const coachGroups = ['board', 'staff'] as const;
export const publishStatuses = ['draft', 'published', 'scheduled'] as const;
export const registrationStatuses = ['new', 'reviewing', 'accepted', 'rejected', 'withdrawn'] as const;
/** How the stages of an application are told to an applicant. */
export const statusWords = {
  new: 'received',
  reviewing: 'reviewing',
  accepted: 'accepted',
  rejected: 'rejected',
  withdrawn: 'withdrawn',
} as const satisfies Record<(typeof registrationStatuses)[number], string>;
/** Up to how many registrations that a search finds the dashboard counts, and shows. */
export const registrationListing = { counted: 1000 } as const;
export const donationStatuses = ['pending', 'successful', 'failed'] as const;
/** How a gift that the office has seen arrive came; all others are paid online. */
export const officeMethods = ['bank-transfer', 'mobile-money', 'paypal'] as const;
export const donationMethods = ['online', ...officeMethods] as const;
/** Of an address of the newsletter; only those that have confirmed get it. */
export const subscriberStates = ['pending', 'confirmed', 'unsubscribed'] as const;
/** Of a newsletter that is written and sent. */
export const campaignStates = ['draft', 'sending', 'stopped', 'sent'] as const;
export const faqCategories = ['Programs & Training', 'Registration & Fees', 'Facilities'] as const;
export const activityTypes = [
  'create',
  'update',
  'delete',
  'restore',
  'purge',
  'view',
  'export',
  'login',
  'logout',
  'signup',
] as const;
export const entityTypes = [
  'post',
  'program',
  'coach',
  'facility',
  'gallery',
  'alumni',
  'registration',
  'contact',
  'newsletter',
  'donation',
  'account',
  'site',
  'upload',
] as const;

/** What goes to the trash when it is deleted. */
export const trashKinds = [
  'post',
  'program',
  'coach',
  'facility',
  'gallery',
  'alumni',
  'registration',
  'contact',
  'newsletter',
] as const satisfies readonly (typeof entityTypes)[number][];
export const trashDays = 30;
/** Of each item whose former texts are kept. */
export const versionsKept = 20;

export type ProgramCategory = (typeof programCategories)[number];
export type PostCategory = (typeof postCategories)[number];
export type AlumniCategory = (typeof alumniCategories)[number];
export type GalleryCategory = (typeof galleryCategories)[number];
export type CoachGroup = (typeof coachGroups)[number];
export type GalleryType = (typeof galleryTypes)[number];
export type PublishStatus = (typeof publishStatuses)[number];
export type RegistrationStatus = (typeof registrationStatuses)[number];
export type SubscriberState = (typeof subscriberStates)[number];
export type CampaignState = (typeof campaignStates)[number];
export type ActivityType = (typeof activityTypes)[number];
export type DonationStatus = (typeof donationStatuses)[number];
export type DonationMethod = (typeof donationMethods)[number];
export type OfficeMethod = (typeof officeMethods)[number];
export type EntityType = (typeof entityTypes)[number];
export type TrashKind = (typeof trashKinds)[number];

/** Code, symbol, maximum of one donation and preset amounts, in whole units of the currency. */
export const currencies = {
  USD: { symbol: '$', max: 15, presets: [1, 5, 10, 15] },
  UGX: { symbol: 'UGX', max: 50000, presets: [1000, 5000, 10000, 50000] },
  KES: { symbol: 'KSh', max: 2000, presets: [100, 500, 1000, 2000] },
  EUR: { symbol: '€', max: 14, presets: [1, 5, 10, 14] },
  GBP: { symbol: '£', max: 12, presets: [1, 5, 10, 12] },
} as const;
export type Currency = keyof typeof currencies;
export const currencyCodes = ['USD', 'UGX', 'KES', 'EUR', 'GBP'] as const satisfies readonly Currency[];
export const defaultCurrency: Currency = 'USD';

/** What is said of an amount above the maximum of its currency. */
export const overMaximum = (currency: Currency): string =>
  `Maximum donation amount in ${currency} is ${currencies[currency].symbol} ${currencies[currency].max}`;

/** Longest accepted texts, in UTF-16 units after trimming and NFC. */
export const limits = {
  email: 254,
  phone: { min: 7, max: 32 },
  url: 2000,
  imageAlt: 200,
  search: 200,
  listItems: 50,
  listItem: 200,
  idempotencyKey: 255,
  id: 2147483647,
  page: 1000,
  /** Items of a public list page that are shown at first, and with each "Show more". */
  summaries: 24,
  program: { name: 200, description: 10000, duration: 100, schedule: 500, price: 9999999999.99 },
  coach: { name: 200, role: 200, bio: 5000, specialty: 100 },
  post: { title: 300, content: 200000 },
  facility: { name: 200, description: 10000, detail: 200 },
  alumni: { name: 200, position: 200, currentTeam: 200, yearMin: 1950, yearsAhead: 10 },
  gallery: { title: 300 },
  registration: { name: 100, emergencyName: 200, emergencyRelation: 100, medical: 2000, note: 2000 },
  contact: { name: 200, subject: 300, message: 5000 },
  /** The maximum of an amount that the office records; of one paid online see `currencies`. */
  donation: { name: 200, note: 300, amount: 2_000_000_000 },
  newsletter: { subject: 200, body: 10000, excerpt: 240 },
  password: { min: 8, max: 128 },
  upload: { bytes: 10 * 1024 * 1024, pixels: 50_000_000, edge: 1600 },
} as const;

/** Widths that stored pictures are offered in, in pixels. */
export const pictureWidths = [320, 640, 1280, 1920] as const;

/** The site's settings that say where money goes, which only the owner changes. */
export const moneySettings = ['donations', 'institute.paypalUrl'] as const;

export const preview = { programDescription: 150, facilityDescription: 100, facilityFeatures: 3 } as const;
/** Characters of a text that a summary holds: at least as many as any card shows. */
export const excerptLength = { post: 400, program: 220, facility: preview.facilityDescription } as const;

export const rotationMs = 5000;
export const registrationRedirectMs = 2000;
export const toastRules = { durationMs: 4000, visible: 3, width: 356, gap: 14, swipe: 20 } as const;

export const wizardSteps = [
  'Personal Information',
  'Program Selection',
  'Emergency Contact',
  'Medical Information',
  'Review & Submit',
] as const;

export const notFoundMessages = {
  program: 'Program not found',
  post: 'Article not found',
  facility: 'Facility not found',
  coach: 'Team member not found',
  gallery: 'Gallery item not found',
  alumni: 'Alumni not found',
  registration: 'Registration not found',
} as const;

/** Shown where a facility says nothing of its own. */
export const facilityDefaults = {
  openingHours: '6:00 AM - 10:00 PM',
  availableDays: 'Monday - Sunday',
  capacity: 'Variable',
  equipment: 'Available on request',
  maintenance: 'Regular',
} as const;

export const defaultVideoThumbnail = '/images/video-thumbnail-default.jpg';

export const queryRules = {
  retries: 3,
  publicRetries: 1,
  retryCapMs: 30_000,
  retainedMs: 5 * 60_000,
  staleMs: 5 * 60_000,
} as const;

/** A browser gives a call up after this long. */
export const callTimeoutMs = { call: 30_000, upload: 120_000 } as const;

/** Asked for only when a visitor chooses another language. */
export const translatorScript = 'https://translate.google.com/translate_a/element.js';

export const storageKeys = { user: 'user', token: 'token' } as const;

export const errorStatus = {
  VALIDATION_ERROR: 400,
  UNAUTHENTICATED: 401,
  INVALID_CREDENTIALS: 401,
  TOKEN_EXPIRED: 401,
  FORBIDDEN: 403,
  SIGNUP_CLOSED: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  CONFLICT: 409,
  EMAIL_TAKEN: 409,
  PRECONDITION_FAILED: 412,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  RATE_LIMITED: 429,
  HEADERS_TOO_LARGE: 431,
  INTERNAL_ERROR: 500,
  UNAVAILABLE: 503,
} as const;
export type ErrorCode = keyof typeof errorStatus;
export type ErrorStatus = (typeof errorStatus)[ErrorCode];
