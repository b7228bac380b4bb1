import type { ProgramCategory } from '@institute/contract/content.constants';
import { capitalise } from '@institute/contract/text';
import { Badge, type BadgeTone } from '@institute/ui/badge.tsx';

const tones: Record<ProgramCategory, BadgeTone> = { training: 'green', camp: 'sun', clinic: 'sky' };

export const CategoryBadge = ({ category }: { category: ProgramCategory }) => (
  <Badge tone={tones[category]}>{capitalise(category)}</Badge>
);
