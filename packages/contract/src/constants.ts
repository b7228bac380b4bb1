/**
 * Lists of resources. This file imports nothing, so that public pages can use it without the schemas.
 */

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

export type EntityType = (typeof entityTypes)[number];

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

export type TrashKind = (typeof trashKinds)[number];

export const trashDays = 30;

export const notFoundMessages = {
  program: 'Program not found',
  post: 'Article not found',
  facility: 'Facility not found',
  coach: 'Team member not found',
  gallery: 'Gallery item not found',
  alumni: 'Alumni not found',
  registration: 'Registration not found',
} as const;
