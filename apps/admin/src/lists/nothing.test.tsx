import { render } from '@testing-library/react';
import { Award } from 'lucide-react';
import { expect, test } from 'vitest';
import { EmptyListNote } from './nothing.tsx';

const words = { many: 'certificates', empty: 'No certificates found.' };
const readIcon = (isNarrowed: boolean) => {
  const { container } = render(
    <EmptyListNote words={words} icon={Award} isNarrowed={isNarrowed} onClear={() => undefined} />,
  );
  return container.querySelector('svg')?.getAttribute('class');
};

test('a list that was never filled shows its own icon, one that a filter empties that of a failed search', () => {
  expect(readIcon(false)).toContain('lucide-award');
  expect(readIcon(true)).toContain('lucide-search-x');
});
