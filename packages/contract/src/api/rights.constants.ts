export const rights = [
  'content',
  'registrations',
  'health',
  'documents',
  'fees',
  'certificates',
  'settings',
] as const;
export type Right = (typeof rights)[number];

/** What an account may do. Owners have all rights. */
export interface RightsHolder {
  isOwner: boolean;
  rights: readonly Right[];
}

/** Presets of rights. */
export const roleRights = {
  owner: rights,
  office: ['content', 'registrations', 'certificates'],
  registrar: ['registrations', 'health', 'documents', 'certificates'],
  bursar: ['fees'],
  editor: ['content'],
} as const satisfies Record<string, readonly Right[]>;
export type Role = keyof typeof roleRights;
export const roles = Object.keys(roleRights) as [Role, ...Role[]];

export const makeHolderOfRole = (role: Role) => ({
  isOwner: role === 'owner',
  rights: [...roleRights[role]] as Right[],
});

/** Finds the role of an account. Null when single rights were given or taken. */
export function findRole({ isOwner, rights: held }: RightsHolder): Role | null {
  if (isOwner) return 'owner';
  const isHeldPreset = (preset: readonly Right[]) =>
    preset.length === held.length && preset.every((right) => held.includes(right));
  return roles.find((role) => role !== 'owner' && isHeldPreset(roleRights[role])) ?? null;
}

/** What a caller needs: one of these rights, or to be an owner or any account. With `anyone` visitors may call too. */
export type Need = Right | readonly Right[] | 'anyone' | 'account' | 'owner';

/** What each part of the office needs. The need covers its screen, calls, exports, searches, counts and trash. */
export const needs = {
  /** For an account's own data, and for calls that check the right of each item themselves. */
  own: 'account',
  content: 'content',
  newsletter: 'content',
  redirects: 'content',
  imports: 'content',
  intakes: 'registrations',
  registrations: 'registrations',
  /** Accounts that keep fees may read registrations, because fees belong to them. */
  readRegistrations: ['registrations', 'fees'],
  /** For the programs and intakes by which lists are filtered. */
  courseChoices: ['registrations', 'fees', 'certificates'],
  messages: 'registrations',
  /** Papers and answers of applicants. */
  documents: 'documents',
  fees: 'fees',
  donations: 'fees',
  certificates: 'certificates',
  /** For pictures and documents, in content and in the texts of the site. */
  files: ['content', 'settings'],
  /** Accounts that write content may also write the texts of the site, except `ownerSettings`. */
  site: ['content', 'settings'],
  activity: 'settings',
  webhooks: 'settings',
  installation: 'settings',
  accounts: 'owner',
  apiKeys: 'owner',
  personalData: 'owner',
} as const satisfies Record<string, Need>;

export const maySee = ({ isOwner, rights: held }: RightsHolder, need: Need): boolean =>
  isOwner || (need !== 'owner' && [need].flat().some((one) => isNeedOfAnyAccount(one) || held.includes(one)));

const isNeedOfAnyAccount = (need: Right | 'anyone' | 'account') => need === 'anyone' || need === 'account';
