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
export interface Holder {
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

export const makeHolder = (role: Role) => ({
  isOwner: role === 'owner',
  rights: [...roleRights[role]] as Right[],
});

/** Null when single rights were given or taken. */
export function findRole({ isOwner, rights: held }: Holder): Role | null {
  if (isOwner) return 'owner';
  const isPreset = (preset: readonly Right[]) =>
    preset.length === held.length && preset.every((right) => held.includes(right));
  return roles.find((role) => role !== 'owner' && isPreset(roleRights[role])) ?? null;
}

/** One of these rights, or: visitors too, every account, owners. */
export type Need = Right | readonly Right[] | 'anyone' | 'account' | 'owner';

/** What each part of the office needs: its screen, calls, exports, searches, counts and trash. */
export const needs = {
  /** An account's own data, and calls that check the right for each item. */
  own: 'account',
  content: 'content',
  newsletter: 'content',
  redirects: 'content',
  imports: 'content',
  intakes: 'registrations',
  registrations: 'registrations',
  /** Fees are accounts of registrations, so who keeps fees reads them. */
  readRegistrations: ['registrations', 'fees'],
  /** Programs and intakes by which lists are filtered. */
  courseChoices: ['registrations', 'fees', 'certificates'],
  messages: 'registrations',
  /** Papers and answers of applicants. */
  documents: 'documents',
  fees: 'fees',
  donations: 'fees',
  certificates: 'certificates',
  /** Pictures and documents, for content and for the texts of the site. */
  files: ['content', 'settings'],
  /** Accounts that write the content also write the texts of the site, except `ownerSettings`. */
  site: ['content', 'settings'],
  activity: 'settings',
  webhooks: 'settings',
  installation: 'settings',
  accounts: 'owner',
  apiKeys: 'owner',
  personalData: 'owner',
} as const satisfies Record<string, Need>;

export const maySee = ({ isOwner, rights: held }: Holder, need: Need): boolean =>
  isOwner || (need !== 'owner' && [need].flat().some((one) => isFree(one) || held.includes(one)));

const isFree = (need: Right | 'anyone' | 'account') => need === 'anyone' || need === 'account';
