import type { AdminAnswers } from '../api/admin.ts';

type Item = AdminAnswers['documents']['list']['items'][number];

/** A document that was sent in one page, and that nobody has looked at. */
export const makeDocument = (more: Partial<Item> = {}): Item => ({
  ask: 's4',
  kind: 'document',
  label: 'S4 result slip',
  help: null,
  needed: 'acceptance',
  isAsked: true,
  isPrivate: false,
  state: 'sent',
  version: 1,
  answer: null,
  reason: null,
  words: null,
  decidedBy: null,
  decidedAt: null,
  originalSeen: null,
  pages: makePages(1),
  ...more,
});

export const makePages = (count: number): Item['pages'] =>
  Array.from({ length: count }, (_, at) => ({
    id: `00000000-0000-4000-8000-00000000000${at}`,
    format: 'jpeg',
    sha256: String(at).repeat(64),
    position: at + 1,
  }));
