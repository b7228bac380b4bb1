import type { EntityType } from '@institute/contract/constants';
import { formatNumber } from '@institute/contract/money';
import type { AdminAnswers } from '../../api/admin.ts';
import { contentKeyOf } from '../../api/content-resources.ts';

type Care = AdminAnswers['stats']['care'];

export type CareLine = {
  text: string;
  hint?: string;
  to: string;
  search?: { q: string } | { status: string };
};

/** Items of a kind that are named; the others are counted. */
const NAMED = 4;

const screenOf = (type: EntityType) => {
  if (type === 'site') return '/admin/site';
  const key = contentKeyOf(type);
  return key ? `/admin/${key}` : '/admin';
};

const counted = (count: number, one: string, many: string, line: Omit<CareLine, 'text'>): CareLine[] =>
  count === 0 ? [] : [{ text: count === 1 ? one : `${formatNumber(count)} ${many}`, ...line }];

/** People who wait come first. */
export function careLines({ unreadMessages, waitingRegistrations, parkedMails, ...care }: Care): CareLine[] {
  const waiting = {
    to: '/admin/registrations',
    search: { status: 'new' },
    hint: 'Nobody has looked into them for more than 3 days',
  };
  return [
    ...counted(waitingRegistrations, '1 registration is still new', 'registrations are still new', waiting),
    ...counted(unreadMessages, '1 unread message', 'unread messages', { to: '/admin/messages' }),
    ...counted(parkedMails, '1 mail could not be sent', 'mails could not be sent', { to: '/admin/mail' }),
    ...few(
      care.unpricedPrograms.map(({ name }) => ({
        text: `“${name}” has no price`,
        hint: 'Visitors read “Free”. Give it a price, or 1 if it is meant to be free.',
        to: '/admin/programs',
        search: { q: name },
      })),
      (more) => ({ text: `${more} more programs have no price`, to: '/admin/programs' }),
    ),
    ...few(
      care.brokenPictures.map(({ entityType, name, url }) => ({
        text: name ? `A picture of “${name}” is missing` : `A picture of the site is missing: ${url}`,
        to: screenOf(entityType),
        ...(name && { search: { q: name } }),
      })),
      (more) => ({ text: `${more} more pictures are missing`, to: '/admin/media' }),
    ),
  ];
}

function few(lines: CareLine[], rest: (more: number) => CareLine): CareLine[] {
  return lines.length <= NAMED + 1 ? lines : [...lines.slice(0, NAMED), rest(lines.length - NAMED)];
}
