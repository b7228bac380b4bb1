import { Button } from '@institute/ui/button.tsx';
import { EmptyState } from '@institute/ui/empty-state.tsx';
import { Inbox, type LucideIcon, SearchX } from 'lucide-react';
import type { ResourceWords } from '../api/resource-words.ts';

type EmptyListNoteProps = {
  words: Pick<ResourceWords, 'many' | 'empty' | 'source'>;
  /** The icon of a list that was never filled. */
  icon?: LucideIcon | undefined;
  /** True while a search or a filter leaves rows out. */
  isNarrowed: boolean;
  onClear: () => void;
  onAdd?: (() => void) | undefined;
};

export const EmptyListNote = ({ words, icon = Inbox, isNarrowed, onClear, onAdd }: EmptyListNoteProps) =>
  isNarrowed ? (
    <EmptyState
      icon={SearchX}
      title={words.empty}
      action={
        <Button variant="outline" onClick={onClear}>
          Show all {words.many}
        </Button>
      }
    />
  ) : (
    <EmptyState
      icon={icon}
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
