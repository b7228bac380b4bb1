import { defineEntity, type InferEntity, p } from '@mikro-orm/core';

const linkPurposes = ['invitation', 'password-reset'] as const;
export type LinkPurpose = (typeof linkPurposes)[number];

/** A link in an email. It works once: using it deletes the row. */
export const AccessLinkEntity = defineEntity({
  name: 'AccessLink',
  tableName: 'access_links',
  uniques: [{ properties: ['purpose', 'email'] }],
  properties: {
    id: p.uuid().primary(),
    purpose: p.enum(linkPurposes),
    /** In lower case. */
    email: p.string().length(254),
    tokenHash: p.string().length(64).unique(),
    /** Time of the last sending. */
    createdAt: p.datetime().length(3),
    expiresAt: p.datetime().length(3),
  },
});
export type AccessLinkRow = InferEntity<typeof AccessLinkEntity>;
