import { formatNumber } from '@institute/contract/money';
import { capitalise } from '@institute/contract/text';
import { formatDateTime } from '@institute/contract/time';
import { Badge } from '@institute/ui/badge.tsx';
import { EmailAddress } from '@institute/ui/email-address.tsx';
import { Fragment } from 'react';
import type { AdminAnswers } from '../../api/admin.ts';
import { ActivityName } from '../../content/entity-link.tsx';
import type { Column } from '../../lists/column.ts';
import { countItems } from '../../ui/count-items.ts';
import { nameDevice } from '../../ui/device.ts';

type ActivityRow = AdminAnswers['activity']['list']['items'][number];

export const columns: Column<ActivityRow>[] = [
  {
    heading: 'What',
    phone: 'title',
    cell: ({ subject, user, medical, ...activity }) => (
      <div className="items-center gap-x-2 font-semibold max-md:text-pretty max-md:wrap-anywhere md:flex">
        <span className="md:min-w-0 md:truncate">
          <ActivityName activity={activity} className="md:truncate" />
        </span>{' '}
        {subject && subject !== user?.email && <span className="font-normal max-md:block">{subject}</span>}{' '}
        {medical && <ShownHealthReferences {...medical} />}
      </div>
    ),
  },
  { heading: 'Type', phone: 'fact', sort: 'type', cell: ({ type }) => <Badge>{capitalise(type)}</Badge> },
  {
    heading: 'Who',
    phone: 'text',
    sort: 'userEmail',
    cell: ({ user }) => <EmailAddress>{user?.email ?? 'System'}</EmailAddress>,
    isText: true,
  },
  {
    heading: 'When',
    phone: 'fact',
    sort: 'id',
    sortedBy: 'day',
    cell: ({ createdAt }) => (
      <time dateTime={createdAt} className="md:whitespace-nowrap">
        {formatDateTime(createdAt)}
      </time>
    ),
  },
  {
    heading: 'Address and Device',
    phone: 'fact',
    cell: ({ ipAddress, userAgent }) =>
      ipAddress || userAgent ? (
        <span title={userAgent ?? undefined}>
          <span className="max-md:wrap-anywhere">{ipAddress ?? 'Unknown address'}</span>{' '}
          <span className="text-muted">{nameDevice(userAgent)}</span>
        </span>
      ) : (
        '–'
      ),
    isText: true,
  },
];

const MAX_REFERENCES = 10;

/**
 * Shows the reference of every person whose health answers were seen, which the runbook for a data breach
 * needs.
 */
export function ShownHealthReferences({ count, references }: NonNullable<ActivityRow['medical']>) {
  if (count === 0)
    return <p className="font-normal md:shrink-0 md:truncate">No health information was shown</p>;
  const shownReferences = references.slice(0, MAX_REFERENCES);
  const foldedReferences = references.slice(MAX_REFERENCES);
  const erasedRegistrationCount = count - references.length;
  return (
    <div className="gap-2 font-normal md:flex md:max-w-3/5 md:shrink-0 md:items-center">
      <span className="md:min-w-0 md:truncate">
        Health information of {countItems(count, 'registration')}
        {erasedRegistrationCount > 0 && `, ${formatNumber(erasedRegistrationCount)} of them erased`}
        {shownReferences.map((reference, at) => (
          <Fragment key={reference}>
            {at === 0 ? ': ' : ', '}
            <span className="whitespace-nowrap">{reference}</span>
          </Fragment>
        ))}
      </span>
      {foldedReferences.length > 0 && (
        <details className="md:shrink-0">
          <summary className="inline-flex min-h-11 cursor-pointer items-center text-green underline underline-offset-4 md:pointer-fine:min-h-0">
            and {formatNumber(foldedReferences.length)} more
          </summary>
          <p className="columns-[9rem] whitespace-pre-line">{foldedReferences.join('\n')}</p>
        </details>
      )}
    </div>
  );
}
