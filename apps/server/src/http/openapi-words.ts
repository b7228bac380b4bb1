import { contentResources } from '@institute/contract';
import type { ApiScope } from '@institute/contract/api-keys.constants';
import type { ErrorStatus } from '@institute/contract/errors';

/** What a parameter means, by its name, with an example where the name alone does not show its form. */
export const parameterWords: Record<string, { description: string; example?: unknown }> = {
  id: { description: 'Number of the item', example: 1 },
  limit: { description: 'Items on one page' },
  offset: { description: 'Items to leave out before the page' },
  q: { description: 'Text to search for; case and accents do not matter', example: 'sewing' },
  category: { description: 'Only items of this category' },
  sort: { description: 'Order of the list; `-` before the name reverses it' },
  type: { description: 'Only images, or only videos' },
  group: { description: 'Only the board, or only the staff' },
  exclude: { description: 'Number of an item to leave out, such as the one on whose page the list stands' },
  spam: { description: 'Only messages that were filed as spam. They are left out otherwise' },
  status: { description: 'Only those in this state' },
  currency: { description: 'Only donations in this currency' },
  programId: { description: 'Only those of the program with this number' },
  intakeId: { description: 'Only those of the intake with this number' },
  from: { description: 'First day of submission, in Kampala', example: '2026-01-01' },
  to: { description: 'Last day of submission, in Kampala', example: '2026-01-31' },
  updatedSince: {
    description: 'Only what was made or changed at this time or later',
    example: '2026-01-31T08:30:00Z',
  },
  cursor: { description: '`meta.nextCursor` of the page before. Not together with `offset` or `sort`' },
  txRef: { description: 'Reference of the donation', example: '1767600000000-x1Y2z3A4b5C6' },
  code: {
    description:
      'Receipt code: 26 digits and letters in the receipt’s address; receipts of earlier versions have twelve',
    example: '7KQ2M9XHT4WZB6RN3DVF8PJCEY',
  },
  cloud: { description: 'Any name; the hosting provider’s API has it', example: 'institute' },
  'Idempotency-Key': {
    description: 'A value of the caller’s own, such as a UUID. The same call with the same key is done once',
    example: '0b5f8f4e-6f0a-4c0e-9d0c-0c7f4f1f7c55',
  },
  'If-Match': {
    description: 'The `ETag` of the version that was read. The call is refused when there is a newer one',
    example: '"program-1-3"',
  },
  'If-None-Match': { description: 'The `ETag` of the answer that the caller has; 304 when nothing changed' },
  'Form-Token': {
    description: 'A token of `POST /api/v1/contact/token`, which keeps the message out of the spam',
  },
  'Verif-Hash': { description: 'The secret that the site shares with the payment provider' },
};

export const tagWords: Record<string, string> = {
  ...Object.fromEntries(
    Object.values(contentResources).map(({ key, words: [, many] }) => [
      key,
      `The ${many} of the institute: public to read, for the office to change`,
    ]),
  ),
  registrations: 'Requests for a place in a program',
  contact: 'Messages to the office',
  newsletter: 'Subscriptions to the newsletter',
  stats: 'How much there is of everything',
  site: 'Texts and settings of the public pages',
  session: 'Signing in and out. Programs use an API key instead',
  donations: 'Donations and their receipts',
  reference: 'This document',
  webhooks: 'What the site sends to other programs when something happens. Signed as Standard Webhooks',
  uploads: 'Pictures, stored as the hosting provider’s API does',
};

export const scopeWords: Record<ApiScope, string> = {
  'content:read': 'Read content that visitors do not see yet',
  'content:write':
    'Add, change and delete content, and store pictures. Answers show the whole item, drafts too',
  'registrations:read': 'List and read registrations, without health information',
  'registrations:write':
    'Change and delete registrations. Answers show the whole registration, without health information',
  'medical:read': 'With a registrations scope: read and change health information',
  'donations:read': 'List and read donations',
  'messages:read': 'List the messages of the contact form',
  'site:write': 'Change the texts of the public pages, but not where messages, money and visitors go',
};

const contentCalls: Record<string, string> = {
  list: 'Visitors get what the site shows; accounts, and API keys with the scope `content:read`, get everything.',
  summaries: 'Fewer fields and shorter texts than the whole items have.',
  get: 'Visitors get an item that the site shows; accounts, and API keys with the scope `content:read`, any item.',
  create: 'The site shows it, unless its own fields hide it.',
  update: 'Fields that are not sent stay as they are.',
  remove: 'It goes to the trash, from which the office can restore it.',
};

const calls: Record<string, string> = {
  'registrations.list':
    'Newest first. For a copy that stays up to date, use `cursor` and `updatedSince`. A session gets health information in lists of more than 50 only within 30 minutes after its password was typed; later it is hidden, and the search does not look into it.',
  'registrations.get': 'Health information is null, and `medicalHidden` true, unless the caller may read it.',
  'registrations.create':
    'Somebody younger than 18 needs a guardian who agrees. The applicant gets an email with the reference.',
  'registrations.update':
    'Fields that are not sent stay as they are. Accepting takes a seat of the intake, if there is one.',
  'registrations.remove': 'It goes to the trash, from which the office can restore it.',
  'contact.token': 'The token can be used once, from `usableAfter` to `expiresAfter` seconds after the call.',
  'contact.send': 'The office reads it in the admin area. Without a token it may be filed as spam.',
  'contact.list': 'Newest first. Messages that were filed as spam have `isSpam`.',
  'newsletter.subscribe':
    'The address gets an email with a link that confirms the subscription within 7 days. Until then nothing changes, also for an address that has left.',
  'newsletter.unsubscribe':
    'Give `email` or `token`. By token the answer names the address; `email` is empty when it had left before, since it is not kept.',
  'newsletter.confirm':
    'The token stands in the link of the email and ends after 7 days. The token that unsubscribes does not confirm.',
  'stats.get': 'Visitors get counts of what the site shows. Only accounts get activities.',
  'site.get': 'Everything that the public pages say, except legal texts.',
  'site.update':
    'Parts that are not sent stay as they are. Only an owner who has just typed the password changes `donations`, `departments`, `socials`, and of `institute` the name, emails, phones, chat phone and addresses of map, directions, document and PayPal; others get 403 with their paths.',
  'site.legal': '`version` changes with every change of the texts.',
  'session.login': 'The token is valid for 15 minutes; the refresh cookie gets the next one.',
  'session.signup': 'Refused unless sign-up is open, or the address is invited.',
  'session.refresh': 'The cookie alone authorises it, so browsers may call it from the site itself only.',
  'session.logout': 'Browsers may call it from the site itself only. It succeeds without a session too.',
  'donations.list': 'Newest first. For a copy that stays up to date, use `cursor` and `updatedSince`.',
  'donations.get': 'With the donor’s name and address.',
  'donations.online': '`test`: through a sandbox that moves no money.',
  'donations.create': 'Answers what the payment provider’s checkout needs. Nothing is paid yet.',
  'donations.verify': 'Without a body. A paid donation is not asked about again.',
  'donations.receipt': 'It does not name the donor. An address has 30 wrong tries in 15 minutes.',
  'donations.webhook': 'In the payment provider’s own shape. It is a hint only: the provider is asked.',
  'reference.get': 'The API reference for programs.',
};

/** One or two sentences on a call that its summary does not say. */
export const callWords = (tag: string, name: string): string =>
  (tag in contentResources ? contentCalls[name] : calls[`${tag}.${name}`]) ?? '';

/** When a call fails with a status, and an example of the message. */
export const failureWords: Record<Exclude<ErrorStatus, 405>, [when: string, message: string]> = {
  400: [
    'The input cannot be read or breaks a rule; `details` names each field',
    'Some of the fields are not right',
  ],
  401: ['The bearer token, the password or the secret is missing, wrong or expired', 'Please sign in again'],
  403: ['The caller may not do this', 'This API key needs the scope content:write'],
  404: ['There is no such thing, or the caller may not see it', 'Program not found'],
  409: ['It collides with something that exists', 'This Idempotency-Key was used for another content'],
  412: [
    'There is a newer version than the one in `If-Match`',
    'This was changed by somebody else in the meantime',
  ],
  413: ['The body is too large', 'This is too large'],
  415: ['The body has another type than the call takes', 'Send JSON'],
  421: ['The request names another host', 'This site is not at this address'],
  429: ['Too many calls from this address or with this key', 'Too many tries. Please try again in a minute.'],
  431: ['The headers are too large', 'The headers are too large'],
  500: ['A fault of the site', 'Something went wrong on our side'],
  503: [
    'The site is too busy, or a part that it needs does not answer',
    'The service is not available right now',
  ],
};

/** An example of the details of a failure. Other failures have none. */
export const failureDetails: Partial<Record<ErrorStatus, { path: string; message: string }[]>> = {
  400: [{ path: 'name', message: 'This is required' }],
  403: [{ path: 'scope', message: 'content:write' }],
};
