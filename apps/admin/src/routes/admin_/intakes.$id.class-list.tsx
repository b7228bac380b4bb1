import { payCode } from '@institute/contract/fees.constants';
import { formatDate } from '@institute/contract/time';
import { EmptyState } from '@institute/ui/empty-state.tsx';
import { Skeletons } from '@institute/ui/skeleton.tsx';
import { createFileRoute } from '@tanstack/react-router';
import { UsersRound } from 'lucide-react';
import { type AdminAnswers, admin } from '../../api/admin.ts';
import { loadOnceOptions } from '../../api/load-options.ts';
import { MessageButton } from '../../features/many-messages/message-button.tsx';
import { PrintPage } from '../../features/shell/print-page.tsx';
import { ShellSkeleton } from '../../features/shell/shell-skeleton.tsx';
import { countItems } from '../../ui/count-items.ts';
import { Loading } from '../../ui/load-error.tsx';
import { PrintSheet } from '../../ui/print-sheet.tsx';

export const Route = createFileRoute('/admin_/intakes/$id/class-list')({
  head: () => ({ meta: [{ title: 'Class List – Admin' }] }),
  pendingComponent: ShellSkeleton,
  component: () => (
    <PrintPage>
      <ClassList />
    </PrintPage>
  ),
});

const cellClass = 'border-b border-line px-2 py-2.5 text-left align-top print:py-1.5';

/** The server records who has read the list. */
function ClassList() {
  const { id } = Route.useParams();
  const classListQuery = admin.registrations.classList.useQuery({ id }, loadOnceOptions);
  return (
    <Loading query={classListQuery} failed="This class list could not be loaded" skeleton={skeleton}>
      {(data) => <ClassListSheet list={data} />}
    </Loading>
  );
}

const skeleton = <Skeletons heights={['h-96']} label="Loading the class list…" />;

function ClassListSheet({ list }: { list: AdminAnswers['registrations']['classList'] }) {
  const { program, startsOn, place, seats, hasFees, students } = list;
  const { length: count } = students;
  const seatsTakenText =
    seats === null ? countItems(count, 'student') : `${count} of ${countItems(seats, 'seat')}`;
  return (
    <PrintSheet
      heading={`Class List: ${program}`}
      tools={count > 0 && <MessageButton registrations={students.map(({ id }) => id)} />}
      about={[`Starts ${formatDate(startsOn)}`, place, seatsTakenText].filter(Boolean).join(' · ')}
    >
      {students.length === 0 ? (
        <EmptyState
          icon={UsersRound}
          title="Nobody is accepted yet"
          description="Accept applicants of this intake, and they are listed here."
        />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls what a phone cuts off
        <section aria-label="Students" tabIndex={0} className="overflow-x-auto">
          <table translate="no" className="w-full border-collapse text-base">
            <thead>
              <tr>
                {['No.', 'Name', 'Phone', 'Guardian', 'Signature'].map((heading) => (
                  <th key={heading} scope="col" className={`${cellClass} text-sm text-muted`}>
                    {heading}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {students.map((student, at) => (
                <tr key={student.id}>
                  <td className={cellClass}>{at + 1}</td>
                  <th scope="row" className={`${cellClass} font-semibold`}>
                    {[student.lastName, student.firstName].filter(Boolean).join(', ')}
                    <span className="block text-sm font-normal text-muted">{student.reference}</span>
                    {hasFees && (
                      <span className="block text-sm font-normal text-muted">
                        Pay code {payCode(student.id)}
                      </span>
                    )}
                  </th>
                  <td className={`${cellClass} whitespace-nowrap`}>{student.phone}</td>
                  <td className={cellClass}>
                    {student.guardianName ?? '–'}
                    {student.guardianPhone && (
                      <span className="block whitespace-nowrap">{student.guardianPhone}</span>
                    )}
                  </td>
                  <td className={`${cellClass} w-32`} />
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </PrintSheet>
  );
}
