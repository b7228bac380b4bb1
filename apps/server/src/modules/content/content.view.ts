import type { ContentRow } from './content.service.ts';

export const storedView = ({
  id,
  createdAt,
  updatedAt,
}: Pick<ContentRow, 'id' | 'createdAt' | 'updatedAt'>) => ({
  id,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
});
