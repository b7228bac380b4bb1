import { Button } from '@institute/ui/button.tsx';
import { EmptyState } from '@institute/ui/empty-state.tsx';
import type { ResourceWords } from '../api/resource-words.ts';

type Words = { words: Pick<ResourceWords, 'many' | 'empty' | 'source'> };

export const NothingFound = ({ words, onClear }: Words & { onClear: () => void }) => (
  <EmptyState
    title={words.empty}
    action={
      <Button variant="outline" onClick={onClear}>
        Show all {words.many}
      </Button>
    }
  />
);

export const NothingStored = ({ words, onAdd }: Words & { onAdd?: (() => void) | undefined }) => (
  <EmptyState
    title={`There are no ${words.many} yet.`}
    {...(words.source && { description: words.source })}
    action={
      onAdd && (
        <Button variant="outline" onClick={onAdd}>
          Add the first one
        </Button>
      )
    }
  />
);
