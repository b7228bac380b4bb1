import type { CertificateState as State } from '@institute/contract/certificates.constants';
import { capitalise } from '@institute/contract/text';
import { Badge, type BadgeTone } from '@institute/ui/badge.tsx';
import type { AdminAnswers } from '../../api/admin.ts';

export type Certificate = AdminAnswers['certificates']['list']['items'][number];

const certificateStateTones: Record<State, BadgeTone> = {
  valid: 'green',
  withdrawn: 'clay',
  replaced: 'neutral',
};

export const CertificateState = ({ state }: { state: State }) => (
  <Badge tone={certificateStateTones[state]}>{capitalise(state)}</Badge>
);

/** False after the holder's name was erased: such a certificate can be neither printed nor checked. */
export const isPrintable = ({ state, holder }: Certificate): boolean => state === 'valid' && holder !== null;
