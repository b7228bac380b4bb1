import { formatDate } from '@institute/contract/time';
import { Alert } from '@institute/ui/alert.tsx';
import type { AdminAnswers } from '../../api/admin.ts';
import { fullName, StatusBadge } from './registration-words.tsx';

type Duplicate = AdminAnswers['registrations']['get']['duplicates'][number];

type RegistrationDuplicatesProps = { duplicates: Duplicate[]; onShow: (other: Duplicate) => void };

export function RegistrationDuplicates({ duplicates, onShow }: RegistrationDuplicatesProps) {
  if (duplicates.length === 0) return null;
  return (
    <Alert tone="warning" title={duplicates.length === 1 ? 'Possible duplicate' : 'Possible duplicates'}>
      <ul className="mt-1 flex flex-col gap-1">
        {duplicates.map((other) => (
          <li key={other.id} className="flex flex-wrap items-center gap-x-3">
            <button
              type="button"
              className="min-h-6 text-left font-semibold underline"
              onClick={() => onShow(other)}
            >
              {other.reference} {fullName(other)}
            </button>
            <span>
              same {other.same.join(', ')}; {formatDate(other.createdAt)}
            </span>
            <StatusBadge status={other.status} />
          </li>
        ))}
      </ul>
    </Alert>
  );
}
