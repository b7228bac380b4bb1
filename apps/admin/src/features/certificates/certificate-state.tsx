import type { CertificateState as State } from '@institute/contract/certificates.constants';
import { capitalise } from '@institute/contract/text';
import { Badge, type BadgeTone } from '@institute/ui/badge.tsx';
import type { AdminAnswers } from '../../api/admin.ts';

export type Certificate = AdminAnswers['certificates']['list']['items'][number];

const tones: Record<State, BadgeTone> = { valid: 'green', withdrawn: 'clay', replaced: 'neutral' };

export const CertificateState = ({ state }: { state: State }) => (
  <Badge tone={tones[state]}>{capitalise(state)}</Badge>
);

/** Without the name, which its holder had erased, nothing can be printed or checked. */
export const isPrintable = ({ state, holder }: Certificate): boolean => state === 'valid' && holder !== null;
