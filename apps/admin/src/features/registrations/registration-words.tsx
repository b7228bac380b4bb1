import type { RegistrationStatus } from '@institute/contract/registrations.constants';
import { capitalise } from '@institute/contract/text';
import { Badge, type BadgeTone } from '@institute/ui/badge.tsx';

const tones: Record<RegistrationStatus, BadgeTone> = {
  new: 'sky',
  reviewing: 'sun',
  waiting: 'neutral',
  accepted: 'green',
  rejected: 'clay',
  withdrawn: 'neutral',
};

export function StatusBadge({ status }: { status: RegistrationStatus }) {
  return <Badge tone={tones[status]}>{capitalise(status)}</Badge>;
}

export const fullName = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  `${firstName} ${lastName}`;
