import type { AlumniCategory } from '@institute/contract/content.constants';
import { capitalise } from '@institute/contract/text';

const labels: Partial<Record<string, string>> = { youth: 'Youth Teams' } satisfies Partial<
  Record<AlumniCategory, string>
>;

export const categoryLabel = (category: string): string => labels[category] ?? capitalise(category);
